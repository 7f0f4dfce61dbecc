import { type Signal, shareAlong } from '../signal.ts'

/** A room of equal machines that is set up in a morning stays below the first step, or comes little above it. */
const steps = [
  [3, 0],
  [10, 1],
] as const

/** A carrier's address has many phones of one build. */
const commonShare = 0.5

/**
 * New users who came over one connection within hours, each on a new device that says the same of itself: one machine
 * that takes a new hash for each account.
 */
export const alikeNewcomers: Signal = {
  name: 'alike_newcomers',
  group: 'graph',
  isLasting: true,
  read: ({ user, isCommonBuild }) =>
    user?.alikeNewcomers === undefined
      ? undefined
      : shareAlong(steps, user.alikeNewcomers * (isCommonBuild === true ? commonShare : 1)),
  describe: ({ user }) =>
    `about ${Math.round(user?.alikeNewcomers ?? 0)} other new users came over the same connection within a day, each ` +
    'on a new device that says the same of itself',
}
