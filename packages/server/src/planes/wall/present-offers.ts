import { encodeLinkTail } from '@quoin/contract/present-offer.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { type Pricing, payoutAt } from '@quoin/core/catalogue/pricing.ts'
import { shownHost } from '@quoin/core/wall/shown-host.ts'
import type { GoalProgress } from '@quoin/core/offers/goal-progress.ts'
import type { CostFacts } from '@quoin/core/offers/cost.ts'
import { isOneOfSeveral } from '@quoin/core/catalogue/listings.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import { type Platform, presentedPlatforms } from '@quoin/core/offers/offer.ts'
import { isPricedIn } from '@quoin/core/prices/price-offer.ts'
import { convertToLocal } from '@quoin/core/payout/convert.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { applyMargin } from '@quoin/core/terms/margin-rule.ts'
import type { UsualTimes } from '@quoin/core/tickets/diagnose-reward.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { openLinkSigner } from '../../features/tracking/sign-links.ts'
import type { WallVisit } from '../../features/wall/enter-wall.ts'
import type { OfferCardView, StepView, Usual } from '@quoin/wall/model.ts'
import type { Ports } from '../../ports/ports.ts'
import { imagePath, textsOf } from '../../features/wall/offer-texts.ts'

type Needs = Pick<Ports, 'settings' | 'keyring' | 'riskFigures'>

/** An offer in the very catalogue that its index belongs to. */
interface ShownOffer {
  readonly catalogue: Catalogue
  readonly index: number
  readonly pricing: Pricing
  readonly progress: readonly GoalProgress[] | undefined
  /** The visitor's. */
  readonly country: string
}

export function presentCard(ports: Needs, visit: WallVisit, shown: ShownOffer): OfferCardView {
  const { catalogue, index, pricing } = shown
  const offer = catalogue.offerAt(index)
  const { requirements, description, imageUrl } = textsOf(shown)
  const payoutMicros = payoutAt(catalogue.data, index, pricing)
  const steps = offer.goals.filter(({ isRepeatable }) => !isRepeatable)
  return {
    id: offer.id,
    name: offer.name,
    requirement: requirements || description,
    image: imagePath(offer.id, imageUrl),
    amount: amountOf(visit, payoutMicros, pricing),
    usualAmount: pricing.promotion === null ? null : amountOf(visit, payoutMicros, withoutPromotion(pricing)),
    steps: steps.length,
    stepsDone: offer.goals.filter((goal, at) => !goal.isRepeatable && shown.progress?.[at] === 'completed')
      .length,
    devices: devicesOf(shown, offer),
    usual: presentUsual(ports.riskFigures.findUsualTimes(offer.id)),
    cost: presentCost(offer),
    minutes: offer.minutes,
    link: linkOf(ports, visit, offer.id),
    host: shownHost(offer.destinationUrl) ?? '',
  }
}

/** The devices on which an offer can be had in the visitor's country; those of the offer where it has no price there. */
export function devicesOf(
  { catalogue, index, country }: Pick<ShownOffer, 'catalogue' | 'index' | 'country'>,
  listed: CatalogueOffer,
): readonly Platform[] {
  const offer = isOneOfSeveral(catalogue.data, index) ? (catalogue.findOffer(listed.id) ?? listed) : listed
  const all = presentedPlatforms(offer)
  const paid = all.filter((platform) => isPricedIn(offer, { country, platform }))
  return paid.length > 0 ? paid : all
}

function presentCost({ cost, costMicros, costCurrency }: CostFacts): OfferCardView['cost'] {
  if (cost === null) return null
  return { kind: cost, amount: costMicros === null ? null : formatMicros(costMicros), currency: costCurrency }
}

/** The steps of an offer, in their order, with when each ends for the start there was. */
export function presentSteps(
  visit: WallVisit,
  shown: ShownOffer,
  startedAtMs: number | undefined,
): readonly StepView[] {
  const { catalogue, index, pricing, progress } = shown
  const offer = catalogue.offerAt(index)
  const margin = pricing.marginOf?.(offer.id)
  return offer.goals.map((goal, at) => {
    const { payoutMicros } = margin === undefined ? goal : applyMargin(goal, margin)
    const deadlineSec = goal.deadlineSec
    return {
      goal: goal.goal,
      name: goal.name,
      amount: amountOf(visit, payoutMicros, pricing),
      isRepeatable: goal.isRepeatable,
      state: progress?.[at] ?? 'not_started',
      deadlineSec,
      endsAt: startedAtMs === undefined || deadlineSec === null ? null : secondsOf(startedAtMs) + deadlineSec,
    }
  })
}

export function presentUsual(usual: UsualTimes | undefined): Usual | null {
  return usual ?? null
}

/** The tracking link of the visitor, signed where the app signs its links. */
function linkOf(ports: Needs, { app, key, userId, subId }: WallVisit, offerId: number): string {
  const address = `${ports.settings.trackUrl}?offerId=${offerId}`
  const signed = { apiKey: key.key, offerId, userId, subId }
  const signature = app.signedLinks === 'off' ? '' : `&sig=${openLinkSigner(ports, app)(signed)}`
  return `${address}${encodeLinkTail({ apiKey: key.key, userId, subId })}${signature}`
}

function amountOf({ app }: WallVisit, payoutMicros: number, { promotion }: Pricing): string {
  const promotionBasisPoints = promotion?.basisPoints ?? null
  return formatMicros(convertToLocal({ payoutMicros, ...app.currency, promotionBasisPoints }))
}

function withoutPromotion(pricing: Pricing): Pricing {
  return { ...pricing, promotion: null }
}
