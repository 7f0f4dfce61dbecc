import { countOf } from '../count-of.ts'
import { type Signal, shareAlong } from '../signal.ts'

/** Two browsers of two graphics chips are four; a debugger that plays a phone is one more. */
const steps = [
  [4, 0],
  [10, 1],
] as const

/**
 * One user who describes one device again and again as another machine: whoever tries out which data pass. Screen, zoom and
 * versions do not count, nor does a second browser.
 */
export const changingData: Signal = {
  name: 'changing_data',
  group: 'inconsistency',
  read: ({ device }) => device?.dataVariants && shareAlong(steps, device.dataVariants),
  describe: ({ device }) =>
    `the user described this device as ${countOf(device?.dataVariants, 'machine')} within a day`,
}
