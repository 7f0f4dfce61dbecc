import { type Platform, platforms as allPlatforms } from '@quoin/core/offers/offer.ts'
import { readMicros } from '@quoin/core/payout/money.ts'
import { type Amounts, isNothing, type Price } from '@quoin/core/prices/price.ts'
import type { DataOf } from '../../../../api/operation-types.ts'
import { namePlaces, platformName } from '../../targeting-words.ts'

type StoredPrice = DataOf<'getOffer'>['prices'][number]

/** A price as it is filled in. */
export interface PriceDraft {
  /** By this a list of prices is kept in order while it changes. */
  readonly key: string
  readonly countries: readonly string[]
  readonly platforms: readonly string[]
  readonly revenue: string
  /** An amount, or a share such as `70 %`. */
  readonly earns: string
  /** The payout beside a share, where it is not what the share comes to. */
  readonly payout: string
}

/** The amounts of the rest of the world as they are filled in. */
export interface RestDraft {
  readonly payout: string
  readonly payoutShare: string
  readonly revenue: string
}

export const noRest: RestDraft = { payout: '', payoutShare: '', revenue: '' }

let pricesMade = 0

export function newPrice(amounts?: Pick<PriceDraft, 'revenue' | 'earns'>): PriceDraft {
  pricesMade += 1
  const { revenue = '', earns = '' } = amounts ?? {}
  return { key: `price-${pricesMade}`, countries: [], platforms: [], revenue, earns, payout: '' }
}

export function priceDraftOf(price: StoredPrice): PriceDraft {
  const { countries, platforms, payout, payout_share: share, revenue, foreign_revenue: foreign } = price
  const own = { countries, platforms, revenue: foreign ?? revenue }
  if (share === null) return { ...newPrice(), ...own, earns: payout }
  const isOwn = readMicros(payout) !== shareOf(revenue, share)
  return { ...newPrice(), ...own, earns: `${share} %`, payout: isOwn ? payout : '' }
}

/** The share in a text such as `70 %`; undefined of an amount. */
export function shareIn(earns: string): string | undefined {
  return /^\s*(.*?)\s*%\s*$/.exec(earns)?.[1]
}

export function sentPrice({ countries, platforms, revenue, earns, payout }: PriceDraft) {
  const share = shareIn(earns)
  return {
    countries,
    platforms,
    payout: share === undefined ? earns.trim() : payout || null,
    payoutShare: share ?? null,
    revenue: revenue.trim(),
  }
}

/** "Germany on iOS: 9.45 of 13.5" */
export function showPrice(price: PriceDraft): string {
  return `${nameRow(price)}: ${price.earns || '–'} of ${price.revenue || '–'}`
}

/** Whom a price is for. */
export function nameRow({ countries, platforms }: Pick<PriceDraft, 'countries' | 'platforms'>): string {
  const where = countries.length === 0 ? 'Every country' : namePlaces(countries)
  return platforms.length === 0 ? where : `${where} on ${platforms.map(platformName).join(' and ')}`
}

/** Whether it names nobody yet. */
export function isUnplaced({ countries, platforms }: PriceDraft): boolean {
  return countries.length === 0 && platforms.length === 0
}

/** A draft as core has it; texts that are no amounts are nothing. */
export function priceOf({ countries, platforms, revenue, earns }: PriceDraft): Price {
  const share = shareIn(earns)
  const own = { countries, platforms: asPlatforms(platforms) }
  return {
    ...own,
    ...amountsOf({ revenue, payout: share === undefined ? earns : '', payoutShare: share ?? '' }),
  }
}

export function asPlatforms(words: readonly string[]): readonly Platform[] {
  return allPlatforms.filter((one) => words.includes(one))
}

export function amountsOf({ payout, payoutShare, revenue }: RestDraft): Amounts {
  return {
    payoutMicros: readMicros(payout.trim()) ?? 0,
    payoutShareBasisPoints: basisPointsOf(payoutShare) ?? null,
    revenueMicros: readMicros(revenue.trim()) ?? 0,
  }
}

/** Hundredths of a percent; undefined for what is no number of at most two decimals. */
export function basisPointsOf(percent: string): number | undefined {
  const micros = readMicros(percent.replace('%', '').trim())
  return micros === undefined || micros % 10_000 !== 0 ? undefined : micros / 10_000
}

/** Whether anything is paid in the rest of the world. */
export function paysRest(rest: RestDraft): boolean {
  return !isNothing(amountsOf(rest))
}

/** A part of an amount down to the whole micro, as shares are paid. */
export function partOf(micros: number, basisPoints: number): number {
  const part = BigInt(micros) * BigInt(basisPoints)
  return Number(part / 10_000n)
}

function shareOf(revenue: string, share: string): number | undefined {
  const [micros, basisPoints] = [readMicros(revenue), basisPointsOf(share)]
  return micros === undefined || basisPoints === undefined ? undefined : partOf(micros, basisPoints)
}
