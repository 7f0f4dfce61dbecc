import { type Signal, shareAlong } from '../signal.ts'

const steps = [
  [0, 0],
  [1, 0.6],
  [2, 1],
] as const

/** Earns within minutes of first being seen. */
export const earlyConversions: Signal = {
  name: 'early_conversions',
  group: 'behaviour',
  read: ({ activity }) => activity && shareAlong(steps, activity.earlyConversions),
  describe: ({ activity }) =>
    `${activity?.earlyConversions} conversions within 15 minutes of the first appearance`,
}
