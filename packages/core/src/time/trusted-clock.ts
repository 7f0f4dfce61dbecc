import { dayOf } from './calendar-day.ts'
import { dayMs } from './durations.ts'

/** A clock that was seen so often, each time a later day, is believed whatever it says. */
const believedAfterDays = 7
/** A step of less is how clocks go, with stops and corrections; a larger one may be a wrong clock. */
const stepMaxMs = dayMs

/** A doubt about the clock: it stands a day or more from where it was. */
interface Doubt {
  readonly sinceMs: number
  /** The later days on which it was seen, and the last of them. */
  readonly days: number
  readonly lastDay: string
}

/** The clock that decides what cannot be undone: the time that it says, and the time that is believed. */
export interface TrustedClock {
  readonly seenMs: number
  readonly trustedMs: number
  readonly doubt: Doubt | null
}

export type ClockOutcome = 'followed' | 'doubted' | 'doubtful' | 'corrected' | 'believed'

interface Look {
  readonly clock: TrustedClock
  readonly outcome: ClockOutcome
}

export function beginTrusted(nowMs: number): TrustedClock {
  return { seenMs: nowMs, trustedMs: nowMs, doubt: null }
}

/**
 * The clock after a look at what it says now. Within a day of the trusted time it is followed, but the trusted time never
 * goes back by that. Further away it is in doubt: the trusted time goes on by what elapsed, until the clock is back or was
 * seen on seven later days. Nobody can tell a wrong clock from an installation that was off.
 */
export function lookAtClock(before: TrustedClock, nowMs: number): Look {
  const { trustedMs, doubt } = before
  if (Math.abs(nowMs - trustedMs) < stepMaxMs) {
    const clock = { seenMs: nowMs, trustedMs: Math.max(trustedMs, nowMs), doubt: null }
    return { clock, outcome: doubt === null ? 'followed' : 'corrected' }
  }
  if (doubt === null) {
    const begun = { sinceMs: nowMs, days: 0, lastDay: dayOf(nowMs) }
    return { clock: { seenMs: nowMs, trustedMs, doubt: begun }, outcome: 'doubted' }
  }
  return goOnInDoubt(before, doubt, nowMs)
}

function goOnInDoubt({ seenMs, trustedMs }: TrustedClock, doubt: Doubt, nowMs: number): Look {
  const stepMs = nowMs - seenMs
  const isLived = stepMs >= 0 && stepMs < stepMaxMs
  const today = dayOf(nowMs)
  // A day that was jumped to was not lived through.
  const days = doubt.days + Number(isLived && today > doubt.lastDay)
  if (days >= believedAfterDays) return { clock: beginTrusted(nowMs), outcome: 'believed' }
  const isAhead = nowMs > trustedMs
  const clock = {
    seenMs: nowMs,
    trustedMs: isLived && isAhead ? trustedMs + stepMs : trustedMs,
    doubt: { ...doubt, days, lastDay: today },
  }
  return { clock, outcome: 'doubtful' }
}

/**
 * The time by which is decided what cannot be undone: never later than what is trusted, nor than what the clock says, which
 * may have been put back.
 */
export function dueTimeMs({ seenMs, trustedMs }: TrustedClock): number {
  return Math.min(seenMs, trustedMs)
}

/** A process whose own clock is further from the database's decides nothing that cannot be undone. */
export const differenceMaxMs = 60_000

/** How far a process is ahead of the database, which looked at its own clock between the question and its answer. */
export function differenceOf({
  sentMs,
  databaseMs,
  gotMs,
}: Record<'sentMs' | 'databaseMs' | 'gotMs', number>): number {
  if (databaseMs < sentMs) return sentMs - databaseMs
  return Math.min(0, gotMs - databaseMs)
}

export function isApart(differenceMs: number): boolean {
  return Math.abs(differenceMs) > differenceMaxMs
}

/** The doubt as a clause: "its clock stands 420 days ahead of …". */
export function tellDoubt({ seenMs, trustedMs }: TrustedClock): string {
  const days = Math.floor(Math.abs(seenMs - trustedMs) / dayMs)
  return `${days} ${days === 1 ? 'day' : 'days'} ${seenMs > trustedMs ? 'ahead' : 'behind'}`
}
