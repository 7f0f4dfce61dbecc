import { networkOf } from '../detect/address.ts'

/** Private, local and carrier addresses, in canonical text. */
const translatedV4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./
const localV6 = /^(?:::|f[cd]|fe[89ab])/

/**
 * The subnet that an end user is on: the /24 or /64 of their address. Undefined for addresses that many strangers
 * have at once, such as a proxy's that nobody declared as trusted: they would make neighbours of everyone.
 */
export function subnetOf(address: string): string | undefined {
  return translatedV4.test(address) || localV6.test(address) ? undefined : networkOf(address)
}

/**
 * The prefix of an address that has a subnet: what one customer gets at most, who can then give themselves as many
 * subnets as they like. The /48 of an IPv6 address; an IPv4 subnet is its own prefix.
 */
export function prefixOf(address: string): string {
  return networkOf(address, 48)
}

/**
 * The wider network of a subnet: the /16 of an IPv4 address, the /32 of an IPv6 one, about what one provider gives a
 * town.
 */
export function networkAround(address: string): string | undefined {
  if (subnetOf(address) === undefined) return undefined
  return address.includes(':') ? networkOf(address, 32) : `${address.split('.', 2).join('.')}.0.0/16`
}
