import { type Cidr, cidrContains, normalizeAddress } from './address.ts'

/** A chain of proxies is short; whoever sends more entries is not describing one. */
const hopsMax = 32

interface Connection {
  readonly socketAddress: string
  /** X-Forwarded-For as sent; several headers joined with commas. */
  readonly forwardedFor: string | undefined
  readonly trusted: readonly Cidr[]
}

/**
 * The party at the other end: the rightmost hop that is no trusted proxy. Everything to its left was written by
 * a stranger. An entry that is no address ends the walk at the proxy that passed it on.
 */
export function clientAddress({ socketAddress, forwardedFor, trusted }: Connection): string {
  let address = normalizeAddress(socketAddress) ?? socketAddress
  let rest = forwardedFor ?? ''
  for (let hop = 0; hop < hopsMax && rest !== '' && isTrusted(address, trusted); hop += 1) {
    const comma = rest.lastIndexOf(',')
    const next = normalizeAddress(rest.slice(comma + 1))
    if (next === undefined) break
    address = next
    rest = comma < 0 ? '' : rest.slice(0, comma)
  }
  return address
}

function isTrusted(address: string, trusted: readonly Cidr[]): boolean {
  return trusted.some((cidr) => cidrContains(cidr, address))
}
