import { countOf } from '../count-of.ts'
import { shareAlong, type Signal } from '../signal.ts'

/** The variance among people, and for how many clicks' worth it is supposed of everyone. */
const usualVariance = 0.8
const before = 4
/** 0 at what is usual, one more for each e-fold below it. */
const steps = [
  [-0.3, -0.2],
  [0, 0],
  [1.5, 1],
] as const

/** Clicks follow each other as evenly as a script's: the times between them differ less than people's do. */
export const evenClicks: Signal = {
  name: 'even_clicks',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { gapSquares, followedClicks } = activity
    // One gap by itself is neither even nor uneven.
    const variance = (gapSquares + before * usualVariance) / (Math.max(0, followedClicks - 1) + before)
    return shareAlong(steps, Math.log(usualVariance / variance))
  },
  describe: ({ activity }) =>
    `${countOf(activity?.followedClicks, 'click')}, each about as long after the one before; the pauses of people differ more`,
}
