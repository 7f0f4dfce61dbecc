import { type DeviceFacts, isCrowd } from '../../devices/device-graph.ts'
import { type Signal, shareAlong } from '../signal.ts'

/** Rings come in bursts, families grow slowly. */
const steps = [
  [1, 0],
  [2, 0.15],
  [3, 0.45],
  [5, 1],
] as const

/**
 * Another subnet may be a ring's next proxy or a stranger with the same phone, and it may be an attacker who
 * wants to spoil a user: it counts for half a user of the same subnet.
 */
const elsewhereShare = 0.5
/** Strangers with the same phone are what makes a crowd, so that those who come at once are a weak sign in one. */
const crowdShare = 0.25
const crowdMax = 1

/**
 * Users who arrived on one device close to each other in time, and within 24 hours. Users who were there before are
 * not touched by those who come later, and where a crowd shares the hash, hardly more than the own subnet counts.
 * Without addresses nobody can tell a ring from a crowd, so that users without one count as being on subnets of their
 * own.
 */
export const newUsers: Signal = {
  name: 'new_users',
  group: 'graph',
  read: ({ device }) => device && shareAlong(steps, arrivalsOf(device)),
  describe: ({ device }) =>
    `other users came to this device within a day of this one: about ${Math.round(device?.arrivedWithHere ?? 0)} ` +
    `over the same connection, ${Math.round(device?.arrivedWithElsewhere ?? 0)} over others`,
}

function arrivalsOf(device: DeviceFacts): number {
  const { users, prefixesKnown, usersWithoutSubnet, arrivedWithHere, arrivedWithElsewhere } = device
  const elsewhere = isCrowd({ users, prefixes: prefixesKnown + usersWithoutSubnet })
    ? Math.min(crowdMax, crowdShare * arrivedWithElsewhere)
    : elsewhereShare * arrivedWithElsewhere
  return 1 + arrivedWithHere + elsewhere
}
