import { chanceOf, kindsOf, type Population, type StressEvent, userOf } from './population.ts'

/** In the order of the ladder; the last is what pays. */
const goals = ['install', 'level-5', 'purchase']
/** The share of steps that a network which reports them loses. */
const lostShare = 0.04

/**
 * Every third offer becomes a ladder of goals, whose conversions were the last of them; of these the networks of every
 * fifth report what pays and no steps. Users of the named kinds have no steps anywhere.
 */
export function makeLadders(population: Population, skippingKinds: readonly string[]): Population {
  const kinds = kindsOf(population)
  const offerOf = new Map<string, number>()
  const events = population.events.flatMap((event): StressEvent[] => {
    const { type, click_id = '', offer_id } = event
    if (type === 'click' && offer_id !== undefined) offerOf.set(click_id, offer_id)
    const offerId = offerOf.get(click_id) ?? 1
    if (type !== 'conversion' || offerId % 3 !== 0) return [event]
    const isSilent = offerId % 5 === 0 || skippingKinds.includes(kinds.get(userOf(event)) ?? '')
    return goals.flatMap((goal, order) => {
      const pays = order === goals.length - 1
      const isLost = !pays && (isSilent || chanceOf('step', goal, click_id) < lostShare)
      return isLost ? [] : [{ ...event, goal, goal_order: order, ...(pays ? {} : { payout: 0 }) }]
    })
  })
  return { events, labels: population.labels }
}
