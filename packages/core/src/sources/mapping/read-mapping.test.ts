import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMapping } from './read-mapping.ts'

const whole = {
  format: 'json',
  records: 'offers',
  columns: {
    external_id: { at: 'id' },
    name: { at: ['title', 'name'], default: 'Offer' },
    destination_url: { at: 'link' },
  },
}

function problemsOf(raw: unknown): readonly string[] {
  const reading = readMapping(raw)
  return reading.ok ? [] : reading.problems.map(({ field, message }) => `${field}: ${message}`)
}

test('one path is a list of one, and reading it again changes nothing', () => {
  const reading = readMapping(whole)
  assert.ok(reading.ok)
  assert.deepEqual(reading.mapping.columns.external_id, { at: ['id'] })
  assert.deepEqual(readMapping(reading.mapping), reading)
})

test('every fault is named with its place', () => {
  const faults = problemsOf({
    format: 'yaml',
    delimiter: 'comma',
    count: 'a..b',
    steps: 1,
    columns: {
      name: { at: [], as: 'amount' },
      payout: { at: 'x' },
      revenue: { as: 'percent', at: 'x', constant: '1' },
      destination_url: { at: 'link', macro: '{u}', parameter: 's' },
      status: { at: 's', words: { open: 'live', shut: [] } },
      currency: {},
      external_id: { constant: '1' },
    },
    goals: { at: 'goals', revenue: 'payout' },
    prices: { at: 'payments', revenue: 'payout' },
  })
  for (const place of [
    ...[
      'format',
      'delimiter',
      'records',
      'count',
      'steps',
      'columns.payout',
      'columns.name.at',
      'columns.name.as',
    ],
    ...['columns.revenue.as', 'columns.revenue', 'columns.destination_url', 'columns.status.words.open'],
    ...['columns.status.words.shut', 'columns.currency', 'columns.external_id', 'goals.id', 'prices'],
  ])
    assert.ok(
      faults.some((fault) => fault.startsWith(`${place}: `)),
      `${place} in ${faults.join('\n')}`,
    )
})

for (const [told, raw] of [
  ['nothing', undefined],
  ['a list', []],
  ['a text', 'json'],
  ['no columns', { format: 'json', records: '' }],
  ['columns of another type', { ...whole, columns: [] }],
  ['a column of another type', { ...whole, columns: { ...whole.columns, name: 'title' } }],
  ['a path of another type', { ...whole, records: 1 }],
  ['a path with NUL', { ...whole, records: 'a\u0000' }],
  [
    'a default of the id',
    { ...whole, columns: { ...whole.columns, external_id: { at: 'id', default: '1' } } },
  ],
  ['six paths', { ...whole, columns: { ...whole.columns, name: { at: ['a', 'b', 'c', 'd', 'e', 'f'] } } }],
  [
    'a constant of 501 characters',
    { ...whole, columns: { ...whole.columns, name: { constant: 'x'.repeat(501) } } },
  ],
] as const) {
  test(`${told} is refused`, () => assert.ok(problemsOf(raw).length > 0))
}

test('faults are told up to a bound', () => {
  const columns = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`c${at}`, 1]))
  assert.equal(problemsOf({ ...whole, columns }).length, 50)
})
