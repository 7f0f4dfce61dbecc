import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesAtPath, joinSteps, pathProblem, stepsOf, valueAtPath } from './feed-path.ts'

const record = {
  id: 7,
  'payout.usd': '2.50',
  geo: { countries: [{ code: 'US' }, { code: 'DE' }], none: [], nothing: null },
  byCode: { US: { name: 'United States' }, GB: { name: 'United Kingdom' } },
  alone: { code: 'FR' },
  word: 'AT',
  codes: ['CH', 'LI'],
}

for (const [path, value] of [
  ['', record],
  ['id', 7],
  ['payout\\.usd', '2.50'],
  ['payout.usd', undefined],
  ['geo.countries.*.code', ['US', 'DE']],
  ['geo.countries.code', ['US', 'DE']],
  ['geo.countries.1.code', 'DE'],
  ['byCode.*.name', ['United States', 'United Kingdom']],
  ['alone.*.code', ['FR']],
  ['word.*', ['AT']],
  ['codes.*', ['CH', 'LI']],
  ['codes', ['CH', 'LI']],
  ['geo.none.*.code', []],
  ['geo.nothing.code', undefined],
  ['constructor', undefined],
  ['__proto__.x', undefined],
  ['id.x', undefined],
] as const) {
  test(`the value at ${path === '' ? 'nothing' : path}`, () => {
    assert.deepEqual(valueAtPath(record, path), value)
  })
}

test('a list of one that stands alone is one entry, and a list by key is its values', () => {
  assert.deepEqual(entriesAtPath({ goal: { id: 1 } }, 'goal', 'id'), [{ id: 1 }])
  assert.deepEqual(entriesAtPath({ goal: [{ id: 1 }, { id: 2 }] }, 'goal', 'id').length, 2)
  assert.deepEqual(entriesAtPath({ goal: { a: { id: 1 }, b: { id: 2 } } }, 'goal', 'id').length, 2)
  assert.deepEqual(entriesAtPath({}, 'goal', 'id'), [])
})

test('names with dots and backslashes are written so that they are read again', () => {
  for (const steps of [
    ['a.b', 'c'],
    ['a\\', 'b'],
    ['\\.', '*'],
  ])
    assert.deepEqual(stepsOf(joinSteps(steps)), steps)
})

test('a path that is too long, too deep or has a gap is none', () => {
  assert.equal(pathProblem('a.*.b'), undefined)
  assert.match(pathProblem('a'.repeat(201)) ?? '', /200 characters/)
  assert.match(pathProblem(Array(21).fill('a').join('.')) ?? '', /20 steps/)
  for (const gap of ['a..b', '.a', 'a.']) assert.match(pathProblem(gap) ?? '', /between two dots/)
})

test('a list of any length is read to its bound', () => {
  const long = { list: Array.from({ length: 5_000 }, (_, id) => ({ id })) }
  const found = valueAtPath(long, 'list.*.id')
  assert.equal(Array.isArray(found) && found.length, 1_000)
})
