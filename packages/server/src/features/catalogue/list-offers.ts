import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { noFilters } from '@quoin/core/catalogue/query-filters.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import type { Selected, Selection } from '@quoin/core/catalogue/selection.ts'
import { defaultSort } from '@quoin/core/targeting/sort.ts'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import type { Ports } from '../../ports/ports.ts'
import { findProgress, type ProgressByIndex } from './find-progress.ts'
import { type BlockNeeds, findBlock, findExcluded, isAppPaused, type Viewer } from './find-withheld.ts'
import { priceOffers } from './price-offers.ts'

export interface WantedPage extends Omit<Selection, 'excludedIds' | 'bars' | 'pricing' | 'ranked'> {
  /** The ranking of the page before. */
  readonly ranking?: string | undefined
}

/** The part of a list that is counted. */
export type Counted = Partial<Pick<Selection, 'category' | 'cost' | 'maxMinutes'>>

export interface OfferPage extends Selected {
  /** The very catalogue that the page's indexes belong to. */
  readonly catalogue: Catalogue
  /** The payouts of the page's offers for its user. */
  readonly pricing: Pricing
  readonly progress: ProgressByIndex
  /** Names the order `recommended` of the page. */
  readonly ranking?: string | undefined
  /** How many of them there are for this very user. */
  countOf(wanted: Counted): number
}

/**
 * A list that a publisher's software may keep for all users and fill each one's id into: no offer is left out for one
 * user's sake, only those that nobody can get now.
 */
export function listForAnybody(
  ports: ListingNeeds,
  viewer: Omit<Viewer, 'userId' | 'address'>,
  selection: WantedPage,
): Awaitable<OfferPage> {
  if (isAppPaused(viewer)) return listNothing(ports, viewer)
  const pricing = priceFor(ports, viewer)
  return whenKnown(ports.exclusions.capped(undefined), (capped) => {
    const catalogue = ports.snapshots.catalogue()
    const { audience } = viewer
    const ranked = rankFor(ports, { catalogue, audience, selection, user: '' })
    const excluded = { excludedIds: capped.offerIds, bars: capped.wide }
    return {
      catalogue,
      pricing,
      ...catalogue.select(audience, { ...selection, ...excluded, pricing, ranked: ranked?.order }),
      progress: new Map(),
      ranking: ranked?.name,
      countOf: counterOf(catalogue, audience, excluded),
    }
  })
}

/** The offers that a user may see now: targeted, not done, not capped; a blocked user sees nothing, nor anybody of a paused app. */
export function listOffers(
  ports: BlockNeeds & ListingNeeds,
  viewer: Viewer,
  selection: WantedPage,
): Awaitable<OfferPage> {
  if (isAppPaused(viewer)) return listNothing(ports, viewer)
  return whenKnown(findBlock(ports, viewer), (block) =>
    block === undefined ? listUnblocked(ports, viewer, selection) : listNothing(ports, viewer),
  )
}

type ListingNeeds = Pick<Ports, 'snapshots' | 'clock' | 'exclusions' | 'ranking'>

interface RankedList {
  readonly catalogue: Catalogue
  readonly audience: Viewer['audience']
  readonly selection: WantedPage
  readonly user: string
}

function rankFor({ ranking }: ListingNeeds, { catalogue, audience, selection, user }: RankedList) {
  if (selection.sort !== 'recommended') return undefined
  return ranking.find({ catalogue, audience, user, named: selection.ranking })
}

function priceFor(ports: ListingNeeds, { app, audience }: Pick<Viewer, 'app' | 'audience'>): Pricing {
  return priceOffers(ports, { appId: app.id, country: audience.country, nowMs: ports.clock.nowMs() })
}

function listNothing(ports: ListingNeeds, viewer: Pick<Viewer, 'app' | 'audience'>): OfferPage {
  const catalogue = ports.snapshots.catalogue()
  return {
    catalogue,
    pricing: priceFor(ports, viewer),
    page: [],
    total: 0,
    key: '',
    progress: new Map(),
    countOf: () => 0,
  }
}

function listUnblocked(ports: ListingNeeds, viewer: Viewer, selection: WantedPage): Awaitable<OfferPage> {
  const { snapshots } = ports
  const pricing = priceFor(ports, viewer)
  return whenKnown(findExcluded(ports, viewer), ({ taken, capped }) => {
    const catalogue = snapshots.catalogue()
    const { app, audience, userId } = viewer
    const user = `${app.id} ${userId}`
    const ranked = rankFor(ports, { catalogue, audience, selection, user })
    const excluded = { excludedIds: union(capped.offerIds, taken), bars: capped.wide }
    const { page, total, key } = catalogue.select(audience, {
      ...selection,
      ...excluded,
      ranked: ranked?.order,
      pricing,
    })
    return whenKnown(findProgress(ports, viewer, { catalogue, indexes: page }), (progress) => ({
      catalogue,
      pricing,
      page,
      total,
      key,
      progress,
      ranking: ranked?.name,
      countOf: counterOf(catalogue, audience, excluded),
    }))
  })
}

/** Counts only once it is asked to: lists that nobody filters by category pay nothing. */
function counterOf(
  catalogue: Catalogue,
  audience: Viewer['audience'],
  excluded: Pick<Selection, 'excludedIds' | 'bars'>,
): OfferPage['countOf'] {
  const slice = { ...noFilters, category: undefined, sort: defaultSort, limit: 1, offset: 0 }
  return (wanted) => catalogue.select(audience, { ...slice, ...excluded, ...wanted }).total
}

/** Nearly always one of them is empty. */
function union(some: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> {
  if (some.size === 0) return others
  return others.size === 0 ? some : new Set([...some, ...others])
}
