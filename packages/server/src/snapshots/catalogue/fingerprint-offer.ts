import { hash } from 'node:crypto'
import { encodeOffer } from '@quoin/contract/present-offer.ts'
import type { Goal } from '@quoin/core/offers/goal.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'

/** 48 bits: a number holds them exactly. Two states of one offer are compared, never those of two offers. */
const digits = 12

/**
 * A number that is another one whenever something changes that any app may see of an offer, and never 0. It is kept in
 * the database across releases, so that it is made of facts that are shown, and of no setting of a process. Expected
 * revenues are among them because margin rules make payouts of them.
 */
export function fingerprintOffer(offer: Offer): number {
  const { head, tail } = encodeOffer(offer, '')
  const { payoutMicros, revenueMicros, prices, goals } = offer
  return fingerprintText(
    `${head}${tail}${JSON.stringify([payoutMicros, revenueMicros, prices, goals.map(shownOfGoal)])}`,
  )
}

export function fingerprintText(text: string): number {
  return Number.parseInt(hash('md5', text).slice(0, digits), 16) || 1
}

function shownOfGoal(goal: Goal): readonly unknown[] {
  const { goal: id, name, payoutMicros, revenueMicros, prices, position, isRepeatable, deadlineSec } = goal
  return [id, name, payoutMicros, revenueMicros, prices, position, isRepeatable, deadlineSec]
}
