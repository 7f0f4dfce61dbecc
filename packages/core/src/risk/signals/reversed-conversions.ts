import { type Signal, shareAlong } from '../signal.ts'

const steps = [
  [0, 0],
  [1, 0.4],
  [2, 1],
] as const

/** What advertisers took back: the best sign there is, and the latest. */
export const reversedConversions: Signal = {
  name: 'reversed_conversions',
  group: 'behaviour',
  read: ({ activity }) => activity && shareAlong(steps, activity.reversedConversions),
  describe: ({ activity }) => `${activity?.reversedConversions} conversions reversed or rejected`,
}
