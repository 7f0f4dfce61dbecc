import { normalizeAddress } from '@quoin/core/detect/address.ts'
import type { Ports } from '../../ports/ports.ts'

export type ClickCountryNeeds = Pick<Ports, 'geo' | 'addresses'>

/**
 * Where somebody is who clicks. Undefined for a private address, and behind a VPN, a relay, Tor or in a data centre: there
 * the address is in another place than they are. Each address is looked up once.
 */
export function clickCountries({
  geo,
  addresses,
}: ClickCountryNeeds): (address: string | null) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (text) => {
    if (text === null) return undefined
    if (known.has(text)) return known.get(text)
    const address = normalizeAddress(text)
    const isElsewhere = address === undefined || addresses.describe(address)?.class !== undefined
    const country = isElsewhere ? undefined : geo.countryOf(address)
    known.set(text, country)
    return country
  }
}
