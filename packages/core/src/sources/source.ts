/** The states of a run, in the order in which it may have them. */
export const runStates = ['running', 'waiting', 'applied', 'same', 'failed', 'replaced', 'undone'] as const
export type RunState = (typeof runStates)[number]

/** The reasons for which a run waits for a person: nothing of it counts until somebody says so. */
export const waitCauses = ['first', 'many_end', 'prices_moved', 'audiences_opened', 'count_differs'] as const
export type WaitCause = (typeof waitCauses)[number]

/** The reasons for which a run fails: the offers stay as they are. */
export const failureCauses = [
  'key_refused',
  'rate_limited',
  'no_feed',
  'network_failed',
  'empty',
  'repeated_page',
  'endless',
  'interrupted',
] as const
export type FailureCause = (typeof failureCauses)[number]

/** The outcomes for an offer of a run. */
export const verdicts = [
  'new',
  'changed',
  'ended',
  'missing',
  'held',
  'forbidden',
  'not_approved',
  'same',
] as const
export type Verdict = (typeof verdicts)[number]

/** The offers of a run by their outcome. */
export type RunCounts = Readonly<Record<Verdict, number>>

export const noCounts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as RunCounts // one for each

/** After so many runs without it an offer is paused; it comes back by itself. */
export const missingRunsMax = 3
/** Runs of a source that are kept with their differences. */
export const runsKept = 50
/** Runs that have changed offers and can be taken back, at most. */
export const undoableRuns = 500
/** Mappings of a source that are kept, the newest of them. */
export const mappingsKept = 100
/** Days in which a run can be taken back. */
export const undoableDays = 30
/** Seconds from one run to the next: one may be asked for at any time. */
export const everySecStandard = 1_800
export const everySecMin = 300
export const everySecMax = 7 * 86_400
/** The publisher's part of what a network pays, in hundredths of a percent, unless a source says another. */
export const payoutBasisPointsStandard = 7_000

/** Whoever works on a source and says nothing for so long is gone. */
export const leaseMs = 60_000

/** A source waits longer after each failure in a row, up to four hours; half of it at random, so that sources do not meet. */
export function pauseAfter(failures: number, { everySec, dice }: PauseRule): number {
  const longest = Math.max(everySec, failurePauseSecMax)
  const waits = failures === 0 ? everySec : Math.min(firstPauseSec * 2 ** (failures - 1), longest)
  const spread = failures === 0 ? jitter : 0.5
  return Math.round(waits * (1 - spread + 2 * spread * dice))
}

interface PauseRule {
  readonly everySec: number
  /** At least 0, below 1. */
  readonly dice: number
}

const firstPauseSec = 60
const failurePauseSecMax = 4 * 3_600
const jitter = 0.1
