import assert from 'node:assert/strict'
import type { Goal } from '@quoin/core/offers/goal.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'

const reading = readOfferRow({
  external_id: 'x-1',
  name: 'Bubble Farm',
  payout: '0.3',
  revenue: '0.4',
  destination_url: 'https://offers.example/?c={click_id}',
  goals: [{ goal: 'level-10', name: 'Reach level 10', payout: '1', revenue: '2' }],
})
assert.ok(reading.ok)
const [goal] = reading.offer.goals
assert.ok(goal)

/** A goal of which a file said no more than it must. */
export const sampleGoal: Goal = { ...goal, isDefault: false }

/** An offer of which a file said no more than it must. */
export const sampleOffer: Offer = {
  ...reading.offer,
  id: 1,
  networkId: 1,
  isTest: false,
  attributionWindowSec: 0,
  holdDays: 0,
  createdAtSec: 0,
  goals: [],
}
