import type { Signal } from '../signal.ts'

/** An exit of Tor, by the operator's own list. */
export const torAddress: Signal = {
  name: 'tor_address',
  group: 'network',
  read: ({ address }) => address && Number(address.class === 'tor'),
  describe: () => 'the address is an exit of Tor',
}
