import type { Signal } from '../signal.ts'
import { isUniversalTime } from '../fingerprint/timezones.ts'

/**
 * People set their devices to where they live. Servers run on universal time; some privacy browsers say so
 * too.
 */
export const universalTime: Signal = {
  name: 'universal_time',
  group: 'network',
  read({ timezone, systems }) {
    if (timezone === undefined || systems.length === 0) return undefined
    return Number(isUniversalTime(timezone) && systems.some((system) => system !== 'linux'))
  },
  describe: ({ systems }) => `the device's clock shows universal time, on ${systems.join(' and ')}`,
}
