import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { settingRows } from '../../packages/server/src/settings/setting-rows.ts'
import { call, type Publisher } from '../support/publisher-client.ts'
import { repository } from '../support/run-program.ts'
import { startServerProcess } from '../support/server-process.ts'
import { allowedCalls, valuesOf } from '../support/systemd-unit.ts'

const folder = join(repository, 'deploy/systemd')
const path = join(folder, 'quoin.service')
const unit = readFileSync(path, 'utf8')
const has = (program: string) => spawnSync('which', [program]).status === 0
const skip = !has('systemd-analyze') && 'systemd-analyze is missing'
/** As systemd counts: tenths, and lower is better. 9.2 is a unit that restricts nothing. */
const exposureMax = 2.5

describe('the unit of systemd', () => {
  const made = mkdtempSync(join(tmpdir(), 'quoin-unit-'))
  after(() => rmSync(made, { recursive: true, force: true }))

  test('says nothing that systemd does not know', { skip }, () => {
    const here = join(made, 'quoin.service')
    writeFileSync(here, unit.replaceAll('/opt/quoin', repository))
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', here], {
      encoding: 'utf8',
    })
    const own = stderr.split('\n').filter((line) => line.includes('quoin'))
    assert.deepEqual({ own, status }, { own: [], status: 0 }, stderr)
  })

  test(`is exposed by no more than ${exposureMax}`, { skip }, (t) => {
    const words = ['security', '--offline=true', '--no-pager', `--threshold=${exposureMax * 10}`, path]
    const { stdout, stderr, status } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    t.diagnostic(/→ (.*)/.exec(stdout)?.[1] ?? stderr)
    assert.equal(status, 0, stdout)
  })

  test('gives a stop more time than Quoin may take, and starts the program that there is', () => {
    const [seconds] = valuesOf(unit, 'TimeoutStopSec')
    assert.ok(Number(seconds) > 60 + 25)
    assert.ok(settingRows.drainMs.read('60001') instanceof Error)
    const [, program = ''] = /(\S+quoin\.js) serve$/.exec(valuesOf(unit, 'ExecStart')[0] ?? '') ?? []
    assert.ok(existsSync(join(repository, program)), program)
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    assert.ok(valuesOf(unit, 'ExecStart')[0]?.endsWith(scripts.start.replace('node ', '')))
  })

  test('lets Node compile while it runs', () => {
    assert.deepEqual(valuesOf(unit, 'MemoryDenyWriteExecute'), [])
  })

  test('its example of settings names those that there are, and has no secret', () => {
    const example = readFileSync(join(folder, 'quoin.env'), 'utf8')
    const named = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name)
    const known = new Set<string>(Object.values(settingRows).map(({ variable }) => variable))
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    )
    assert.doesNotMatch(example, /^[^#\n]/m)
  })

  test('makes the user and the folders that it names', {
    skip: !has('systemd-sysusers') && 'no systemd',
  }, () => {
    for (const [program, file] of [
      ['systemd-sysusers', 'quoin.sysusers.conf'],
      ['systemd-tmpfiles', 'quoin.tmpfiles.conf'],
    ] as const) {
      const root = mkdtempSync(join(made, 'root-'))
      mkdirSync(join(root, 'etc'))
      const users = join(folder, 'quoin.sysusers.conf')
      execFileSync('systemd-sysusers', [`--root=${root}`, users], { stdio: 'pipe' })
      const words =
        program === 'systemd-sysusers'
          ? [`--root=${root}`, users]
          : ['--create', `--root=${root}`, join(folder, file)]
      execFileSync(program, words, { stdio: 'pipe' })
      assert.match(readFileSync(join(root, 'etc/passwd'), 'utf8'), /^quoin:.*:\/var\/lib\/quoin:/m)
      if (file === 'quoin.tmpfiles.conf') assert.ok(existsSync(join(root, 'var/backups/quoin')))
    }
  })
})

/** The account of no one, which every Debian has. */
const nobody = 65_534
/** Any that is not root: as root Quoin lends its PostgreSQL another account, by calls that a unit need not have. */
const user = process.getuid?.() === 0 ? nobody : (process.getuid?.() ?? 0)
const asUser =
  process.getuid?.() === 0 ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : []

const traced = !has('strace') ? 'strace is missing' : skip

describe('the calls that its filter lets through', { skip: traced }, () => {
  test('are all that a first start, a list, a click and a stop need', { timeout: 300_000 }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'quoin-calls-'))
    try {
      const file = join(dir, 'calls')
      const dataDir = join(dir, 'data')
      mkdirSync(dataDir, { mode: 0o700 })
      for (const path of [dir, dataDir]) chownSync(path, user, user)
      const server = await startServerProcess({
        dataDir,
        under: [...asUser, 'strace', '--follow-forks', '--quiet=all', `--output=${file}`],
      })
      const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Publisher
      const { data } = await call({ ...demo, baseUrl: server.url }, '/api/v1/offers?userId=ada')
      const [offer] = data as readonly { readonly link: string }[]
      const link = new URL(offer?.link ?? '')
      assert.equal(
        (await fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual' })).status,
        302,
      )
      server.signal('SIGTERM', 'group')
      const { stderr } = await server.ended
      assert.match(stderr, /"msg":"stopped"/)
      const lines = readFileSync(file, 'utf8').split('\n')
      assert.deepEqual(refused(lines), [])
      assert.deepEqual(foreignFamilies(lines), [])
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })
})

function refused(lines: readonly string[]): readonly string[] {
  const allowed = allowedCalls(valuesOf(unit, 'SystemCallFilter'))
  const made = new Set(lines.map((line) => /^\d+ +(?:<\.\.\. )?(\w+)(?:\(| resumed)/.exec(line)?.[1] ?? ''))
  made.delete('')
  assert.ok(made.size > 60, `${made.size} kinds of calls`)
  return [...made].filter((name) => !allowed.has(name))
}

function foreignFamilies(lines: readonly string[]): readonly string[] {
  const allowed = new Set(valuesOf(unit, 'RestrictAddressFamilies').flatMap((value) => value.split(' ')))
  const made = new Set(lines.flatMap((line) => /socket\((AF_\w+)/.exec(line)?.[1] ?? []))
  assert.ok(made.has('AF_INET'), [...made].join())
  return [...made].filter((name) => !allowed.has(name))
}
