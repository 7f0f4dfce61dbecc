import { countOf } from '../count-of.ts'
import { type Signal, shareAlong } from '../signal.ts'

const steps = [
  [2, 0],
  [6, 1],
] as const

/** The same offer again and again, although it can be done once. */
export const repeatedClicks: Signal = {
  name: 'repeated_clicks',
  group: 'behaviour',
  read: ({ activity }) => activity && shareAlong(steps, activity.clicksOnOffer),
  describe: ({ activity }) => `${countOf(activity?.clicksOnOffer, 'click')} on one offer`,
}
