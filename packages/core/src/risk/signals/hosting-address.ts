import type { Signal } from '../signal.ts'

/** Programs live in data centres; people hardly ever browse from there. */
export const hostingAddress: Signal = {
  name: 'hosting_address',
  group: 'network',
  read: ({ address }) => address && Number(address.class === 'hosting'),
  describe: ({ address }) => `the address is in a data centre, AS${address?.asn ?? ' unknown'}`,
}
