import type { Signal } from '../signal.ts'

/** The exit of a VPN. Many honest people use one, and most who pretend to be elsewhere do. */
export const vpnAddress: Signal = {
  name: 'vpn_address',
  group: 'network',
  read: ({ address }) => address && Number(address.class === 'vpn'),
  describe: ({ address }) => `the address is of a VPN, AS${address?.asn ?? ' unknown'}`,
}
