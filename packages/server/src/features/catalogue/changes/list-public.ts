import type { Bars } from '@quoin/core/caps/bars.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import { noFilters } from '@quoin/core/catalogue/query-filters.ts'
import { unknownCountry } from '@quoin/core/detect/country.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { TermsDirectory } from '../../../ports/directories.ts'
import type { Ports } from '../../../ports/ports.ts'

/** The catalogue of a moment, with the caps that are used up. */
export interface PublicWorld {
  readonly catalogue: Catalogue
  readonly capped: Bars
  readonly terms: TermsDirectory
  readonly nowSec: number
}

export async function readPublicWorld({
  snapshots,
  exclusions,
  clock,
}: Pick<Ports, 'snapshots' | 'exclusions' | 'clock'>): Promise<PublicWorld> {
  const capped = await exclusions.capped(undefined)
  return {
    catalogue: snapshots.catalogue(),
    capped,
    terms: snapshots.terms(),
    nowSec: secondsOf(clock.nowMs()),
  }
}

interface PublicWanted {
  readonly isTest: boolean
  readonly offerIds: readonly number[]
  /** An app's; absent: what the catalogue alone says. */
  readonly pricing?: Pricing | undefined
}

/** One listing for each of these offers that somebody may have now, by the rules of a catalogue without a user. */
export function listPublic(
  { catalogue, capped, nowSec }: PublicWorld,
  { isTest, offerIds, pricing }: PublicWanted,
): readonly number[] {
  const audience = { country: unknownCountry, platform: 'desktop', nowSec, isTest } as const
  const selection = {
    ...noFilters,
    sort: 'newest',
    category: undefined,
    anyOf: ['country', 'platform'],
    excludedIds: capped.offerIds,
    bars: capped.wide,
    pricing,
  } as const
  return catalogue.selectAmong(audience, selection, offerIds)
}

/** As many fingerprints as 48 bits can tell apart. */
const fingerprints = 2 ** 48

/** The fingerprint of a listing's offer, with the margin rules that name it. */
export function fingerprintAt({ catalogue: { data }, terms }: PublicWorld, index: number): number {
  const own = data.fingerprints[data.textAt[index] ?? 0] ?? 0
  const margin = terms.offerMargins.get(data.ids[index] ?? 0) ?? 0
  return (own + margin) % fingerprints
}

/** The fingerprints of those of some offers that are listed now, test offers too. */
export function printListed(world: PublicWorld, offerIds: readonly number[]): ReadonlyMap<number, number> {
  const { ids } = world.catalogue.data
  const listed = listPublic(world, { isTest: true, offerIds })
  return new Map(listed.map((index) => [ids[index] ?? 0, fingerprintAt(world, index)]))
}

/** Those of some offers that live lists have, too. */
export function listLive(world: PublicWorld, offerIds: readonly number[]): ReadonlySet<number> {
  const { ids } = world.catalogue.data
  return new Set(listPublic(world, { isTest: false, offerIds }).map((index) => ids[index] ?? 0))
}
