import type { AddressFacts } from './address-class.ts'
import type { Activity, ClickTrace } from './activity.ts'
import { ownEvidence } from './own-evidence.ts'
import type { PeerProfile } from './peers.ts'
import { subnetOf, networkAround } from '../devices/subnet.ts'

/** The known facts about an account, as far as it is compared with others. */
interface ProfileFacts {
  readonly user: string
  readonly firstSeenAtMs: number
  /** Without what peers say: one for each device, or of what they did alone. */
  readonly standings: readonly { readonly shares: Float64Array; readonly activity: Activity | undefined }[]
  readonly locations: Iterable<ProfileLocation>
  readonly drawings: Iterable<string | undefined>
  readonly builds: Iterable<string | undefined>
  /** That they converted on. */
  readonly offers: Iterable<number | undefined>
  readonly clicks: readonly ClickTrace[]
}

export interface ProfileLocation {
  readonly line: string | undefined
  readonly network: string | undefined
}

export function makePeerProfile(facts: ProfileFacts): PeerProfile {
  const { user, firstSeenAtMs, standings, locations, drawings, builds, offers, clicks } = facts
  const known = [...locations]
  return {
    user,
    firstSeenAtMs,
    evidence: Math.max(...standings.map(({ shares, activity }) => ownEvidence(shares, activity))),
    keys: {
      line: distinct(known.map(({ line }) => line)),
      network: distinct(known.map(({ network }) => network)),
      drawing: distinct(drawings),
      build: distinct(builds),
      offers: distinct([...offers].map((offerId) => offerId?.toString())),
      choices: distinct(
        clicks
          .toSorted((a, b) => b.clickedAtMs - a.clickedAtMs || b.offerId - a.offerId)
          .map(({ offerId }) => offerId.toString()),
      ),
    },
  }
}

/**
 * Where an address can be shared with peers. Strangers meet behind a VPN, a relay or Tor; in the networks of data
 * centres only a line of one's own says something.
 */
export function locationOf(address: string, { class: kind }: Pick<AddressFacts, 'class'>): ProfileLocation {
  const line = kind === undefined || kind === 'hosting' ? subnetOf(address) : undefined
  return { line, network: kind === undefined ? networkAround(address) : undefined }
}

function distinct(keys: Iterable<string | undefined>): string[] {
  return [...new Set(keys)].filter((key) => key !== undefined)
}
