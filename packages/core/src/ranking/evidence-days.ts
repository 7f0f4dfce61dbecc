import { slotEndsSec } from '../stats/credit-times.ts'
import { daySec } from '../time/durations.ts'

/** Days that are looked back at. */
export const evidenceDays = 28
const halfLifeDays = 14

/** How much each day counts, from today back: tastes and offers change. */
export function weighDays(): number[] {
  return Array.from({ length: evidenceDays }, (_, day) => 0.5 ** (day / halfLifeDays))
}

/**
 * The share of each day's clicks whose conversions are known by now, by how long credits took: without it an offer
 * that has just become busy would pass for one that does not convert. A day's clicks are half a day old on average
 * more than the day's number.
 */
export function matureDays(
  credits: readonly { readonly slot: number; readonly credits: number }[],
): number[] {
  const all = credits.reduce((sum, one) => sum + one.credits, 0)
  return Array.from({ length: evidenceDays }, (_, day) => {
    if (all === 0) return 1
    const ageSec = (day + 0.5) * daySec
    const known = credits.reduce(
      (sum, one) => sum + ((slotEndsSec[one.slot] ?? Infinity) <= ageSec ? one.credits : 0),
      0,
    )
    return Math.max(0.05, known / all)
  })
}
