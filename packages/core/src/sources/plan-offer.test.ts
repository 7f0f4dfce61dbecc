import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../offers/offer-fields.ts'
import { readOfferRow } from '../offers/offer-row.ts'
import { type KnownBySource, wholeRow } from './own-columns.ts'
import { type FedOffer, planMissing, planOffer } from './plan-offer.ts'

const row = {
  external_id: '9',
  name: 'Farm',
  payout: '1.40',
  revenue: '2',
  destination_url: 'https://x.example/?c={click_id}',
}
const fed: FedOffer = { row, standing: 'open', doubts: [] }
const rule = { read: readOfferRow }

/** The offer as a source has written it, with what a person has changed since. */
function known(
  given: Readonly<Record<string, unknown>> | null = row,
  changed: Partial<Offer> = {},
): KnownBySource {
  const reading = readOfferRow(given ?? row, { rateOf: () => 1_080_000_000 })
  assert.ok(reading.ok)
  const added = { id: 1, networkId: 1, isTest: false, attributionWindowSec: 1, createdAtSec: 1 }
  const stored: Offer = { ...reading.offer, holdDays: reading.offer.holdDays ?? 0, ...added, ...changed }
  return {
    stored: { ...stored, fileStatus: stored.status },
    given: given && wholeRow(reading.offer),
    isAllowed: false,
  }
}

test('an offer that nobody knows is new, and one that is as it was stays so', () => {
  const plan = planOffer(fed, undefined, rule)
  assert.deepEqual([plan.verdict, plan.offer?.name, plan.given?.['payout']], ['new', 'Farm', '1.4'])
  assert.deepEqual(plan.changes, [
    { field: 'payout', before: '', after: '1.4' },
    { field: 'revenue', before: '', after: '2' },
    { field: 'countries', before: '', after: 'everywhere' },
    { field: 'platforms', before: '', after: 'all' },
  ])
  const same = planOffer(fed, known(), rule)
  assert.deepEqual([same.verdict, same.offer, same.given], ['same', undefined, undefined])
})

test('changes of a network count, and those of a person stay, column by column', () => {
  const changed = known(row, { name: 'Sunny Farm', dailyCap: 7 })
  const plan = planOffer(
    { ...fed, row: { ...row, name: 'Farm 2', revenue: '3', payout: '2.10' } },
    changed,
    rule,
  )
  assert.equal(plan.verdict, 'changed')
  assert.deepEqual(plan.own, ['name', 'daily_cap'])
  assert.deepEqual(plan.changes, [
    { field: 'payout', before: '1.4', after: '2.1' },
    { field: 'revenue', before: '2', after: '3' },
  ])
  assert.deepEqual(
    [plan.offer?.name, plan.offer?.dailyCap, plan.offer?.revenueMicros],
    ['Sunny Farm', 7, 3_000_000],
  )
  assert.equal(plan.given?.['name'], 'Farm 2', 'what the network says now is what the next run compares with')
})

test('a person’s value that the network says by now, too, is the network’s again', () => {
  const mine = known(row, { name: 'Farm 2' })
  const plan = planOffer({ ...fed, row: { ...row, name: 'Farm 2' } }, mine, rule)
  assert.deepEqual([plan.verdict, plan.given?.['name']], ['same', 'Farm 2'])
})

test('a price that a person has set and that would lose money by now holds the offer', () => {
  const mine = known(row, { payoutMicros: 1_900_000 })
  const plan = planOffer({ ...fed, row: { ...row, revenue: '1.50', payout: '1' } }, mine, rule)
  assert.deepEqual([plan.verdict, plan.offer], ['held', undefined])
  assert.match(plan.reasons.join(' '), /lose money/)
})

test('a row without payouts never changes a price, and makes no offer', () => {
  const { payout: _payout, revenue: _revenue, ...unpriced } = row
  const listed = { ...fed, row: { ...unpriced, name: 'Farm 2' }, isUnpriced: true }
  assert.equal(planOffer(listed, undefined, rule).verdict, 'held')
  const plan = planOffer(listed, known(), rule)
  assert.deepEqual([plan.verdict, plan.changes.map(({ field }) => field)], ['changed', ['name']])
  assert.equal(plan.offer?.revenueMicros, 2_000_000)
})

test('a forbidden offer is not created, and one that is shown is paused, whoever has resumed it', () => {
  const forbidden = { ...fed, forbidden: { sentence: 'No incent traffic.', place: 'restrictions' } }
  assert.deepEqual(planOffer(forbidden, undefined, rule).offer, undefined)
  const plan = planOffer(forbidden, known(), rule)
  assert.deepEqual(
    [plan.verdict, plan.reasons, plan.offer?.status],
    ['forbidden', ['No incent traffic.'], 'paused'],
  )
  const resumed = known({ ...row, status: 'paused' }, { status: 'active' })
  assert.equal(planOffer(forbidden, resumed, rule).offer?.status, 'paused')
  assert.equal(planOffer(forbidden, { ...known(), isAllowed: true }, rule).verdict, 'same')
})

test('an offer that is ended, missing or not approved is paused, comes back by itself, and stays shown where a person has resumed it', () => {
  for (const standing of ['ended', 'not_approved'] as const) {
    const plan = planOffer({ ...fed, standing }, known(), rule)
    assert.deepEqual(
      [plan.verdict, plan.offer?.status, plan.given?.['status']],
      [standing, 'paused', 'paused'],
    )
    const back = planOffer(fed, known(plan.given, {}), rule)
    assert.deepEqual([back.verdict, back.offer?.status], ['changed', 'active'])
  }
  assert.equal(planMissing(known()).offer?.status, 'paused')
  const resumed = known({ ...row, status: 'paused' }, { status: 'active' })
  assert.equal(planMissing(resumed).offer, undefined)
})

test('a doubtful row, and one that cannot be read, is held with every reason and changes nothing', () => {
  const doubtful = planOffer({ ...fed, doubts: ['It pays 12 % of the sale.'] }, known(), rule)
  assert.deepEqual(
    [doubtful.verdict, doubtful.reasons, doubtful.offer],
    ['held', ['It pays 12 % of the sale.'], undefined],
  )
  const unread = planOffer({ ...fed, row: { ...row, countries: ['Atlantis'], name: '' } }, undefined, rule)
  assert.equal(unread.verdict, 'held')
  assert.ok(unread.reasons.length >= 2)
  assert.match(unread.reasons.join(' '), /Countries .*Atlantis/i)
})

test('an offer that came another way is taken over as its source has it', () => {
  const plan = planOffer({ ...fed, row: { ...row, name: 'Farm 2' } }, known(null), rule)
  assert.deepEqual([plan.verdict, plan.own, plan.offer?.name], ['changed', [], 'Farm 2'])
})

test('a row of a source is never read again: another currency of the network, or a rate that is gone, makes nothing a person’s', () => {
  const inSek = known({ ...row, currency: 'SEK', payout: '0.1' })
  assert.deepEqual(planOffer({ ...fed, row: { ...row, currency: 'USD' } }, inSek, rule).own, [])
})

test('amounts that a person has set in one currency hold an offer that the network pays in another', () => {
  const mine = known(row, { revenueMicros: 3_000_000 })
  const read = (given: Readonly<Record<string, unknown>>) =>
    readOfferRow(given, { rateOf: () => 1_080_000_000 })
  const plan = planOffer({ ...fed, row: { ...row, currency: 'EUR' } }, mine, { read })
  assert.deepEqual([plan.verdict, plan.offer], ['held', undefined])
  assert.match(plan.reasons.join(' '), /pays in EUR by now/)
})

test('days held that an operator has set stay theirs, where the network names some', () => {
  const mine = known({ ...row, hold_days: 5 }, { holdDays: 9 })
  const plan = planOffer({ ...fed, row: { ...row, hold_days: 30, name: 'Barn' } }, mine, rule)
  assert.deepEqual(
    [plan.own, plan.changes.map(({ field }) => field), plan.offer?.holdDays],
    [['hold_days'], ['name'], null],
  )
  assert.equal(
    planOffer({ ...fed, row: { ...row, hold_days: 30 } }, known({ ...row, hold_days: 5 }), rule).offer
      ?.holdDays,
    30,
  )
})

test('a row without payouts that names no countries leaves those that are known', () => {
  const { payout: _payout, revenue: _revenue, ...unpriced } = row
  const plan = planOffer(
    { ...fed, row: { ...unpriced, name: 'Barn' }, isUnpriced: true },
    known({ ...row, countries: ['GB'] }),
    rule,
  )
  assert.deepEqual(plan.offer?.countries, ['GB'])
})
