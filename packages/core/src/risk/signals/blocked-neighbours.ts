import type { Signal } from '../signal.ts'

/**
 * Others on the same device are blocked, or another device of the user: guilt by association, one hop and no
 * further (RISK §4.1).
 */
export const blockedNeighbours: Signal = {
  name: 'blocked_neighbours',
  group: 'graph',
  read({ device, user }) {
    if (device?.blockedUsers === undefined && user?.blockedDevices === undefined) return undefined
    return Number((device?.blockedUsers ?? 0) + (user?.blockedDevices ?? 0) > 0)
  },
  describe: ({ device, user }) =>
    `${device?.blockedUsers ?? 0} blocked users on this device, ${user?.blockedDevices ?? 0} blocked devices of this user`,
}
