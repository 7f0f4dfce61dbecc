import { countOf } from '../count-of.ts'
import { type Signal, shareAlong } from '../signal.ts'

const steps = [
  [30, 0],
  [120, 1],
] as const

/** More clicks in an hour than anyone reads offers. */
export const denseClicks: Signal = {
  name: 'dense_clicks',
  group: 'behaviour',
  read: ({ activity }) => activity && shareAlong(steps, activity.clicksInHour),
  describe: ({ activity }) => `${countOf(activity?.clicksInHour, 'click')} within an hour`,
}
