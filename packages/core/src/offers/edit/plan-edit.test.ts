import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomPrices } from '../../../../../test/support/random-prices.ts'
import { editFieldNames, editFields } from './edit-fields.ts'
import { countries as allCountries } from '../../detect/country.ts'
import type { Price } from '../../prices/price.ts'
import { pricesOf, refuseAudiences } from './edited-prices.ts'
import type { EditedOffer, EditField } from './edit-values.ts'
import { type FieldEdit, type OfferEdit, planEdit, readEdit, showChange, withChanges } from './plan-edit.ts'
import { undoEdit } from './undo-edit.ts'

const offer: EditedOffer = {
  id: 1,
  name: 'Toonlock Match',
  networkId: 2,
  isBuiltIn: false,
  revenueMicros: 1_000_000,
  payoutShareBasisPoints: null,
  goals: [],
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
const amounts = { payoutMicros: 1, payoutShareBasisPoints: null, revenueMicros: 2 }
const goals = [
  { goal: 'install', ...amounts },
  { goal: 'level-10', ...amounts },
]
const ofGoal = { ...us, goal: 'level-10' }
const each = allCountries.slice(0, 64)
const countryPrices = each.map((country, at) => ({
  ...us,
  countries: [country],
  revenueMicros: 3_000_000 + at,
}))

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
  ['payout', 'set', '0.5', { goals }, 'Its goals pay, each an amount of its own.'],
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
  ['prices', 'percent', '-10', { goals, prices: [ofGoal] }, [{ ...ofGoal, payoutMicros: 1_800_000 }]],
  ['prices', 'margin', '50', { goals, prices: [ofGoal] }, [{ ...ofGoal, payoutMicros: 1_500_000 }]],
  ['prices', 'percent', '-10', { goals }, 'same'],
  [
    'prices',
    'percent',
    '60',
    { goals, prices: [ofGoal] },
    'Its payout of 3.2 for US of its goal level-10 would be above its revenue of 3.',
  ],
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

test('countries and platforms that an import would refuse beside the prices of an offer or its goals are refused in its words', () => {
  const many = 'tell 65 audiences apart; at most 64 are allowed.'
  const nobody = 'pay nobody whom the offer is for.'
  const narrow = { countries: each, prices: countryPrices }
  assert.equal(plan('countries', 'everywhere', undefined, narrow), `Its prices ${many}`)
  const prices = countryPrices.map((price) => ({ ...price, goal: 'level-10' }))
  assert.equal(plan('countries', 'everywhere', undefined, { ...narrow, goals, prices }), `Its goals ${many}`)
  assert.deepEqual(plan('countries', 'everywhere', undefined, { ...narrow, prices: prices.slice(1) }), [])
  const onlyThere = { payout: 0, revenueMicros: 0, prices: [us], countries: [] }
  assert.equal(plan('countries', 'replace', ['DE'], onlyThere), `Its prices ${nobody}`)
  assert.equal(plan('dailyCap', 'set', '7', { ...onlyThere, countries: ['DE'] }), 7)
})

test('a change of prices is shown by the rows that change, in groups by goal, the first twelve', () => {
  const show = (prices: EditedOffer['prices']) => {
    const [made] = changesOf([{ field: 'prices', op: 'percent', value: '-50' }], { ...offer, goals, prices })
    return made && [showChange(made).before, showChange(made).after]
  }
  const install = [ofGoal, { ...ofGoal, countries: ['DE'] }].map((price) => ({ ...price, goal: 'install' }))
  assert.deepEqual(show([...install, { ...shared, goal: 'level-10' }, { ...ofGoal, platforms: ['ios'] }]), [
    'install (US: 2 of 3; DE: 2 of 3); level-10 (US on ios: 2 of 3)',
    'install (US: 1 of 3; DE: 1 of 3); level-10 (US on ios: 1 of 3)',
  ])
  const [before = ''] = show(countryPrices) ?? []
  assert.equal(before.split('; ').length, 13)
  assert.ok(before.endsWith('; 52 more'))
})

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
    own: randomPrices,
    ofGoals: fc.oneof(fc.constant([[], []]), fc.tuple(randomPrices, randomPrices)),
    hasGoals: fc.boolean(),
    dailyCap: fc.option(counts),
    countries: fc.oneof(fc.constant([]), codes),
    holdDays: fc.integer({ min: 0, max: 365 }),
    platforms: fc.oneof(fc.constant([]), platforms),
    categories: fc.oneof(fc.constant([]), slugs),
    margin: fc.option(fc.integer({ min: 0, max: 10_000 })),
    state: states,
  })
  .map(({ part, own, ofGoals, hasGoals, ...facts }) => ({
    ...offer,
    ...facts,
    payout: Math.floor((facts.revenueMicros * part) / 10_000),
    goals: hasGoals ? goals : [],
    prices: hasGoals
      ? goals.flatMap(({ goal }, at) => (ofGoals[at] ?? []).map((price) => ({ ...price, goal })))
      : own,
  }))
  .filter((one) => refuseAudiences(one) === undefined)

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

test('edits of disjoint fields that the offer may have together give the same offer in either order', () => {
  fc.assert(
    fc.property(offers, edits, (of, given) => {
      if (planEdit(edit(...given), of, nowMs).kind === 'cannot') return
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

test('an undo leaves places for which the prices of now would tell too many audiences apart', () => {
  const wide = { ...offer, countries: [] }
  const made = changesOf(
    [
      { field: 'countries', op: 'replace', value: each },
      { field: 'holdDays', op: 'set', value: '7' },
    ],
    wide,
  )
  const { changes: back, stays } = undoEdit(made, { ...withChanges(wide, made), prices: countryPrices })
  assert.deepEqual(back, [{ field: 'holdDays', before: 7, after: 0 }])
  assert.deepEqual(stays, [{ field: 'countries', reason: 'refused' }])
})

test('an undo finds the prices of goals again in any order of their members, and leaves them all where one was changed', () => {
  const prices = [ofGoal, { ...ofGoal, countries: ['DE', 'AT'] }]
  const priced = { ...offer, goals, prices }
  const made = changesOf([{ field: 'prices', op: 'percent', value: '-10' }], priced)
  const edited = withChanges(priced, made)
  const read = edited.prices.map((price) => Object.fromEntries(Object.entries(price).reverse()))
  const { changes: back } = undoEdit(made, { ...edited, prices: read as unknown as typeof prices })
  assert.deepEqual(withChanges(edited, back).prices, prices)
  assert.deepEqual(pricesOf(prices, 'level-10'), [us, { ...us, countries: ['DE', 'AT'] }])
  const since = edited.prices.map((price, at) => (at === 0 ? { ...price, payoutMicros: 1 } : price))
  assert.deepEqual(undoEdit(made, { ...edited, prices: since }).stays, [
    { field: 'prices', reason: 'changed' },
  ])
})
