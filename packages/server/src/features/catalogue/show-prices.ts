import { notFound } from '@quoin/core/errors.ts'
import type { KnownGoal } from '@quoin/core/offers/goal.ts'
import type { Targeting } from '@quoin/core/targeting/targeting.ts'
import type { FormerAmounts } from '@quoin/core/offers/terms.ts'
import { cutPrices } from '@quoin/core/prices/cut-prices.ts'
import type { Whereabouts } from '@quoin/core/prices/price.ts'
import { offerIn } from '@quoin/core/prices/price-offer.ts'
import { type PriceRow, priceRows, rowsFor } from '@quoin/core/prices/price-rows.ts'
import { country } from '@quoin/core/targeting/filters/country.ts'
import { platform } from '@quoin/core/targeting/filters/platform.ts'
import { price } from '@quoin/core/targeting/filters/price.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'

/** The prices of an offer or goal until a moment. */
interface FormerPrices {
  readonly goal: KnownGoal | null
  readonly amounts: FormerAmounts
}

interface PricedPerson {
  readonly place: Whereabouts
  /** The first of the rules about places that keeps it from them, as a sentence; undefined where it is shown. */
  readonly whyNot: string | undefined
  readonly rows: readonly PriceRow[]
  readonly payoutMicros: number
  readonly revenueMicros: number
}

interface OfferPrices {
  readonly rows: readonly PriceRow[]
  readonly audiencesCount: number
  readonly person: PricedPerson | undefined
  /** The newest first. */
  readonly former: readonly FormerPrices[]
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/** The prices of an offer, and those for somebody at a place. Throws RESOURCE_NOT_FOUND for an unknown offer. */
export async function showPrices(
  { db, store, clock }: Needs,
  { offerId, place }: { readonly offerId: number; readonly place: Whereabouts | undefined },
): Promise<OfferPrices> {
  const stored = await store.offerPrices.findDatedOffer(db, offerId)
  if (!stored) throw notFound(`There is no offer ${offerId}.`)
  const offer = { ...stored, goals: stored.goals.filter(({ isRetired }) => !isRetired) }
  const rows = priceRows(offer)
  const nowSec = secondsOf(clock.nowMs())
  return {
    rows,
    audiencesCount: cutPrices(offer).length,
    person: place && { ...payAt(offer, { rows, place }), whyNot: whyNotShown(offer, { place, nowSec }) },
    former: formerPrices(offer.goals.length > 0 ? [] : stored.amountsBefore, stored.goals),
  }
}

function payAt(
  offer: Targeting,
  { rows, place }: { readonly rows: readonly PriceRow[]; readonly place: Whereabouts },
): Omit<PricedPerson, 'whyNot'> {
  const { payoutMicros, revenueMicros } = offerIn(offer, place)
  return { place, rows: rowsFor(rows, place), payoutMicros, revenueMicros }
}

function whyNotShown(
  offer: Targeting,
  { place, nowSec }: { readonly place: Whereabouts; readonly nowSec: number },
): string | undefined {
  const audience = { ...place, nowSec, isTest: true }
  return [country, platform, price].find((filter) => !filter.keeps(offer, audience))?.explain(offer, audience)
}

/** An offer with goals is paid by them: its own amounts were sums. */
function formerPrices(own: readonly FormerAmounts[], goals: readonly KnownGoal[]): readonly FormerPrices[] {
  const ofOffer = own.toReversed().map((amounts) => ({ goal: null, amounts }))
  const ofGoals = goals.flatMap((goal) =>
    (goal.amountsBefore ?? []).toReversed().map((amounts) => ({ goal, amounts })),
  )
  return [...ofOffer, ...ofGoals].toSorted((one, other) => other.amounts.untilMs - one.amounts.untilMs)
}
