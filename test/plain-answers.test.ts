import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { printOpenApi } from '@quoin/contract/openapi.ts'
import { printManageApi, printOperatorApi } from '@quoin/contract/role-apis.ts'
import { optionTextsIn, optionTextsOf } from './support/option-texts.ts'

const root = join(import.meta.dirname, '..')

/** People without a shell read the texts of these folders; the commands have their own words in `server/src/cli`. */
const speaking = [
  'packages/{core,contract,dashboard,sdk,wall}/src',
  'packages/server/src/{dialects,features,http,jobs,networks,planes}',
]

/** Options that are not those of our commands, and those of a command that a page gives whole, to be copied. */
const others: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src/networks/sample-calls.ts': ['--data'], // curl's, which a network's document shows
  'packages/dashboard/src/pages/system/backups/restore-command.ts': ['--into', '--backup', '--to'],
  'packages/dashboard/src/pages/clicks/click-steps.tsx': ['--lane'], // a property of the style sheet
}

/**
 * Pages that a publisher's people read. Their blocks are for a shell, where they begin with the command; `sdk.md` and
 * `receivers.md` are not among them.
 */
const publisherPages = globSync(
  [
    'docs/{publishers,callbacks,wall,publisher-dashboard,collector,what-is-collected}.md',
    'docs/{start,explanation,errors}/*.md',
  ],
  { cwd: root },
)

function withoutComments(source: string): string {
  return source.replaceAll(/(?<=^|[\s({])(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm, '')
}

test('an option in a text is found, and what only looks like one is not', () => {
  assert.deepEqual(optionTextsIn('It needs --amounts signed (or `--case reversal`).'), [
    '--amounts',
    '--case',
  ])
  assert.deepEqual(optionTextsIn('a{color:var(--text);--page:#fff} 3--4 The app “--help” -- or not'), [])
  assert.deepEqual(optionTextsOf({ message: 'With --despite cap', data: { name: '--help' } }), ['--despite'])
})

test('no text of the rules, the APIs and the pages names an option of a command', () => {
  const files = speaking.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: ['**/*.test.ts', 'packages/dashboard/src/theme/*'],
    }),
  )
  assert.ok(files.length > 900, `${files.length} files were looked at`)
  const found = files.flatMap((file) =>
    withoutComments(readFileSync(join(root, file), 'utf8'))
      .split('\n')
      .flatMap((line) => line.match(/(?<![\w(-])--[a-z][a-z-]+(?!\s*:)\b/g) ?? [])
      .filter((option) => !others[file]?.includes(option))
      .map((option) => `${file} ${option}`),
  )
  assert.deepEqual(found, [])
})

test('no OpenAPI document names an option of a command', () => {
  const about = { baseUrl: 'https://q.example', version: '1' }
  const documents = [printOpenApi(about), printManageApi(about), printOperatorApi(about)]
  assert.deepEqual(documents.map((one) => JSON.stringify(one)).flatMap(optionTextsIn), [])
})

for (const page of publisherPages)
  test(`${page} names no option of our commands: its reader has none`, () => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '')
    assert.deepEqual(text.match(/(?<![\w(-])--[a-z][a-z-]+\b/g) ?? [], [])
  })
