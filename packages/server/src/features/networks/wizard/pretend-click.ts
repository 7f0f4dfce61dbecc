import type { Network } from '@quoin/core/networks/network.ts'
import { cutPrices, placeOf } from '@quoin/core/prices/cut-prices.ts'
import { hasPrices } from '@quoin/core/prices/price-offer.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { KnownClick } from '../../../store/conversions/reported-conversions.ts'

/** A click that nobody made, for a network without any: it is on no disk and in no list. */
export interface StandIn {
  readonly click: Click
  readonly known: KnownClick
  /** The offer that it is on; undefined where the network has none. */
  readonly offerName: string | undefined
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId'>

/** An offer that pays what most pay, for a network without offers. */
const pretendTerms = {
  payoutMicros: 0,
  payoutShareBasisPoints: 7_000,
  revenueMicros: 0,
  isRepeatable: false,
  holdDays: 0,
  attributionWindowSec: 30 * 86_400,
  goals: null,
  dailyCap: null,
  totalCap: null,
} as const

/** On the network's first offer where it pays, or on one that does not exist, by a user and an app that do not exist either. */
export async function pretendClick(ports: Needs, { id: networkId }: Network): Promise<StandIn> {
  const { db, store, clock, newId } = ports
  const all = { status: null, namePart: null, country: null, platform: null, afterId: 0, limit: 1 }
  const [offer] = await store.offers.listOffersFiltered(db, { ...all, networkId })
  const [terms] = offer === undefined ? [] : await store.claims.listMovedOffers(db, [offer.id])
  const person = {
    appId: 0,
    userId: 'pretend',
    subId: null,
    isTest: false,
    address: null,
  } as const
  const cut = offer && hasPrices(offer) ? cutPrices(offer)[0] : undefined
  const place = cut ? placeOf(cut) : ({ country: 'US', platform: 'android' } as const)
  const where = { ...person, ...place, offerId: offer?.id ?? 0 } as const
  const id = newId()
  const click: Click = {
    ...where,
    id,
    userAgent: null,
    verdict: 'valid',
    outcome: 'redirected',
    reason: null,
    isUnsigned: false,
    clickedAtMs: clock.nowMs(),
  }
  const currency = { currency: 'USD', rateMicros: 1_000_000, decimals: 6, rounding: 'floor' } as const
  const known: KnownClick = {
    ...pretendTerms,
    ...terms,
    ...where,
    networkId,
    clickId: id,
    isBot: false,
    isFallback: false,
    ...currency,
    isCounted: false,
    capsVersion: 0,
  }
  return { click, known, offerName: offer?.name }
}
