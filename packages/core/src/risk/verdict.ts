import type { ListAction } from '../lists/list-entry.ts'

interface Findings {
  /** The verdict of the lists on the user, their device or their address. */
  readonly listed: ListAction | undefined
  readonly probability: number
  /** The app's score from which on a user counts as blocked; null: never from a score. */
  readonly autoBlockScore: number | null
}

interface Verdict {
  readonly isBlocked: boolean
  /** Tenths of a percent: 0 when allow-listed, 1000 when blocked, 10 to 990 otherwise. */
  readonly scoreTenths: number
}

const tenthsMin = 10
const tenthsMax = 990

/**
 * The lists win over the score, and a score is a probability, which is
 * never certain. A blocked user has 100 whatever blocked them, so that a reader of one field is not misled.
 */
export function decideVerdict({ listed, probability, autoBlockScore }: Findings): Verdict {
  if (listed === 'allow') return { isBlocked: false, scoreTenths: 0 }
  const tenths = Math.min(tenthsMax, Math.max(tenthsMin, Math.round(probability * 1000)))
  const isOverScore = autoBlockScore !== null && tenths >= autoBlockScore * 10
  const isBlocked = listed === 'block' || isOverScore
  return { isBlocked, scoreTenths: isBlocked ? 1000 : tenths }
}
