import type { Activity } from './activity.ts'
import type { AddressFacts } from './address-class.ts'
import { type Attributes, readAttributes } from './fingerprint/attributes.ts'
import { isCommonBuild } from './fingerprint/common-build.ts'
import { namesEmulator } from './fingerprint/named-emulator.ts'
import type { DeviceFacts, UserFacts } from '../devices/device-graph.ts'
import type { PeerFacts } from './peers.ts'
import { type OperatingSystem, systemOfUserAgent } from './fingerprint/operating-system.ts'

/**
 * The known facts about one appearance of a user on a device. Every fact may be missing, and a missing one
 * never costs points: a signal that lacks a fact says nothing.
 */
export interface Evidence extends Attributes {
  /** The systems that the User-Agents name, the observed and the claimed one; empty when they name none. */
  readonly systems: readonly OperatingSystem[]
  /** Whether a User-Agent is a crawler's or a tool's. */
  readonly isBot?: boolean | undefined
  /** Whether a User-Agent or a client hint says that it is a phone. */
  readonly isPhone?: boolean | undefined
  /** Whether a User-Agent or the renderer names an Android emulator. */
  readonly isNamedEmulator?: boolean | undefined
  /** Whether it is a build of which strangers have the same hash. */
  readonly isCommonBuild?: boolean | undefined
  /** Country of the end user's address. */
  readonly country?: string | undefined
  /** The party behind that address; undefined when there is none, or nothing could be looked up. */
  readonly address?: AddressFacts | undefined
  readonly isUnderReview?: boolean | undefined
  readonly device?: DeviceFacts | undefined
  readonly user?: UserFacts | undefined
  readonly activity?: Activity | undefined
  readonly peers?: PeerFacts | undefined
  /** How else the submission can be read, where it contradicts itself. */
  readonly otherReadings?: readonly Evidence[] | undefined
}

/** The server's own knowledge. The address and headers of a publisher's server are not among it. */
export interface ServerFacts {
  /** Observed in a browser session, or passed on by the publisher's server. */
  readonly userAgent?: string | undefined
  readonly country?: string | undefined
  /** A review list names the user, their device, address or country. */
  readonly isUnderReview?: boolean | undefined
  readonly address?: AddressFacts | undefined
  readonly device?: DeviceFacts | undefined
  readonly user?: UserFacts | undefined
  readonly activity?: Activity | undefined
  readonly peers?: PeerFacts | undefined
  readonly isBot?: ((userAgent: string) => boolean) | undefined
}

/** Tablets are no phones: theirs are large screens, and apps leave `Mobile` out. */
const phone = /\b(?:iPhone|iPod)\b|\bAndroid\b.*\bMobile\b/

/** The library of Android apps. Scripts use it too, but a publisher's own app must not look like a bot. */
const nativeApp = /^okhttp\/[\w.-]+$/

/** Puts together what the client says and what the server knows. */
export function readEvidence(data: unknown, facts: ServerFacts): Evidence {
  const [attributes, ...others] = readAttributes(data)
  const evidence = describe(attributes, facts)
  return others.length === 0
    ? evidence
    : { ...evidence, otherReadings: others.map((other) => describe(other, facts)) }
}

function describe(attributes: Attributes, facts: ServerFacts): Evidence {
  const { isBot } = facts
  // All are looked at: a good one sent along must not hide a bad one, and leaving one out must not cost points.
  const { userAgent } = facts
  const claimed = attributes.userAgents ?? []
  const userAgents =
    userAgent === undefined || claimed.includes(userAgent) ? claimed : [userAgent, ...claimed]
  const saysPhone = userAgents.some((agent) => phone.test(agent))
  const systems = [...new Set(userAgents.map(systemOfUserAgent))].filter((system) => system !== undefined)
  return {
    ...attributes,
    systems,
    isNamedEmulator: userAgents.some(namesEmulator) || namesEmulator(attributes.gpu ?? ''),
    isCommonBuild: isCommonBuild(attributes, systems),
    isBot: isBot && userAgents.some((agent) => !nativeApp.test(agent) && isBot(agent)),
    isPhone:
      userAgents.length > 0 ? saysPhone || attributes.isMobileHinted === true : attributes.isMobileHinted,
    country: facts.country,
    isUnderReview: facts.isUnderReview,
    address: facts.address,
    device: facts.device,
    user: facts.user,
    activity: facts.activity,
    peers: facts.peers,
  }
}
