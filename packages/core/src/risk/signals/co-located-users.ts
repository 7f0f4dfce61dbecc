import { countOf } from '../count-of.ts'
import { type Signal, shareAlong } from '../signal.ts'

/** 0.25, 0.75 and 1.5 points of 1.5. A household has a few, a farm has many. */
const steps = [
  [0, 0],
  [1, 1 / 6],
  [3, 1 / 2],
  [8, 1],
] as const

/** Others on the same device and the same subnet. */
export const coLocatedUsers: Signal = {
  name: 'co_located_users',
  group: 'graph',
  read: ({ device }) => device && shareAlong(steps, device.coLocatedUsers),
  describe: ({ device }) =>
    `${countOf(device?.coLocatedUsers, 'other user')} on this device, over the same connection`,
}
