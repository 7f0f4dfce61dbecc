import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optional, readFields, required } from './field.ts'
import { countField } from './number-fields.ts'
import { textField } from './text-fields.ts'

const text = textField({ min: 0, max: 5, example: 'a' })
const table = {
  name: required(text, 'Needed.', { aliases: ['title', 'label'] }),
  size: optional(countField({ min: 1, max: 9 }), 'May be left out.'),
  tag: optional(text, 'May be empty.', { emptyIsAbsent: true }),
} as const

function read(source: Record<string, unknown>, repeats: 'refuse' | 'first' = 'refuse') {
  return readFields(table, source, { repeats })
}

test('every bad field is named at once, with its rule and a sentence', () => {
  const reading = read({ size: 'x', tag: 'too long' })
  assert.deepEqual(!reading.ok && reading.problems, [
    { field: 'name', rule: 'required', message: 'is required' },
    { field: 'size', rule: 'integer', message: 'must be a whole number in plain digits' },
    { field: 'tag', rule: 'length', message: 'must have 0 to 5 characters' },
  ])
})

test('unknown names are ignored, whatever they hold', () => {
  const reading = read({ name: 'a', fbclid: ['x', 'y'], utm_source: {}, size2: 'x' })
  assert.deepEqual(reading, { ok: true, values: { name: 'a', size: undefined, tag: undefined } })
})

test('names that every object inherits are not given', () => {
  const inherited = { constructor: required(text, ''), toString: optional(text, '') } as const
  const reading = readFields(inherited, {}, { repeats: 'refuse' })
  assert.deepEqual(!reading.ok && reading.problems.map(({ field }) => field), ['constructor'])
})

test("a parameter's own name wins over its other spellings, and the first of those over the next", () => {
  assert.equal(ok(read({ label: 'c', title: 'b', name: 'a' })).name, 'a')
  assert.equal(ok(read({ label: 'c', title: 'b' })).name, 'b')
  assert.equal(ok(read({ label: 'c' })).name, 'c')
})

test('an empty text counts as absent only where the table says so', () => {
  assert.equal(ok(read({ name: '', tag: '' })).tag, undefined)
  assert.equal(ok(read({ name: '' })).name, '')
  assert.equal(read({ name: 'a', size: '' }).ok, false)
})

test('given twice is refused on API endpoints; on links and postbacks the first one counts', () => {
  const source = { name: ['a', 'b'], size: ['2', '3'] }
  const refused = read(source)
  assert.deepEqual(!refused.ok && refused.problems.map(({ field, rule }) => [field, rule]), [
    ['name', 'single'],
    ['size', 'single'],
  ])
  assert.deepEqual(ok(read(source, 'first')), { name: 'a', size: 2, tag: undefined })
})

function ok(reading: ReturnType<typeof read>) {
  assert.ok(reading.ok)
  return reading.values
}
