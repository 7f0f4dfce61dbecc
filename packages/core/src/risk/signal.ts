import type { Evidence } from './evidence.ts'

export const signalGroups = [
  'environment',
  'inconsistency',
  'network',
  'graph',
  'behaviour',
  'peers',
] as const
/** Signals of one group tend to fire together, so each group has a cap. */
export type SignalGroup = (typeof signalGroups)[number]

/**
 * One sign of fraud: facts in, a share of its weight out. More of a bad sign is never a smaller share. Facts that the
 * server saw itself may speak for a user, too: a share below 0.
 */
export interface Signal {
  /** Names its weight, and the reason in an explanation. */
  readonly name: string
  readonly group: SignalGroup
  /** Whether its share is kept with the submission, as those of whole groups are. */
  readonly isLasting?: boolean
  /** -1 to 1, as a rule 0 to 1; undefined when the facts for it are missing, which counts 0. */
  read(evidence: Evidence): number | undefined
  /** The evidence, for an operator who reads the reasons. Asked only when the share is above 0. */
  describe(evidence: Evidence): string
}

/**
 * A share that grows along given points and stays at the last: `[[2, 0.15], [9, 1]]` is 0 below 2. Where it begins
 * below 0 it stays at that.
 */
export function shareAlong(
  steps: readonly (readonly [from: number, share: number])[],
  value: number,
): number {
  let before: readonly [number, number] | undefined
  for (const step of steps) {
    if (value < step[0]) {
      if (before === undefined) return Math.min(0, step[1])
      return before[1] + ((step[1] - before[1]) * (value - before[0])) / (step[0] - before[0])
    }
    before = step
  }
  return before?.[1] ?? 0
}
