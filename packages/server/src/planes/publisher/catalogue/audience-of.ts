import type { Audience } from '@quoin/core/targeting/audience.ts'
import type { Platform } from '@quoin/core/offers/offer.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { type AudienceFacts, countryOf, platformOf } from '../../../features/targeting/detect-audience.ts'
import type { Call } from '../../../http/route.ts'

/** The facts about the end user that a call may state. */
interface Said {
  readonly country?: string | undefined
  readonly platform?: Platform | undefined
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
}

interface CallAudience {
  readonly audience: Audience
  /** A browser session may ask for less than its own country and platform allow, and for no more. */
  readonly alsoFor: Pick<Audience, 'country' | 'platform'> | undefined
  /** The end user's address, where it is known. */
  readonly address: string | undefined
  /** As `meta.detected` has it. */
  readonly detected: { readonly country: string; readonly device: Platform }
}

/**
 * Explicit parameters win, then what is detected. A server calls for its user, so their `ip` and `userAgent` replace
 * the connection's own wherever they are given. A browser session proves
 * its user and nothing else: country and platform are those of its request, and what it says of them only narrows.
 */
export function audienceOf({
  ports,
  client,
  query,
  caller,
}: Pick<Call, 'ports' | 'client' | 'caller'> & { readonly query: Said }): CallAudience {
  const isUserHimself = query.ip === undefined
  const facts: AudienceFacts = {
    address: query.ip ?? client.address,
    userAgent: query.userAgent ?? client.userAgent,
    // Client hints of a server's own runtime say nothing about a user whose User-Agent it passes.
    header: (name) => (query.userAgent === undefined ? client.header(name) : undefined),
    peerAddress: isUserHimself ? client.peerAddress : undefined,
  }
  // The address of a key + secret call is the publisher's server: no list entry about it is meant for the user.
  const isObserved = caller.sessionUserId !== undefined
  const country = (isObserved ? undefined : query.country) ?? countryOf(ports, facts)
  const platform = (isObserved ? undefined : query.platform) ?? platformOf(facts)
  const nowSec = secondsOf(ports.clock.nowMs())
  const said = { country: query.country ?? country, platform: query.platform ?? platform }
  const isNarrowed = said.country !== country || said.platform !== platform
  return {
    audience: { country, platform, nowSec, isTest: caller.isTest },
    alsoFor: isNarrowed ? said : undefined,
    address: query.ip ?? (isObserved ? client.address : undefined),
    detected: { country, device: platform },
  }
}
