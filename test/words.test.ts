import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

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
  link: /tracking|devices|apps/,
  network: /networks/,
  offer: /offers|catalogue|caps|conversions/,
  page: /history|catalogue|docs/,
  postback: /postbacks|writes/,
  promotion: /terms/,
  settlement: /ledger/,
  sign: /risk/,
  snapshot: /snapshots|devices|ports/,
  source: /conversions|risk/,
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
