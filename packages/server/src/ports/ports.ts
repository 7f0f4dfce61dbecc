import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { AddressFacts } from '@quoin/core/risk/address-class.ts'
import type { ImpressionGate } from '@quoin/core/impressions/impression-gate.ts'
import type { AlikeArrivals } from '@quoin/core/devices/alike-arrivals.ts'
import type { ClickVelocity } from '@quoin/core/risk/behaviour/click-velocity.ts'
import type { OfferFigures, SourceFigures } from '@quoin/core/risk/behaviour/conversion-signs.ts'
import type { OfferNorms } from '@quoin/core/risk/offer-norms.ts'
import type { PeerFacts } from '@quoin/core/risk/peers.ts'
import type { UsualTimes } from '@quoin/core/tickets/diagnose-reward.ts'
import type { LearningOrder, Learnt } from '@quoin/core/risk/learning/learn-weights.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Settings } from '../settings/config.ts'
import type { CallLog } from './calls.ts'
import type { Backups } from './backups.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { ApiConsole } from './console.ts'
import type { DeviceMemory } from './devices.ts'
import type {
  AppDirectory,
  CapDirectory,
  ListDirectory,
  NetworkDirectory,
  TermsDirectory,
} from './directories.ts'
import type { Mail } from './mail.ts'
import type { Meters } from './meters.ts'
import type { Authenticator, People } from './people.ts'
import type { ProcessFacts } from './process-facts.ts'
import type { OfferFiles } from './offer-files.ts'
import type { Outgoing, SmallImages } from './outgoing.ts'
import type { Ranking } from './ranking.ts'
import type { Disk } from './service-figures.ts'
import type { Exclusions, LastDevices } from './users.ts'
import type { Store } from '../store/index.ts'
import type { Database } from '../store/pg/database.ts'
import type { SnapshotName } from '../store/snapshots/snapshot-versions.ts'
import type {
  PostbackOutcome,
  PostbackReport,
  Claim,
  ClaimOutcome,
  DeviceVerdict,
  Sighting,
  Attempted,
} from './writes.ts'

/** Time comes from here and nowhere else. */
export interface Clock {
  /** Unix milliseconds: what is stored and shown. */
  nowMs(): number
  /** Never goes backwards: what windows and durations are measured with. */
  monotonicMs(): number
}

/** Country of an address, from a bundled or given database. */
export interface Geo {
  /** ISO alpha-2 in upper case; undefined for private and unknown addresses. */
  countryOf(address: string): string | undefined
}

/** The party behind an address: its network, and whether that is a data centre, a VPN, Tor or a relay. */
export interface AddressDirectory {
  /** Undefined for private addresses and for what is none. */
  describe(address: string): AddressFacts | undefined
}

/** Keys derived from QUOIN_SECRET, one per purpose. */
export interface Keyring {
  /** HMAC-SHA256 with the key of a purpose: keyed device, user and address keys. */
  digest(purpose: string, text: string): Buffer
  /** The same in hexadecimal, in half the time. */
  digestHex(purpose: string, text: string): string
  /** HMAC-SHA256 in hexadecimal with a key of a caller's own, of at most 64 bytes, for many texts. */
  openHmac(key: string): (text: string) => string
  /** The digests by the present secret and, while there is one, by the previous. */
  acceptedDigests(purpose: string, text: string): readonly Buffer[]
  /** Signs a text for a purpose; base64url. */
  sign(purpose: string, text: string): string
  /** Accepts a signature by the present or the previous QUOIN_SECRET, in constant time. */
  verify(purpose: string, text: string, signature: string): boolean
  /** Encrypts what must be read back (AES-256-GCM). */
  seal(purpose: string, plain: string): Buffer
  /** Opens what was sealed with the present or the previous secret; undefined when neither fits. */
  open(purpose: string, sealed: Uint8Array): string | undefined
  /**
   * Ed25519 signatures that anybody can check with `publicKeys`, 64 bytes each: by the key of the present
   * secret, then by that of the previous one while there is one.
   */
  signOpenly(purpose: string, text: string): readonly Buffer[]
  /** The raw public keys, 32 bytes each, in the same order. */
  publicKeys(purpose: string): readonly Buffer[]
}

/** The data that a process holds in memory; replaced as a whole, never changed. */
export interface Snapshots {
  catalogue(): Catalogue
  apps(): AppDirectory
  networks(): NetworkDirectory
  lists(): ListDirectory
  caps(): CapDirectory
  terms(): TermsDirectory
  /** The version that the catalogue is of at least; undefined while it is one that an earlier process has kept. */
  catalogueVersion(): number | undefined
  /** Loads what has changed; the writing process awaits it, so that it sees its own change at once. */
  refresh(name: SnapshotName): Promise<void>
}

/** One log line is an event: facts and a short sentence. Never a secret, a fingerprint or a whole body. */
export interface Log {
  debug(facts: object, event: string): void
  info(facts: object, event: string): void
  warn(facts: object, event: string): void
  error(facts: object, event: string): void
}

/** Rates of one key over the last 60 seconds. */
export interface RateLimiter {
  admit(keyId: number, limit: number): Awaitable<RateVerdict>
}

export interface RateVerdict {
  readonly isAdmitted: boolean
  readonly limit: number
  readonly remaining: number
  /** Unix seconds at which the full quota is certainly back. */
  readonly resetSec: number
  readonly retryAfterSec: number
}

/** The findings of the last comparison of accounts about a user. */
export interface KnownPeers {
  readonly facts: PeerFacts
  /** The score they would have by it. */
  readonly scoreTenths: number
}

/** The norms of offers and sources of traffic, read from the statistics now and then. */
export interface RiskFigures {
  findOffer(offerId: number): OfferFigures | undefined
  /** An app's users of one sub id, on one offer. */
  findSource(appId: number, offerId: number, subId: string | null): SourceFigures | undefined
  /** How soon an offer is credited, by the last weeks; undefined where too few credits are known. */
  findUsualTimes(offerId: number): UsualTimes | undefined
  /** The norms of each offer. */
  norms(): OfferNorms
  /** By the user's key. */
  findPeers(user: string): KnownPeers | undefined
}

/** An offer that was shown to a user, as the statistics know it. */
export interface Impression {
  readonly appId: number
  readonly offerId: number
  readonly country: string
  readonly platform: string
}

/** Impressions on their way into the database, added up: nobody waits for them. */
export interface ImpressionCounts {
  add(impression: Impression): void
}

/** The order of a round: the built-in worlds are there already. */
export type FitOrder = Omit<LearningOrder, 'worlds'>

/** Fits weights to how users ended and judges them, in the background: no request waits for it. */
export type LearnFromOutcomes = (order: FitOrder) => Promise<Learnt>

/** Everything a feature may need of the world. It takes only what its first line names. */
export interface Ports {
  readonly clock: Clock
  /** Cryptographically random bytes. */
  readonly random: (size: number) => Buffer
  /** A new UUIDv7. */
  readonly newId: () => string
  readonly settings: Settings
  readonly log: Log
  readonly db: Database
  readonly store: Store
  readonly snapshots: Snapshots
  readonly geo: Geo
  readonly addresses: AddressDirectory
  /** The scorecard in use. */
  readonly riskWeights: () => Weights
  /** The candidate, whose scores are only noted. */
  readonly shadowWeights: () => Weights | undefined
  readonly riskFigures: RiskFigures
  readonly ranking: Ranking
  readonly clickAgents: ClickAgents
  /** How fast clicks come to this process. */
  readonly clickVelocity: ClickVelocity
  readonly alikeArrivals: AlikeArrivals
  readonly deviceMemory: DeviceMemory
  /** Decides which impressions of this process count. */
  readonly impressionGate: ImpressionGate
  readonly impressions: ImpressionCounts
  /** Crawlers, tools and HTTP libraries, by User-Agent. */
  readonly isBot: (userAgent: string | undefined) => boolean
  readonly keyring: Keyring
  readonly limiter: RateLimiter
  readonly meters: Meters
  readonly usage: UsageNotes
  readonly calls: CallLog
  readonly console: ApiConsole
  readonly exclusions: Exclusions
  readonly lastDevices: LastDevices
  readonly writers: Writers
  readonly outgoing: Outgoing
  readonly people: People
  readonly offerFiles: OfferFiles
  readonly disk: Disk
  /** Undefined: none are set. */
  readonly backups: Backups | undefined
  /** Undefined where no replica is named. */
  readonly elsewhere: Elsewhere | undefined
  readonly images: SmallImages
  readonly authenticator: Authenticator
  readonly mail: Mail
  readonly learnWeights: LearnFromOutcomes
  readonly process: ProcessFacts
}

/** The User-Agents that are stored once for all clicks. */
export interface ClickAgents {
  /** The row of a click's User-Agent; 0 for one that has none. An address tells how many visitors share it. */
  idOf(agent: string | null, address: string | null): number
}

/**
 * Durable writes in groups: each resolves after the commit that holds its row. `boot/ports/open-writers.ts` makes the
 * groups; the feature that writes a group stands at each.
 */
export interface Writers {
  /**
   * Whether more of a kind comes than can be written: refused now is better than refused late. A request that comes now
   * has waited for `lateMs` already.
   */
  isCrowded(kind: string, lateMs: number): boolean
  /** Whether more reports come than can be written, or came a moment ago. */
  isPressed(): boolean
  /** `features/tracking/record-clicks.ts`; while the database is away, `adapters/click-spool/click-spool.ts`. */
  recordClick(click: Click): Promise<void>
  /** `features/postbacks/apply-postbacks.ts` */
  applyPostback(report: PostbackReport): Promise<PostbackOutcome>
  /** `features/conversions/record-claims.ts` */
  recordClaim(claim: Claim): Promise<ClaimOutcome>
  /** `features/devices/assess/assess-devices.ts` */
  assessDevice(sighting: Sighting): Promise<DeviceVerdict>
  /** `features/callbacks/record-attempts.ts` */
  recordAttempt(attempted: Attempted): Promise<undefined>
}

/** Notes about credentials and lists, written now and then, so that no request waits for them. */
export interface UsageNotes {
  keyUsed(keyId: number): void
  secretUsed(secretId: number): void
  /** A secret arrived from a browser: shown to its owner as leaked. */
  secretLeaked(secretId: number, origin: string): void
  /** An entry of a list decided about somebody. */
  listMatched(entryId: number): void
}
