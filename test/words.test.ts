import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { printOpenApi } from '@quoin/contract/openapi.ts'
import { printManageApi, printOperatorApi } from '@quoin/contract/role-apis.ts'

const root = join(import.meta.dirname, '..')
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')

/** Words of the glossary that other things could be called by, and the folders in which its meaning is at home. */
const homes: Readonly<Record<string, RegExp>> = {
  attribute: /risk\/fingerprint/,
  callback: /callbacks/,
  cap: /caps|conversions/,
  catalogue: /catalogue/,
  change: /conversions|users|audit|apps|networks/,
  claim: /conversions|writes/,
  click: /tracking|conversions|click-spool|postbacks/,
  conversion: /conversions|offers/,
  device: /devices|ports/,
  endpoint: /callbacks/,
  entry: /ledger|lists|audit|timeline|offer-files|catalogue/,
  erasure: /users/,
  goal: /offers|conversions/,
  lane: /group-commit|jobs/,
  link: /tracking|devices|apps|people/,
  network: /networks/,
  offer: /feeds|sources|offers|catalogue|caps|conversions/,
  page: /feeds|history|catalogue|docs|paging/,
  postback: /postbacks|writes/,
  promotion: /terms/,
  settlement: /ledger/,
  sign: /risk/,
  snapshot: /snapshots|devices|ports/,
  source: /sources|conversions|risk/,
  standing: /conversions/,
  timeline: /timeline/,
  user: /users|devices|risk|memory/,
  weight: /risk|weights/,
}

/** Words that had several meanings, or were images of machinery. */
const retired = new Set([
  ...[
    'book',
    'breaker',
    'conduct',
    'crew',
    'crossroad',
    'desk',
    'household',
    'line',
    'plea',
    'place',
    'recipe',
  ],
  ...['room', 'shelf', 'site', 'told'],
])

/** Names that are clear all the same, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  CircuitBreaker: 'the field has the word in two parts',
  Line: 'one of a text file',
}

/** `LedgerEntries` has the head `entry`. */
function headOf(name: string): string {
  const head = /[A-Z][a-z0-9]*$/.exec(name)?.[0].toLowerCase() ?? ''
  if (head.endsWith('ies')) return `${head.slice(0, -3)}y`
  return /[^s]s$/.test(head) ? head.slice(0, -1) : head
}

/** The types and classes that a file exports, with its path inside its package. */
const exported = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('node_modules'))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => ({ name, path: file.replace(/^packages\/\w[^/]*\/src\//, '') }),
    ),
  )

/** Folders whose comments keep the rule; a folder is added once it does. */
const folders = [
  'bench',
  'examples',
  'packages/contract',
  'packages/core',
  'packages/dashboard',
  'packages/embedded-postgres',
  'packages/sdk',
  'packages/server',
  'packages/wall',
  'test',
]

/** A sentence begins with its subject, a noun; questions may begin so. */
const subjectless = /^(?:Of|So|What|Who)\b(?!.*\?$)/

interface Comment {
  readonly line: number
  readonly text: string
}

/** A block, or `//` lines that follow each other. A `/*` inside a word is a pattern of paths. */
function commentsOf(source: string): readonly Comment[] {
  const comments = source.matchAll(/(?<=^|[\s({])(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm)
  return [...comments].map(({ 0: comment, index }) => ({
    line: source.slice(0, index).split('\n').length,
    text: comment
      .replaceAll(/^[ \t]*(?:\/\*+|\*(?!\/)|\/\/)|\*\/$/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }))
}

function withoutSubject(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => subjectless.test(sentence))
}

test('an exported name uses no word that was given up', () => {
  const found = exported.filter(({ name }) => retired.has(headOf(name)) && !(name in exceptions))
  assert.deepEqual(found, [])
})

test('an exported name uses a word of the glossary where its meaning is at home', () => {
  assert.ok(exported.length > 300, `${exported.length} names were looked at`)
  const found = exported.filter(({ name, path }) => {
    const home = homes[headOf(name)]
    return home !== undefined && !home.test(path) && !(name in exceptions)
  })
  assert.deepEqual(found, [])
})

test('each word with a home stands in the glossary, and no word that was given up does', () => {
  const words = [...glossary.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word)
  const known = words.flatMap((word) => word.split(' ').map((part) => part.replace(/s$/, '')))
  assert.deepEqual(
    Object.keys(homes).filter((word) => !known.includes(word) && word !== 'page' && word !== 'entry'),
    [],
  )
  assert.deepEqual(
    words.filter((word) => retired.has(word)),
    [],
  )
})

test('each exception is still exported', () => {
  const names = new Set(exported.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(exceptions).filter((name) => !names.has(name)),
    [],
  )
})

test('a sentence without a subject is found wherever it stands in a comment', () => {
  const source = [
    '/** What it is. */',
    'const paths = "src/*.ts" // Kept. So it goes.',
    '/**',
    ' * A rule of',
    ' * What is open? It says',
    ' * So. Who knows? Of course.',
    ' */',
  ].join('\n')
  assert.deepEqual(
    commentsOf(source).map(({ line, text }) => [line, withoutSubject(text)]),
    [
      [1, ['What it is.']],
      [2, ['So it goes.']],
      [3, ['Of course.']],
    ],
  )
})

for (const folder of folders) {
  test(`comments in ${folder} begin each sentence with its subject`, () => {
    const files = globSync(`${folder}/**/*.{ts,tsx,js,css}`, {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**', 'test/words.test.ts'],
    })
    assert.ok(files.length > 5, `${files.length} files were looked at`)
    const found = files.flatMap((file) =>
      commentsOf(readFileSync(join(root, file), 'utf8')).flatMap(({ line, text }) =>
        withoutSubject(text).map((sentence) => `${file}:${line} ${sentence}`),
      ),
    )
    assert.deepEqual(found, [])
  })
}

/** Titles of tests and groups, and texts that begin a row of a table, which are titles as a rule. */
function titlesOf(source: string): readonly string[] {
  const titles = source.matchAll(/(?:\b(?:describe|test)\(|\[|\btitle:)\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)
  return [...titles].map(([, , title = '']) => title)
}

function withoutNoun(title: string): boolean {
  return /^(?:of|so|what|who|whom|whose) (?!.*\?$)/i.test(title)
}

test('a title without a subject is found in calls, groups, templates and tables', () => {
  const found = [
    "describe('what is kept', () => {",
    'test("who can\'t", () => {})',
    'test(\n  `of two`,\n  limit,\n)',
    "for (const row of [['so is'], { title: 'Whose it is' }]) {}",
  ]
  const passed = "test('what if?'); test('whatever is'); test('a user who is'); assert.ok(one, 'what is')"
  assert.deepEqual(titlesOf([...found, passed].join('\n')).filter(withoutNoun), [
    'what is kept',
    "who can't",
    'of two',
    'so is',
    'Whose it is',
  ])
})

test('titles of tests begin with their subject', () => {
  const files = globSync('{bench,examples,packages,test}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'test/words.test.ts'],
  })
  const titles = files.flatMap((file) =>
    titlesOf(readFileSync(join(root, file), 'utf8')).map((title) => `${file}: ${title}`),
  )
  assert.ok(titles.length > 3_000, `${titles.length} titles were looked at`)
  assert.deepEqual(
    titles.filter((title) => withoutNoun(title.slice(title.indexOf(': ') + 2))),
    [],
  )
})

/** Paragraphs and items of lists, without code, headings and tables. */
function paragraphsOf(page: string): readonly string[] {
  return page
    .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '')
    .replaceAll('**', '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .filter((part) => !/^\s*[|#<]/.test(part))
    .map((part) => part.replace(/^\s*(?:(?:[-*]|\d+\.)\s+)?/, '').replaceAll(/\s+/g, ' '))
}

test('pages of the docs begin each sentence with its subject', () => {
  const pages = globSync('{docs/**/*,README,ARCHITECTURE,CONTRIBUTING}.md', { cwd: root })
  assert.ok(pages.length > 30, `${pages.length} pages were looked at`)
  const found = pages.flatMap((page) =>
    paragraphsOf(readFileSync(join(root, page), 'utf8'))
      .flatMap(withoutSubject)
      .map((sentence) => `${page} ${sentence}`),
  )
  assert.deepEqual(found, [])
})

test('descriptions of the APIs begin each sentence with its subject', () => {
  const about = { baseUrl: 'https://q.example', version: '1' }
  const found = new Set<string>()
  let texts = 0
  JSON.stringify(
    [printOpenApi(about), printManageApi(about), printOperatorApi(about)],
    (key, value: unknown) => {
      if ((key !== 'description' && key !== 'summary') || typeof value !== 'string') return value
      texts += 1
      for (const sentence of withoutSubject(value)) found.add(sentence)
      return value
    },
  )
  assert.ok(texts > 1_000, `${texts} texts were looked at`)
  assert.deepEqual([...found], [])
})
