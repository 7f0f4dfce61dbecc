import { hoursAheadIn } from './fingerprint/timezones.ts'

/** A click, as far as its time matters. */
export interface Timestamped {
  readonly clickedAtMs: number
  /** The country of the address; undefined where it says nothing of where the user is, as behind a VPN or a relay. */
  readonly country?: string | undefined
}

/** How a user's clicks follow each other, and at what hours their visits begin. */
export interface Tempo {
  /** Clicks that follow another one within half an hour. */
  readonly followedClicks: number
  /** The number of these that came within ten seconds. */
  readonly hurriedClicks: number
  /** Natural logarithm of the seconds between clicks that follow: the sum of squares around its mean. */
  readonly gapSquares: number
  /** Visits that began where it is known what time it was. */
  readonly timedVisits: number
  /** How close to the evening they began: 1 for each at 19:30, -1 for each at 7:30. */
  readonly eveningLean: number
}

export const noTempo: Tempo = {
  followedClicks: 0,
  hurriedClicks: 0,
  gapSquares: 0,
  timedVisits: 0,
  eveningLean: 0,
}

const visitGapMs = 30 * 60 * 1000
const hurriedMs = 10_000
/** When people have time for offers; half a day away they sleep or have left for work. */
const eveningHour = 19.5

/** Clicks in the order of their time. A store gives them newest first: to turn them round costs a tenth of sorting. */
export function inOrder<Click extends Timestamped>(clicks: readonly Click[]): readonly Click[] {
  let rises = true
  let falls = true
  let beforeMs: number | undefined
  for (const { clickedAtMs } of clicks) {
    if (beforeMs !== undefined && clickedAtMs < beforeMs) rises = false
    if (beforeMs !== undefined && clickedAtMs > beforeMs) falls = false
    beforeMs = clickedAtMs
  }
  if (rises) return clicks
  return falls ? clicks.toReversed() : clicks.toSorted((a, b) => a.clickedAtMs - b.clickedAtMs)
}

/** Expects clicks in the order of their time. */
export function describeTempo(sorted: readonly Timestamped[]): Tempo {
  const tempo = { followedClicks: 0, hurriedClicks: 0, gapSquares: 0, timedVisits: 0, eveningLean: 0 }
  let mean = 0
  let beforeMs = Number.NEGATIVE_INFINITY
  for (const { clickedAtMs, country } of sorted) {
    const gapMs = clickedAtMs - beforeMs
    beforeMs = clickedAtMs
    if (gapMs >= visitGapMs) {
      const ahead = country === undefined ? undefined : hoursAheadIn(country)
      if (ahead === undefined) continue
      tempo.timedVisits += 1
      tempo.eveningLean += Math.cos(((clickedAtMs / 3_600_000 + ahead - eveningHour) * Math.PI) / 12)
      continue
    }
    // Welford's way: mean and squares in one pass.
    const log = Math.log(1 + gapMs / 1000)
    tempo.followedClicks += 1
    const off = log - mean
    mean += off / tempo.followedClicks
    tempo.gapSquares += off * (log - mean)
    if (gapMs < hurriedMs) tempo.hurriedClicks += 1
  }
  return tempo
}
