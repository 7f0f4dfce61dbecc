import { countOf } from '../count-of.ts'
import type { Signal } from '../signal.ts'

/**
 * Others on the same device are blocked, or another device of the user: guilt by association, one hop and no
 * further.
 */
export const blockedNeighbours: Signal = {
  name: 'blocked_neighbours',
  group: 'graph',
  read({ device, user }) {
    if (device?.blockedUsers === undefined && user?.blockedDevices === undefined) return undefined
    return Number((device?.blockedUsers ?? 0) + (user?.blockedDevices ?? 0) > 0)
  },
  describe: ({ device, user }) =>
    `${countOf(device?.blockedUsers, 'blocked user')} on this device, and ${countOf(user?.blockedDevices, 'blocked device')} of this user`,
}
