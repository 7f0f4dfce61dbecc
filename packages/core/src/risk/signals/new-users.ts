import { isCrowd } from '../device-graph.ts'
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
 * New users on one device within 24 hours. Two things say nothing: a hash that a crowd shares, and strangers
 * who turn up on the hash of someone who was there before them. The second keeps an attacker from spoiling a
 * score with accounts of his own. Without addresses nobody can tell a ring from a crowd, so that users
 * without one count as being on lines of their own.
 */
export const newUsers: Signal = {
  name: 'new_users',
  group: 'graph',
  read({ device }) {
    if (device === undefined) return undefined
    const { users, linesKnown, usersWithoutLine, isNewUser } = device
    if (!isNewUser || isCrowd({ users, lines: linesKnown + usersWithoutLine })) return 0
    return shareAlong(steps, device.newUsers)
  },
  describe: ({ device }) => `${device?.newUsers} new users on this device within 24 hours`,
}
