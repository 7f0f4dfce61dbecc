import { isCountry, unknownCountry } from '@quoin/core/detect/country.ts'
import { cidrContains } from '@quoin/core/detect/address.ts'
import { detectPlatform } from '@quoin/core/detect/platform.ts'
import type { Platform } from '@quoin/core/offers/offer.ts'
import type { Ports } from '../../ports/ports.ts'

/** The known facts about the end user: said by the caller, or observed where they themselves call. */
export interface AudienceFacts {
  readonly address: string
  readonly userAgent: string | undefined
  /** A header of the end user's own request; client hints and a proxy's country are read from it. */
  readonly header: (name: string) => string | undefined
  /** The address of the peer, for a header that only a trusted proxy may set. */
  readonly peerAddress?: string | undefined
}

interface Detected {
  readonly country: string
  readonly platform: Platform
}

/** Country and platform of an end user. */
export function detectAudience(ports: Pick<Ports, 'geo' | 'settings'>, facts: AudienceFacts): Detected {
  return { country: countryOf(ports, facts), platform: platformOf(facts) }
}

export function platformOf({ userAgent, header }: AudienceFacts): Platform {
  return detectPlatform({
    userAgent,
    clientHintPlatform: header('sec-ch-ua-platform'),
    clientHintMobile: header('sec-ch-ua-mobile'),
  })
}

/** A private or unknown address has the default country, and ZZ when there is none. */
export function countryOf({ geo, settings }: Pick<Ports, 'geo' | 'settings'>, facts: AudienceFacts): string {
  return (
    countryOfProxy(settings, facts) ??
    geo.countryOf(facts.address) ??
    settings.defaultCountry ??
    unknownCountry
  )
}

function countryOfProxy(
  settings: Ports['settings'],
  { header, peerAddress }: AudienceFacts,
): string | undefined {
  if (settings.countryHeader === null || peerAddress === undefined) return undefined
  if (!settings.trustProxy.some((cidr) => cidrContains(cidr, peerAddress))) return undefined
  const code = header(settings.countryHeader.toLowerCase())?.trim().toUpperCase()
  return code !== undefined && isCountry(code) ? code : undefined
}
