import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import type { Bars } from '@quoin/core/caps/bars.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { OfferHistory } from '@quoin/core/offers/goal-progress.ts'
import type { AddressFacts } from '@quoin/core/risk/address-class.ts'
import type { ClickVelocity } from '@quoin/core/risk/behaviour/click-velocity.ts'
import type { OfferFigures, SourceFigures } from '@quoin/core/risk/behaviour/conversion-signs.ts'
import type { OfferNorms } from '@quoin/core/risk/offer-norms.ts'
import type { PeerFacts } from '@quoin/core/risk/peers.ts'
import type { Weights } from '@quoin/core/risk/weights.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Settings } from '../settings/config.ts'
import type { DeviceMemory } from './devices.ts'
import type {
  AppDirectory,
  CapDirectory,
  ListDirectory,
  NetworkDirectory,
  TermsDirectory,
} from './directories.ts'
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

/** One request to somebody else's server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  /** Absolute, http or https, without credentials. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface OutgoingLimits {
  /** From the first look-up to the last byte; at most 10 s. */
  readonly totalMs: number
  /** How much of the body is kept as its excerpt. */
  readonly excerptBytes: number
}

/** The only way out of this server to addresses that others have chosen. */
export interface Outgoing {
  /** Never throws, never follows a redirect, never reaches an address inside our network. */
  send(request: OutgoingRequest, limits?: Partial<OutgoingLimits>): Promise<OutgoingResult>
  /** Why a URL would never be sent to, in a sentence for the person who entered it; undefined when it may. */
  urlProblem(url: string): string | undefined
}

/** The data that a process holds in memory; replaced as a whole, never changed. */
export interface Snapshots {
  catalogue(): Catalogue
  apps(): AppDirectory
  networks(): NetworkDirectory
  lists(): ListDirectory
  caps(): CapDirectory
  terms(): TermsDirectory
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

/** What the last comparison of accounts found of a user. */
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
  /** The norms of each offer. */
  norms(): OfferNorms
  /** By the user's key. */
  findPeers(user: string): KnownPeers | undefined
}

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
  /** How fast clicks come to this process. */
  readonly clickVelocity: ClickVelocity
  readonly deviceMemory: DeviceMemory
  /** Crawlers, tools and HTTP libraries, by User-Agent. */
  readonly isBot: (userAgent: string | undefined) => boolean
  readonly keyring: Keyring
  readonly limiter: RateLimiter
  readonly meters: Meters
  readonly usage: UsageNotes
  readonly exclusions: Exclusions
  readonly lastDevices: LastDevices
  readonly writers: Writers
  readonly outgoing: Outgoing
}

/** Durable writes in groups: each resolves after the commit that holds its row (DESIGN §5.2). */
export interface Writers {
  /**
   * Whether more of a kind comes than can be written: refused now is better than refused late. What comes now has
   * waited for `lateMs` already.
   */
  isCrowded(kind: string, lateMs: number): boolean
  /** Whether more reports come than can be written, or came a moment ago. */
  isPressed(): boolean
  recordClick(click: Click): Promise<void>
  applyPostback(report: PostbackReport): Promise<PostbackOutcome>
  recordClaim(claim: Claim): Promise<ClaimOutcome>
  assessDevice(sighting: Sighting): Promise<DeviceVerdict>
  recordAttempt(attempted: Attempted): Promise<undefined>
}

/** Counters and timings for /metrics; a feature names the event, the adapter knows the library. */
export interface Meters {
  count(name: CounterName, labels?: Readonly<Record<string, string>>): void
  observe(name: TimerName, seconds: number, labels?: Readonly<Record<string, string>>): void
}

export type CounterName =
  | 'clicks_total'
  | 'postbacks_total'
  | 'conversions_total'
  | 'losing_reports_total'
  | 'fingerprints_total'
  | 'rate_limited_total'
  | 'shed_total'
  | 'pipelines_closed_total'
  | 'bodies_cut_total'
  | 'failed_credentials_total'
  | 'callback_attempts_total'

export type TimerName =
  | 'http_request_seconds'
  | 'flush_seconds'
  | 'flush_rows'
  | 'callback_first_attempt_seconds'
  | 'callback_attempt_seconds'

/** The notes about credentials, written now and then, so that no request waits for them. */
export interface UsageNotes {
  keyUsed(keyId: number): void
  secretUsed(secretId: number): void
  /** A secret arrived from a browser: shown to its owner as leaked. */
  secretLeaked(secretId: number, origin: string): void
}

export interface UserInMode {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

/** The offers that a user has completed or pending. */
export interface Taken {
  /** Offers without goals. */
  readonly offerIds: ReadonlySet<number>
  /** The user's earnings by the latest click of each, for offers with goals. */
  readonly goals: readonly { readonly offerId: number; readonly goal: string; readonly clickId: string }[]
}

export interface OfferInTime {
  readonly offerId: number
  /** Clicks before it do not count any more. */
  readonly sinceMs: number
}

/**
 * The reasons that keep an offer off a user's list besides targeting, and how far they are with those in steps;
 * right after every conversion of this process.
 */
export interface Exclusions {
  /** The offers that the user has completed or pending, but for repeatable ones. */
  takenBy(user: UserInMode): Awaitable<Taken>
  /** The user's conversions on these offers, by the offer; where there are none it is absent. */
  historiesOf(user: UserInMode, offers: readonly OfferInTime[]): Promise<ReadonlyMap<number, OfferHistory>>
  /** After a click of this process: what the user did on offers is asked anew. */
  noteClick(user: UserInMode): void
  /** The bars of exhausted caps for a user; of nobody in particular, for everybody. */
  capped(user: UserInMode | undefined): Awaitable<Bars>
}

/** Asked only where a list names devices. */
export interface LastDevices {
  /** The key of the device that a user was last seen on, by at most half a second ago. */
  of(user: UserInMode): Awaitable<string | undefined>
}
