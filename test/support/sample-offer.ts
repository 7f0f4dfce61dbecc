import assert from 'node:assert/strict'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'

const reading = readOfferRow({
  ...{ external_id: 'x-1', name: 'Bubble Farm', payout: '0.3', revenue: '0.4' },
  destination_url: 'https://offers.example/?c={click_id}',
})
assert.ok(reading.ok)

/** An offer of which a file said no more than it must. */
export const sampleOffer: Offer = {
  ...reading.offer,
  ...{ id: 1, networkId: 1, isTest: false, attributionWindowSec: 0, holdDays: 0, createdAtSec: 0 },
}
