import type { Signal } from '../signal.ts'
import { isSoftwareRenderer } from '../fingerprint/software-renderer.ts'
import { isUniversalTime } from '../fingerprint/timezones.ts'

/** A machine without a GPU, or on universal time, in a data centre: a rented server, not a person's desk. */
export const hostedMachine: Signal = {
  name: 'hosted_machine',
  group: 'network',
  read({ address, gpu, timezone }) {
    if (address === undefined || (gpu === undefined && timezone === undefined)) return undefined
    const isServerLike =
      (gpu !== undefined && isSoftwareRenderer(gpu)) || (timezone !== undefined && isUniversalTime(timezone))
    return Number(isServerLike && (address.class === 'hosting' || address.class === 'vpn'))
  },
  describe: () => 'a machine of a data centre, by its GPU or clock',
}
