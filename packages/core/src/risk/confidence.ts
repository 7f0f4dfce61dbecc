import { dayMs } from '../time/durations.ts'
import type { Activity } from './activity.ts'

/** The evidence behind a score, from the least to the most. */
export const confidences = ['first_sight', 'some_activity', 'history'] as const
export type Confidence = (typeof confidences)[number]

interface KnownPast {
  readonly activity: Pick<Activity, 'ownClicks' | 'conversions'>
  /** When the user was first seen on any device; undefined when that is not known. */
  readonly firstSeenAtMs: number | undefined
  readonly seenAtMs: number
}

/** Frauds earn within minutes of their arrival: a history is one that began on an earlier day. */
const historyMinMs = dayMs

/**
 * How much a score stands on. Without a click of their own it is made of device and address alone, however often it is asked for;
 * a conversion that is not from the first day says most. It is no part of the score, and lists do not change it.
 */
export function confidenceOf({ activity, firstSeenAtMs, seenAtMs }: KnownPast): Confidence {
  const { ownClicks, conversions } = activity
  if (ownClicks === 0 && conversions === 0) return 'first_sight'
  const isOlder = firstSeenAtMs !== undefined && seenAtMs - firstSeenAtMs >= historyMinMs
  return conversions > 0 && isOlder ? 'history' : 'some_activity'
}
