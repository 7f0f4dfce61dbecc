import type { EncodedOffer } from '@quoin/core/catalogue/build-catalogue.ts'
import type { Goal } from '@quoin/core/offers/goal.ts'
import type { GoalProgress } from '@quoin/core/offers/goal-progress.ts'
import { presentedPlatforms } from '@quoin/core/offers/offer.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { AppCurrency } from '@quoin/core/apps/app-settings.ts'
import { convertToLocal } from '@quoin/core/payout/convert.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { type Cut, placesOf } from '@quoin/core/prices/cut-prices.ts'
import type { Static } from 'typebox'
import type { offerShape } from './shapes/responses.ts'
import type { Given } from './shown.ts'

/** The fields of an offer as the list has them. */
export type OfferFields = Given<Static<typeof offerShape>>
type Head = Pick<OfferFields, 'offer_id' | 'name' | 'description'>
type Tail = Omit<
  OfferFields,
  keyof Head | 'payout' | 'payout_local' | 'currency' | 'link' | 'goals' | 'prices'
>
type GoalEnd = Omit<NonNullable<OfferFields['goals']>[number], 'goal' | 'name' | 'payout' | 'payout_local'>

/**
 * The wire form of an offer in two fixed pieces: what stands before `payout`, and what stands after
 * `link`. Only the four fields between them depend on app and user, so a list is written by copying bytes.
 */
export function encodeOffer(offer: Offer, fallbackImageUrl: string): EncodedOffer {
  const { id, name, description } = offer
  const places = placesOf(offer)
  const head = JSON.stringify({ offer_id: id, name, description } satisfies Head)
  const tail = JSON.stringify({
    image_url: offer.imageUrl ?? fallbackImageUrl,
    platforms: presentedPlatforms(places),
    category: offer.categories[0] ?? null,
    categories: offer.categories,
    countries: places.countries,
    requirements: offer.requirements,
    expires_at: offer.endsAtSec,
    cost: offer.cost,
    cost_amount: offer.costMicros === null ? null : Number(formatMicros(offer.costMicros)),
    cost_currency: offer.costCurrency,
    minutes: offer.minutes,
  } satisfies Tail)
  return { head: `${head.slice(0, -1)},"payout":`, tail: `",${tail.slice(1)}` }
}

/** The texts of an offer that its record leaves out: with 100,000 offers a second copy would take 13 MB and more. */
interface OfferTexts {
  readonly description: string
  readonly requirements: string | null
  readonly image_url: string
}

/** The texts of an offer, from both of its pieces: with the fields between them they are the whole. */
export function readTexts({ head, tail }: EncodedOffer): OfferTexts {
  return JSON.parse(`${head}0,"link":"${tail}`) as OfferTexts // written above
}

/** The part that depends on the app, and is the same for each of its users. */
export interface OfferTerms {
  readonly trackUrl: string
  readonly apiKey: string
  readonly currency: ShownCurrency
}

/** The app's currency, and the promotion in it that runs now. */
export interface ShownCurrency extends AppCurrency {
  readonly promotionBasisPoints: number | null
}

/** The fields between an offer's pieces, up to the place in its link where `encodeLinkTail` goes on. */
export function encodeTerms(
  offer: { readonly id: number; readonly payoutMicros: number },
  { trackUrl, currency }: OfferTerms,
): string {
  const localMicros = convertToLocal({ payoutMicros: offer.payoutMicros, ...currency })
  return (
    `${formatMicros(offer.payoutMicros)},"payout_local":${formatMicros(localMicros)}` +
    `,"currency":${JSON.stringify(currency.name)},"link":"${trackUrl}?offerId=${offer.id}`
  )
}

/**
 * The goals of an offer, to go between the last of its pieces and the brace that ends it. `progress` is the user's,
 * in their order; without it they have not begun.
 */
export function encodeGoals(
  goals: readonly Goal[],
  currency: ShownCurrency,
  progress: readonly GoalProgress[] = [],
): string {
  const texts = goals.map((goal, index) => {
    const localMicros = convertToLocal({ payoutMicros: goal.payoutMicros, ...currency })
    const rest = JSON.stringify({
      order: goal.position,
      repeatable: goal.isRepeatable,
      deadline_seconds: goal.deadlineSec,
      progress: progress[index] ?? 'not_started',
    } satisfies GoalEnd)
    return (
      `${JSON.stringify({ goal: goal.goal, name: goal.name }).slice(0, -1)}` +
      `,"payout":${formatMicros(goal.payoutMicros)},"payout_local":${formatMicros(localMicros)}` +
      `,${rest.slice(1)}`
    )
  })
  return `,"goals":[${texts.join()}]`
}

/** All prices of an offer, to go where its goals do. */
export function encodePrices(
  prices: readonly (Cut & { readonly payoutMicros: number })[],
  currency: ShownCurrency,
): string {
  const texts = prices.map(({ countries, platforms, payoutMicros }) => {
    const localMicros = convertToLocal({ payoutMicros, ...currency })
    return (
      `${JSON.stringify({ countries, platforms: presentedPlatforms({ platforms }) }).slice(0, -1)}` +
      `,"payout":${formatMicros(payoutMicros)},"payout_local":${formatMicros(localMicros)}}`
    )
  })
  return `,"prices":[${texts.join()}]`
}

interface LinkUser {
  readonly apiKey: string
  readonly userId?: string | undefined
  readonly subId?: string | undefined
  /** In place of a user: stands in the link as it is. */
  readonly userMacro?: string | undefined
}

/** `&apiKey=…&userId=…[&subId=…]`, percent-encoded, so it needs no JSON escapes. */
export function encodeLinkTail({ apiKey, userId, subId, userMacro }: LinkUser): string {
  const user = userId === undefined ? (userMacro ?? '') : encodeURIComponent(userId)
  const base = `&apiKey=${encodeURIComponent(apiKey)}&userId=${user}`
  return subId ? `${base}&subId=${encodeURIComponent(subId)}` : base
}
