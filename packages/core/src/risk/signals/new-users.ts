import { countExpectedStrangers, type DeviceFacts } from '../../devices/device-graph.ts'
import type { Evidence } from '../evidence.ts'
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
const strangersMax = 1

/**
 * Users who arrived on one device close to each other in time, and within 24 hours. Users who were there before are
 * not touched by those who come later. Where strangers share the hash, as many of them as are to be expected are a weak
 * sign; those beyond are accounts as elsewhere.
 */
export const newUsers: Signal = {
  name: 'new_users',
  group: 'graph',
  read: (evidence) => evidence.device && shareAlong(steps, arrivalsOf(evidence.device, evidence)),
  describe: ({ device }) =>
    `other users came to this device within a day of this one: about ${Math.round(device?.arrivedWithHere ?? 0)} ` +
    `over the same connection, ${Math.round(device?.arrivedWithElsewhere ?? 0)} over others`,
}

function arrivalsOf(device: DeviceFacts, { isCommonBuild = false }: Evidence): number {
  const { arrivedWithHere, arrivedWithElsewhere } = device
  const strangers = Math.min(arrivedWithElsewhere, countExpectedStrangers(device, isCommonBuild))
  const beyond = arrivedWithElsewhere - strangers
  return 1 + arrivedWithHere + Math.min(strangersMax, elsewhereShare * strangers) + elsewhereShare * beyond
}
