import { addCounts, noCounts } from '../../packages/core/src/ranking/evidence.ts'
import { rankOffers } from '../../packages/core/src/ranking/rank-offers.ts'
import { RankingModel } from '../../packages/core/src/ranking/ranking-model.ts'
import { spreadOffers } from '../../packages/core/src/ranking/spread-offers.ts'
import { seededDraw } from '../../packages/core/src/ranking/random.ts'
import type { Policy, TrueOffer } from './simulated-audience.ts'

const variants = 4
const categories = 8
const easyEvery = 3
const pageOffers = 300

export const byPayout: Policy = ({ offers }) => [
  [...offers].sort((a, b) => b.payoutMicros - a.payoutMicros || a.id - b.id),
]

/** The order of `sort=recommended`: the model of the server, some variants of it for each batch. */
export function recommended(seed: string): Policy {
  return ({ offers, evidence, audience, batch }) => {
    const model = new RankingModel(evidence, `${seed} ${batch}`)
    if (!model.isKnown) return byPayout({ offers, evidence, audience, batch })
    const ranked = {
      size: offers.length,
      ids: offers.map(({ id }) => id),
      payoutMicros: offers.map(({ payoutMicros }) => payoutMicros),
      indexById: offers.map((_, index) => index),
    }
    return Array.from({ length: variants }, (_, variant) => {
      const steps = rankOffers(model, ranked, { cell: audience, variant, stepOffers: offers.length })
      let step = steps.next()
      while (!step.done) step = steps.next()
      return [...step.value].flatMap((index) => offers[index] ?? [])
    })
  }
}

/** As the wall shows it to a newcomer: within each page of twenty categories are mixed, and every second offer is a quick one. */
export function spreadOnWall(seed: string): Policy {
  const order = recommended(seed)
  const look = {
    categoryOf: ({ id }: TrueOffer) => String(id % categories),
    isEasy: ({ id }: TrueOffer) => id % easyEvery === 0,
    isNewcomer: true,
  }
  return (known) =>
    order(known).map((offers) =>
      Array.from({ length: Math.ceil(offers.length / pageOffers) }, (_, page) =>
        spreadOffers(offers.slice(page * pageOffers, (page + 1) * pageOffers), look),
      ).flat(),
    )
}

/** The best by the same rates without chance, and a shuffled list for one visitor in 1/epsilon. */
export function epsilonGreedy(epsilon: number, seed: string): Policy {
  return ({ offers, evidence, audience, batch }) => {
    const draw = seededDraw(`${seed} ${batch} ${audience.country}`)
    const here = evidence.filter(
      ({ country, platform }) => country === audience.country && platform === audience.platform,
    )
    const own = new Map(here.map((row) => [row.offerId, row]))
    const all = here.reduce((sum, row) => addCounts(sum, row), noCounts)
    const average = {
      click: (all.shownClicks + 1) / (all.impressions + 20),
      convert: (all.earners + 1) / (all.clicks + 20),
    }
    const mean = ({ id, payoutMicros }: TrueOffer): number => {
      const counts = own.get(id) ?? noCounts
      const click = (counts.shownClicks + 40 * average.click) / (counts.impressions + 40)
      return payoutMicros * click * ((counts.earners + 15 * average.convert) / (counts.clicks + 15))
    }
    const greedy = offers.map((offer) => [offer, mean(offer)] as const).sort(([, a], [, b]) => b - a)
    const lists = Math.round(1 / epsilon)
    const shuffled = offers.map((offer) => [offer, draw()] as const).sort(([, a], [, b]) => a - b)
    return Array.from({ length: lists }, (_, list) =>
      (list === 0 ? shuffled : greedy).map(([offer]) => offer),
    )
  }
}
