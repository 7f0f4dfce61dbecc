import { normalizeAddress } from '@quoin/core/detect/address.ts'
import type { ClickTrace } from '@quoin/core/risk/activity.ts'
import type { Ports } from '../../ports/ports.ts'
import { keySubnet, subnetAndPrefix } from './key-sighting.ts'

export type PlaceClicksNeeds = Pick<Ports, 'geo' | 'addresses' | 'keyring'>

interface Scope {
  readonly appId: number
  readonly isTest: boolean
}

type Place = Required<Pick<ClickTrace, 'country' | 'line'>>

/**
 * The country and the line of whoever clicks. Both are undefined for a private address; the country is, too, behind a VPN,
 * a relay, Tor or in a data centre: there the address is in another place than they are. Each address is looked up once.
 */
export function placeClicks({
  geo,
  addresses,
  keyring,
}: PlaceClicksNeeds): (scope: Scope, address: string | null) => Place {
  const known = new Map<string, Place>()
  return ({ appId, isTest }, text) => {
    const name = `${appId}:${isTest}:${text}`
    const before = known.get(name)
    if (before !== undefined) return before
    const address = text === null ? undefined : normalizeAddress(text)
    const isElsewhere = address === undefined || addresses.describe(address)?.class !== undefined
    const subnet = address === undefined ? undefined : keySubnet(keyring, { appId, isTest }, address)
    const place = {
      country: isElsewhere ? undefined : geo.countryOf(address),
      line: subnetAndPrefix(subnet).prefix,
    }
    known.set(name, place)
    return place
  }
}
