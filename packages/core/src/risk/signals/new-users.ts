import { type DeviceFacts, isCrowd } from '../device-graph.ts'
import { type Signal, shareAlong } from '../signal.ts'

/** Rings come in bursts, families grow slowly. RISK §4.1: 0.75, 2, 4 and 5 points of 5. */
const steps = [
  [1, 0],
  [2, 0.15],
  [3, 0.4],
  [5, 0.8],
  [9, 1],
] as const

/**
 * Another line may be a ring's next proxy or a stranger with the same phone, and it may be an attacker who
 * wants to spoil a user: it counts for half a user of the same line.
 */
const elsewhereShare = 0.5

/**
 * Users who arrived on one device within 24 hours of each other. Who was there before is not touched by who
 * comes later, and of a hash that a crowd shares only the own line counts. Without addresses nobody can tell
 * a ring from a crowd, so that users without one count as being on lines of their own.
 */
export const newUsers: Signal = {
  name: 'new_users',
  group: 'graph',
  read: ({ device }) => device && shareAlong(steps, arrivalsOf(device)),
  describe: ({ device }) =>
    `${device?.arrivedWithHere} users of the same line and ${device?.arrivedWithElsewhere} of others ` +
    'arrived on this device within 24 hours of him',
}

function arrivalsOf(device: DeviceFacts): number {
  const { users, sitesKnown, usersWithoutLine, arrivedWithHere, arrivedWithElsewhere } = device
  const elsewhere = isCrowd({ users, sites: sitesKnown + usersWithoutLine }) ? 0 : arrivedWithElsewhere
  return 1 + arrivedWithHere + elsewhereShare * elsewhere
}
