import { Resolver } from 'node:dns/promises'
import { codeOf, OutgoingError } from './outgoing-error.ts'

/** Every address of a name, of both families. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

const tryMs = 2_000
const tries = 2
const answersMax = 64

/**
 * Asks the name servers of the system, not getaddrinfo: that would hold one of the process' four threads
 * for as long as a hostile name server likes, and files and hashes wait for the same four.
 */
export function openResolver(servers?: readonly string[]): ResolveHost {
  return async (hostname) => {
    // A new one each time: it reads once, when it is made, which name servers the system has.
    const resolver = new Resolver({ timeout: tryMs, tries })
    if (servers !== undefined) resolver.setServers(servers)
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (addresses.length > 0) return addresses.slice(0, answersMax)
    const code = found.map((one) => (one.status === 'rejected' ? codeOf(one.reason) : '')).find(Boolean)
    throw new OutgoingError('dns', `The host has no address${code === undefined ? '' : ` (${code})`}.`)
  }
}
