import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const root = join(import.meta.dirname, '..')
const server = join(root, 'packages/server/src')
/** Within the folder of the packages, so that copies find them. */
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'answer-types-'))
after(() => rmSync(folder, { recursive: true }))

/** A line of a presenter for each plane, and one of the meta. */
const lines: Readonly<Record<string, string>> = {
  'planes/operator/apps/list-apps.ts': 'leaked_secrets: app.leakedSecrets,',
  'planes/manage/money/money.ts': 'in_review: formatMicros(balance.inReview),',
  'planes/people/account-routes.ts': 'expires_at: secondsOf(expiresAtMs),',
  'planes/people/sign-up-routes.ts': ', has_operator: hasOperator',
  'planes/publisher/conversions/get-conversion.ts': 'live_reason: heldInLiveMode(conversion),',
  'planes/publisher/users/list-activity.ts': 'next_cursor: nextCursor, ',
}

function copy(into: string, change: (source: string, line: string) => string): string[] {
  return Object.entries(lines).map(([file, line]) => {
    const path = join(folder, into, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, change(readFileSync(join(server, file), 'utf8'), line))
    return join(into, file)
  })
}

test('a handler that leaves a field of its operation’s answer out does not compile', () => {
  const whole = copy('whole', (source) => source)
  const broken = copy('broken', (source, line) => {
    assert.equal(source.split(line).length, 2, `“${line}” stands there once`)
    return source.replace(line, '')
  })
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      rootDirs: [server, join(folder, 'whole'), join(folder, 'broken')],
      incremental: false,
      tsBuildInfoFile: null,
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    include: [],
    files: [...whole, ...broken],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false', '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  })
  const refused = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error TS(?:2322|2345):/gm)].map(([, file]) => file)
  assert.deepEqual([...new Set(refused)].sort(), broken.sort(), stdout)
  assert.equal(stdout.match(/^\S+: error/gm)?.length, refused.length, stdout)
})
