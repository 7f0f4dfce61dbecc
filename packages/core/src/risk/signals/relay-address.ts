import type { Signal } from '../signal.ts'

/** iCloud Private Relay and WARP hide a place, but hardly anyone has them for fraud: near zero (RISK §4.6). */
export const relayAddress: Signal = {
  name: 'relay_address',
  group: 'network',
  read: ({ address }) => address && Number(address.class === 'relay'),
  describe: () => 'address of a relay that hides the place',
}
