import { countOf } from '../count-of.ts'
import { shareAlong, type Signal } from '../signal.ts'

/** How close to the evening most people's visits begin, and how many visits of it everyone is taken to have besides. */
const usualLean = 0.2
const visitsBefore = 2
/** Below what is usual: in the morning and by night. */
const steps = [
  [-0.3, -0.5],
  [0, 0],
  [0.5, 1],
] as const

/** Comes when the country of their address sleeps or works: who sits elsewhere keeps the hours of elsewhere. */
export const oddHours: Signal = {
  name: 'odd_hours',
  group: 'behaviour',
  read({ activity }) {
    if (activity === undefined) return undefined
    const { timedVisits, eveningLean } = activity
    const lean = (eveningLean + visitsBefore * usualLean) / (timedVisits + visitsBefore)
    return shareAlong(steps, usualLean - lean)
  },
  describe: ({ activity }) =>
    `${countOf(activity?.timedVisits, 'visit')}, most of them at hours that are unusual in the country of the address`,
}
