import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomPrices } from '../../../../../test/support/random-prices.ts'
import { editFieldNames, editFields } from './edit-fields.ts'
import type { Price } from '../../prices/price.ts'
import type { EditedOffer, EditField } from './edit-values.ts'
import { type FieldEdit, type OfferEdit, planEdit, readEdit, withChanges } from './plan-edit.ts'
import { undoEdit } from './undo-edit.ts'

const offer: EditedOffer = {
  id: 1,
  name: 'Toonlock Match',
  networkId: 2,
  isBuiltIn: false,
  revenueMicros: 1_000_000,
  payoutShareBasisPoints: null,
  goalsCount: 0,
  prices: [],
  dailyCap: 500,
  payout: 351_000,
  countries: ['NG', 'GH'],
  holdDays: 0,
  platforms: [],
  categories: ['game'],
  margin: null,
  state: { file: 'active', pausedAtMs: null },
}
const nowMs = 1_800_000_000_000

function edit(...given: FieldEdit[]): OfferEdit {
  const reading = readEdit(given)
  assert.ok('edit' in reading, JSON.stringify(reading))
  return reading.edit
}

function plan(field: EditField, op: string, value?: unknown, of: Partial<EditedOffer> = {}) {
  const planned = planEdit(edit({ field, op, value }), { ...offer, ...of }, nowMs)
  if (planned.kind === 'change') return planned.changes[0]?.after
  return planned.kind === 'same' ? 'same' : planned.reason
}

const us: Price = {
  countries: ['US'],
  platforms: [],
  payoutMicros: 2_000_000,
  payoutShareBasisPoints: null,
  revenueMicros: 3_000_000,
}
const shared: Price = { ...us, payoutShareBasisPoints: 5_000 }

for (const [field, op, value, of, becomes] of [
  ['dailyCap', 'set', '300', {}, 300],
  ['dailyCap', 'set', '500', {}, 'same'],
  ['dailyCap', 'raise', '20', {}, 600],
  ['dailyCap', 'raise', '1', { dailyCap: 7 }, 8],
  ['dailyCap', 'raise', '20', { dailyCap: null }, 'same'],
  ['dailyCap', 'lower', '33.5', { dailyCap: 10 }, 6],
  ['dailyCap', 'lower', '50', { dailyCap: 1 }, 'Its cap would be below 1: pause it instead.'],
  ['dailyCap', 'raise', '100', { dailyCap: 900_000_000 }, 'Its cap would be above 1000000000.'],
  ['dailyCap', 'remove', undefined, {}, null],
  ['payout', 'set', '0.5', {}, 500_000],
  ['payout', 'percent', '-10', {}, 315_900],
  ['payout', 'percent', '33.33', { payout: 1 }, 'same'],
  ['payout', 'margin', '30', {}, 700_000],
  ['payout', 'margin', '33.33', { revenueMicros: 7 }, 4],
  ['payout', 'set', '1.1', {}, 'Its payout of 1.1 would be above its revenue of 1.'],
  ['payout', 'set', '0.5', { goalsCount: 2 }, 'Its goals pay, each an amount of its own.'],
  [
    'payout',
    'margin',
    '30',
    { payoutShareBasisPoints: 5_000 },
    'Its payout is 50 % of what the network pays, not an amount.',
  ],
  ['prices', 'percent', '-10', { prices: [us] }, [{ ...us, payoutMicros: 1_800_000 }]],
  ['prices', 'margin', '50', { prices: [us] }, [{ ...us, payoutMicros: 1_500_000 }]],
  ['prices', 'margin', '50', { prices: [shared] }, 'same'],
  ['prices', 'percent', '-10', { prices: [] }, 'same'],
  ['prices', 'percent', '60', { prices: [us] }, 'Its payout of 3.2 for US would be above its revenue of 3.'],
  ['countries', 'add', ['at', 'GH'], {}, ['NG', 'GH', 'AT']],
  ['countries', 'add', ['AT'], { countries: [] }, 'same'],
  ['countries', 'remove', ['GH'], {}, ['NG']],
  [
    'countries',
    'remove',
    ['GH', 'NG'],
    {},
    'No country would be left, which would mean everywhere: pause it instead.',
  ],
  [
    'countries',
    'remove',
    ['DE'],
    { countries: [] },
    'It is shown everywhere: replace its countries instead.',
  ],
  ['countries', 'replace', ['GH', 'NG'], {}, 'same'],
  ['countries', 'everywhere', undefined, {}, []],
  ['holdDays', 'set', '7', {}, 7],
  ['platforms', 'replace', ['ios'], {}, ['ios']],
  ['platforms', 'replace', ['ios', 'android', 'desktop'], {}, 'same'],
  ['categories', 'add', ['Free trials'], {}, ['game', 'free-trials']],
  ['categories', 'remove', ['game'], {}, []],
  ['margin', 'set', '25', {}, 2_500],
  ['margin', 'remove', undefined, {}, 'same'],
  ['state', 'pause', undefined, {}, { file: 'active', pausedAtMs: nowMs }],
  ['state', 'pause', undefined, { state: { file: 'active', pausedAtMs: 5 } }, 'same'],
  [
    'state',
    'resume',
    undefined,
    { state: { file: 'paused', pausedAtMs: null } },
    { file: 'active', pausedAtMs: null },
  ],
  [
    'holdDays',
    'set',
    '7',
    { isBuiltIn: true },
    'The server keeps it: it is one of the built-in test offers.',
  ],
] as const) {
  test(`${field} ${op} ${String(value ?? '')} of ${JSON.stringify(of)}: ${JSON.stringify(becomes)}`, () => {
    assert.deepEqual(plan(field, op, value, of as Partial<EditedOffer>), becomes)
  })
}

test('an offer that one field refuses stays as a whole', () => {
  const both = edit({ field: 'holdDays', op: 'set', value: '7' }, { field: 'payout', op: 'set', value: '9' })
  assert.equal(planEdit(both, offer, nowMs).kind, 'cannot')
})

test('every bad change is told with its place', () => {
  const reading = readEdit([
    { field: 'dailyCap', op: 'raise', value: '0' },
    { field: 'payout', op: 'double' },
    { field: 'state', op: 'pause', value: 'x' },
    { field: 'state', op: 'resume' },
    { field: 'countries', op: 'add', value: [] },
    { field: 'holdDays', op: 'set', value: '400' },
  ])
  assert.ok('problems' in reading)
  assert.deepEqual(
    reading.problems.map(({ at }) => at),
    ['0.value', '1.op', '2.value', '3.field', '4.value', '5.value'],
  )
  assert.ok('problems' in readEdit([]))
})

const counts = fc.integer({ min: 1, max: 1_000_000_000 })
const percents = fc.integer({ min: 1, max: 9_999 }).map((points) => String(points / 100))
const codes = fc.uniqueArray(fc.constantFrom('DE', 'AT', 'CH', 'NG', 'GH'), { minLength: 1 })
const slugs = fc.uniqueArray(fc.constantFrom('game', 'survey', 'finance'), { minLength: 1 })
const platforms = fc.uniqueArray(fc.constantFrom('desktop', 'android', 'ios'), { minLength: 1 })
const operands = {
  nothing: fc.constant(undefined),
  count: counts.map(String),
  percent: percents,
  amount: fc.integer({ min: 0, max: 200_000 }).map((cents) => String(cents / 100)),
  days: fc.integer({ min: 0, max: 365 }).map(String),
  countries: codes,
  platforms,
  categories: slugs,
} as const

const changes: fc.Arbitrary<FieldEdit> = fc
  .constantFrom(
    ...editFieldNames.flatMap((field) => Object.keys(editFields[field].ops).map((op) => ({ field, op }))),
  )
  .chain(({ field, op }) => {
    const takes = editFields[field].ops[op]?.takes ?? 'nothing'
    return fc.record({ field: fc.constant(field), op: fc.constant(op), value: operands[takes] })
  })
const edits = fc.uniqueArray(changes, { minLength: 1, maxLength: 8, selector: ({ field }) => field })
const states = fc.record({
  file: fc.constantFrom('active' as const, 'paused' as const),
  pausedAtMs: fc.option(fc.integer({ min: 0, max: nowMs })),
})
const offers: fc.Arbitrary<EditedOffer> = fc
  .record({
    revenueMicros: fc.integer({ min: 0, max: 100_000_000_000 }),
    part: fc.integer({ min: 0, max: 10_000 }),
    payoutShareBasisPoints: fc.option(fc.integer({ min: 0, max: 10_000 })),
    goalsCount: fc.constantFrom(0, 0, 3),
    prices: randomPrices,
    dailyCap: fc.option(counts),
    countries: fc.oneof(fc.constant([]), codes),
    holdDays: fc.integer({ min: 0, max: 365 }),
    platforms: fc.oneof(fc.constant([]), platforms),
    categories: fc.oneof(fc.constant([]), slugs),
    margin: fc.option(fc.integer({ min: 0, max: 10_000 })),
    state: states,
  })
  .map(({ part, ...facts }) => ({
    ...offer,
    ...facts,
    payout: Math.floor((facts.revenueMicros * part) / 10_000),
  }))

function changesOf(given: readonly FieldEdit[], of: EditedOffer) {
  const planned = planEdit(edit(...given), of, nowMs)
  return planned.kind === 'change' ? planned.changes : []
}

test('an edit and its undo give the same offer', () => {
  fc.assert(
    fc.property(offers, edits, (of, given) => {
      const made = changesOf(given, of)
      const edited = withChanges(of, made)
      const { changes: back, stays } = undoEdit(made, edited)
      assert.deepEqual(stays, [])
      assert.deepEqual(withChanges(edited, back), of)
    }),
  )
})

test('edits of disjoint fields give the same offer in either order', () => {
  fc.assert(
    fc.property(offers, edits, (of, given) => {
      const half = Math.floor(given.length / 2)
      const [one, other] = [given.slice(0, half), given.slice(half)]
      if (one.length === 0) return
      const apply = (to: EditedOffer, part: readonly FieldEdit[]) => withChanges(to, changesOf(part, to))
      assert.deepEqual(apply(apply(of, one), other), apply(apply(of, other), one))
    }),
  )
})

test('no edit gives a cap below 1, a payout above the revenue, or a margin that is not exact', () => {
  fc.assert(
    fc.property(offers, edits, (of, given) => {
      const { dailyCap, payout, countries } = withChanges(of, changesOf(given, of))
      assert.ok(dailyCap === null || (Number.isSafeInteger(dailyCap) && dailyCap >= 1))
      assert.ok(Number.isSafeInteger(payout) && payout >= 0)
      assert.ok(payout === of.payout || payout <= of.revenueMicros)
      const kept = given.find(({ field, op }) => field === 'payout' && op === 'margin')
      if (kept !== undefined && payout !== of.payout) {
        const points = BigInt(Math.round(Number(kept.value) * 100))
        assert.equal(BigInt(payout), (BigInt(of.revenueMicros) * (10_000n - points)) / 10_000n)
      }
      assert.ok(
        countries.length > 0 || of.countries.length === 0 || given.some(({ op }) => op === 'everywhere'),
      )
    }),
  )
})

test('an undo puts back only what is still as the edit left it, and only what may be had now', () => {
  const made = changesOf(
    [
      { field: 'dailyCap', op: 'set', value: '300' },
      { field: 'payout', op: 'percent', value: '-50' },
      { field: 'holdDays', op: 'set', value: '7' },
    ],
    offer,
  )
  const since = { ...withChanges(offer, made), dailyCap: 800, revenueMicros: 300_000 }
  const { changes: back, stays } = undoEdit(made, since)
  assert.deepEqual(back, [{ field: 'holdDays', before: 7, after: 0 }])
  assert.deepEqual(stays, [
    { field: 'dailyCap', reason: 'changed' },
    { field: 'payout', reason: 'refused' },
  ])
})
