import type { Signal } from '../signal.ts'

/** Others on the same device are blocked: guilt by association, one hop and no further (RISK §4.1). */
export const blockedNeighbours: Signal = {
  name: 'blocked_neighbours',
  group: 'graph',
  read: ({ device }) => (device?.blockedUsers === undefined ? undefined : Number(device.blockedUsers > 0)),
  describe: ({ device }) => `${device?.blockedUsers} blocked users on this device`,
}
