import { shareAlong, type Signal } from '../signal.ts'

/** What people have, and for how many clicks' worth it is supposed of everyone. */
const usualVariance = 0.8
const before = 4
const steps = [
  [0.5, 0],
  [2, 1],
] as const

/** Clicks follow each other as evenly as a script's: the times between them differ less than people's do. */
export const evenClicks: Signal = {
  name: 'even_clicks',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { gapSquares, followedClicks } = activity
    const variance = (gapSquares + before * usualVariance) / (followedClicks + before)
    // 0 at what is usual, one more for each e-fold below it.
    return followedClicks === 0 ? 0 : shareAlong(steps, Math.log(usualVariance / variance) + 0.8)
  },
  describe: ({ activity }) =>
    `${activity?.followedClicks} clicks that follow another in even steps; people's differ more`,
}
