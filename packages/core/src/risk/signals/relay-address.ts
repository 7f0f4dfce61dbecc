import type { Signal } from '../signal.ts'

/** iCloud Private Relay and WARP hide a place, but hardly anyone has them for fraud: near zero. */
export const relayAddress: Signal = {
  name: 'relay_address',
  group: 'network',
  read: ({ address }) => address && Number(address.class === 'relay'),
  describe: () => 'the address is of a relay that hides the place',
}
