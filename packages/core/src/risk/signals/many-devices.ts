import { countOf } from '../count-of.ts'
import { type Signal, shareAlong } from '../signal.ts'

const steps = [
  [5, 0],
  [12, 1],
] as const

/** Browsers that hide draw a new hash a few times a day; who shows up on a dozen wears them like masks. */
export const manyDevices: Signal = {
  name: 'many_devices',
  group: 'graph',
  read: ({ user }) => user && shareAlong(steps, user.newDevices),
  describe: ({ user }) => `${countOf(user?.newDevices, 'new device')} within 24 hours`,
}
