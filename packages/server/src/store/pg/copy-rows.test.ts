import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { copied, copyInto, encodeRows, sendRows } from './copy-rows.ts'
import type { RowColumns } from './row-parameters.ts'

interface Sample {
  readonly id: string | null
  readonly small: number | null
  readonly count: number | null
  readonly amountMicros: number | null
  readonly word: string | null
  readonly isTest: boolean | null
  readonly countedOn: string | null
  readonly madeAtMs: number | null
  readonly risk: unknown
}

const columns: RowColumns<Sample> = {
  id: 'uuid',
  small: 'smallint',
  count: 'integer',
  amountMicros: 'bigint',
  word: 'text',
  isTest: 'boolean',
  countedOn: 'date',
  madeAtMs: 'bigint',
  risk: 'jsonb',
}

const text = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 60 }))
  .filter((value) => !value.includes('\u0000'))
const moment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 0, 1) })
const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const sample: fc.Arbitrary<Sample> = fc.record({
  id: nullable(fc.uuid()),
  small: nullable(fc.integer({ min: -32_768, max: 32_767 })),
  count: nullable(fc.integer()),
  amountMicros: nullable(fc.maxSafeInteger()),
  word: nullable(text),
  isTest: nullable(fc.boolean()),
  countedOn: nullable(moment.map((ms) => new Date(ms).toISOString().slice(0, 10))),
  madeAtMs: nullable(moment),
  risk: nullable(fc.record({ score: fc.integer(), sign: text })),
})

test('rows are in the table as they were given', async (t) => {
  const { database, drop } = await createTestDatabase()
  t.after(drop)
  await database.query(`create table samples (place bigint generated always as identity, id uuid, small smallint,
    count integer, amount_micros bigint, word text, is_test boolean, day date, made_at timestamptz, risk jsonb)`)
  const into = copyInto('samples', copied<Sample>(columns, { countedOn: 'day' }))
  const seen = countCases({ 'has several rows': 0.4, 'has a null': 0.3, 'has a row without any': 0.2 })
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { maxLength: 30 }), async (rows) => {
      const nulls = rows.map((row) => Object.values(row).includes(null))
      seen.note({
        'has several rows': rows.length > 1,
        'has a null': nulls.includes(true),
        'has a row without any': nulls.includes(false),
      })
      await database.transaction(async (tx) => {
        tx.send({ text: 'truncate samples' })
        sendRows(tx, into, rows)
      })
      const back = await database.query<Sample>(
        `select id, small, count, amount_micros as "amountMicros", word, is_test as "isTest", day as "countedOn",
           made_at as "madeAtMs", risk from samples order by place`,
        [],
      )
      assert.deepEqual(
        back.map((row) => ({ ...row, risk: row.risk && { ...row.risk } })),
        rows.map((row) => ({ ...row, risk: row.risk && { ...row.risk } })),
      )
    }),
    { numRuns: 60 },
  )
  seen.assertOften()
})

for (const [what, value] of [
  ['a fraction', { amountMicros: 0.5 }],
  ['a value that is no number', { count: Number.NaN }],
  ['a number that is not exact', { amountMicros: 2 ** 53 }],
  ['a day that is none', { countedOn: 'yesterday' }],
  ['a short id', { id: '0199f2c4' }],
  ['a long id', { id: '0199f2c4-0000-7000-8000-0000000000000' }],
  ['an id of other letters', { id: '0199f2c4-0000-7000-8000-00000000000g' }],
] as const) {
  test(`${what} is refused, not written as something else`, () => {
    const { columns: all } = copyInto('samples', copied<Partial<Sample>>(columns))
    assert.throws(() => encodeRows(all, [value]))
  })
}
