import type { OfferEvidence } from '../../packages/core/src/ranking/evidence.ts'
import { drawBeta, seededDraw } from '../../packages/core/src/ranking/random.ts'

/** An offer with the truth that no policy knows. */
export interface TrueOffer {
  readonly id: number
  readonly payoutMicros: number
  /** From which batch on it is there. */
  readonly sinceBatch: number
  /** By audience. */
  readonly rates: Readonly<Record<string, { readonly click: number; readonly convert: number }>>
}

export interface SimulatedWorld {
  readonly offers: readonly TrueOffer[]
  readonly audiences: readonly {
    readonly country: string
    readonly platform: 'ios' | 'android'
    readonly share: number
  }[]
  readonly batches: number
  readonly visitsPerBatch: number
}

/** Orders of a batch: some variants for each audience. */
export type Policy = (known: {
  readonly offers: readonly TrueOffer[]
  readonly evidence: readonly OfferEvidence[]
  readonly audience: { readonly country: string; readonly platform: 'ios' | 'android' }
  readonly batch: number
}) => readonly (readonly TrueOffer[])[]

/** Visitors go on to the next card so often: the tenth is seen by one in five. */
const goesOn = 0.85
const seenMax = 30

export interface Run {
  /** Earnings in USD that the best order would have had on top, by batch. */
  readonly regret: readonly number[]
  readonly earned: number
  readonly best: number
  /** Users who saw an offer, by offer and batch. */
  readonly seen: ReadonlyMap<number, readonly number[]>
}

/**
 * Payouts are spread as in real catalogues (a few pay a hundred times the median), what pays more converts less, and
 * countries differ in what they like.
 */
export function makeWorld(
  seed: string,
  { offers, late = 0 }: { offers: number; late?: number },
): SimulatedWorld {
  const draw = seededDraw(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  const audiences = [
    { country: 'US', platform: 'ios', share: 0.4 },
    { country: 'DE', platform: 'android', share: 0.3 },
    { country: 'BR', platform: 'android', share: 0.3 },
  ] as const
  const batches = 100
  const made = Array.from({ length: offers }, (_, index): TrueOffer => {
    const payout = Math.exp(normal() * 1.2)
    const click = drawBeta(draw, 3, 40)
    const convert = Math.min(0.6, (drawBeta(draw, 2, 12) * 1.1) / payout ** 0.7)
    const rates = audiences.map(({ country, platform }) => {
      const likes = (): number => Math.exp(normal() * 0.35)
      const rate = { click: Math.min(0.5, click * likes()), convert: Math.min(0.8, convert * likes()) }
      return [`${country} ${platform}`, rate] as const
    })
    return {
      id: index + 1,
      payoutMicros: Math.max(10_000, Math.round(payout * 100) * 10_000),
      sinceBatch: index >= offers - late ? batches / 2 : 0,
      rates: Object.fromEntries(rates),
    }
  })
  return { offers: made, audiences, batches, visitsPerBatch: 600 }
}

export function earningOf({ payoutMicros, rates }: TrueOffer, audience: string): number {
  const { click = 0, convert = 0 } = rates[audience] ?? {}
  return (payoutMicros / 1_000_000) * click * convert
}

/** The expected earnings of an order in one visit. */
function worthOf(order: readonly TrueOffer[], audience: string): number {
  return order
    .slice(0, seenMax)
    .reduce((sum, offer, place) => sum + goesOn ** place * earningOf(offer, audience), 0)
}

/** Lets visitors come; after each batch the policy knows what they did. */
export function simulate(world: SimulatedWorld, policy: Policy, seed: string): Run {
  const draw = seededDraw(seed)
  const counts = new Map<string, OfferEvidence>()
  const regret: number[] = []
  const seen = new Map<number, number[]>()
  let [earned, best] = [0, 0]
  for (let batch = 0; batch < world.batches; batch += 1) {
    const offers = world.offers.filter(({ sinceBatch }) => sinceBatch <= batch)
    const evidence = [...counts.values()]
    let missed = 0
    for (const { country, platform, share } of world.audiences) {
      const audience = `${country} ${platform}`
      const orders = policy({ offers, evidence, audience: { country, platform }, batch })
      const ideal = worthOf(
        [...offers].sort((a, b) => earningOf(b, audience) - earningOf(a, audience)),
        audience,
      )
      const visits = Math.round(world.visitsPerBatch * share)
      for (let visit = 0; visit < visits; visit += 1) {
        const order = orders[visit % orders.length] ?? []
        const value = worthOf(order, audience)
        earned += value
        best += ideal
        missed += ideal - value
        for (const [place, offer] of order.slice(0, seenMax).entries()) {
          if (place > 0 && draw() >= goesOn) break
          see(offer, { country, platform, batch })
        }
      }
    }
    regret.push(missed)
  }
  return { regret, earned, best, seen }

  function see(
    offer: TrueOffer,
    where: { country: string; platform: 'ios' | 'android'; batch: number },
  ): void {
    const { country, platform, batch } = where
    const audience = `${country} ${platform}`
    const { click = 0, convert = 0 } = offer.rates[audience] ?? {}
    const isClick = draw() < click
    const isEarner = isClick && draw() < convert
    const key = `${audience} ${offer.id}`
    const known = counts.get(key)
    const { impressions = 0, shownClicks = 0, clicks = 0, earners = 0, payoutMicros = 0 } = known ?? {}
    counts.set(key, {
      offerId: offer.id,
      country,
      platform,
      impressions: impressions + 1,
      shownClicks: shownClicks + Number(isClick),
      clicks: clicks + Number(isClick),
      earners: earners + Number(isEarner),
      payoutMicros: payoutMicros + (isEarner ? offer.payoutMicros : 0),
    })
    const byBatch = seen.get(offer.id) ?? Array.from({ length: world.batches }, () => 0)
    byBatch[batch] = (byBatch[batch] ?? 0) + 1
    seen.set(offer.id, byBatch)
  }
}
