import type { ApiKey, ApiSecret, App } from '@quoin/core/apps/app.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { CapIndex } from '@quoin/core/caps/cap-index.ts'
import type { ListAction, ListEntry, ListKind } from '@quoin/core/lists/list-entry.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { ExchangeRate } from '@quoin/core/terms/exchange-rate.ts'
import type { MarginCase, MarginRule } from '@quoin/core/terms/margin-rule.ts'
import type { Promotion } from '@quoin/core/terms/promotion.ts'

/** Apps and their credentials, in memory. */
export interface AppDirectory {
  findApp(id: number): App | undefined
  findKey(key: string): ApiKey | undefined
  listSecrets(appId: number): readonly ApiSecret[]
  /** Where an app is told of its conversions, disabled ones included. */
  listCallbackEndpoints(appId: number): readonly StoredEndpoint[]
  findCallbackEndpoint(id: number): StoredEndpoint | undefined
  /** How many endpoints are disabled, for whatever reason. */
  readonly disabledEndpoints: number
  /** Whether any active app allows this origin: the answer to a preflight, which carries no credential. */
  isAllowedOrigin(origin: string): boolean
}

export interface NetworkDirectory {
  findNetwork(id: number): Network | undefined
  listNetworks(): readonly Network[]
  findByTokenDigest(digest: Uint8Array): Network | undefined
}

/** The asker, for the lists. Absent facts match nothing. */
export interface Suspect {
  readonly appId: number
  readonly userId?: string | undefined
  readonly device?: string | undefined
  readonly address?: string | undefined
  readonly country?: string | undefined
}

export interface ListVerdict {
  readonly action: ListAction
  readonly kind: ListKind
  readonly reason: string
  /** By the app's publisher, who is an interested party: its trust lifts no hold. */
  readonly isOwn: boolean
}

export interface ListDirectory {
  /**
   * The verdict of the lists, or undefined when nothing matches. Allow beats all but an exact device block; a
   * publisher's own beats nothing.
   */
  judge(suspect: Suspect, nowMs: number): ListVerdict | undefined
  /** Hashes of devices that a list of an app or the platform names, whatever it says: the newest, a bounded number. */
  listDevices(appId: number): readonly string[]
  /** Hashes and users that are blocked for an app: the newest of each, a bounded number. */
  listBlocked(
    appId: number,
    nowMs: number,
  ): { readonly devices: readonly ListEntry[]; readonly users: readonly ListEntry[] }
}

/** The caps besides the offers' own, and the version that they belong to. */
export interface CapDirectory {
  readonly version: number
  readonly index: CapIndex
}

/** Margin rules, promotions and exchange rates. */
export interface TermsDirectory {
  /** Another one whenever something has changed. */
  readonly version: number
  readonly hasMargins: boolean
  /** The most specific margin rule, where one applied at a moment, or applies now. */
  findMargin(wanted: MarginCase, atMs?: number): MarginRule | undefined
  /** Fingerprints of the rules in force that name an offer, by the offer. */
  readonly offerMargins: ReadonlyMap<number, number>
  /** Those that name none, as far as they may be about an app: a text that is another one when they change. */
  generalMargins(appId: number): string
  /** The promotion of an app that ran at a moment. */
  findPromotion(appId: number, atMs: number): Promotion | undefined
  /** The rate of the day of a moment, or the latest within the days before it. */
  findRate(currency: string, atMs: number): ExchangeRate | undefined
}
