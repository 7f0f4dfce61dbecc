import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import { defaultSort, type Sort, sortNames } from '@quoin/core/targeting/sort.ts'
import { costlyCategories, spreadOffers } from '@quoin/core/ranking/spread-offers.ts'
import type { RewardState } from '@quoin/core/tickets/diagnose-reward.ts'
import { findNamedCategories } from '@quoin/core/wall/find-named-categories.ts'
import type { Cost } from '@quoin/core/offers/cost.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { ListView, MissingView, OfferView } from '@quoin/wall/model.ts'
import { findOffer, type FoundOffer } from '../../features/catalogue/find-offer.ts'
import { type Counted, listOffers, type OfferPage } from '../../features/catalogue/list-offers.ts'
import type { WallVisit } from '../../features/wall/enter-wall.ts'
import { findTermRules } from '../../features/conversions/find-term-rules.ts'
import { makeHandoff } from '../../features/wall/hand-off.ts'
import { type RewardStory, tellStories } from '../../features/wall/tell-stories.ts'
import type { Ports } from '../../ports/ports.ts'
import { drawCode } from './draw-code.ts'
import { textsOf } from '../../features/wall/offer-texts.ts'
import { devicesOf, presentCard, presentSteps } from './present-offers.ts'
import { findStory, presentActivity, presentStory } from './present-stories.ts'

/** Someone who looks, and as what they are seen. */
export interface WallViewer {
  readonly visit: WallVisit
  readonly audience: Audience
  readonly address: string
}

interface ListAsked {
  readonly category: string | undefined
  readonly cost: Cost | undefined
  readonly maxMinutes: number | undefined
  readonly q: string | undefined
  readonly sort: Sort | undefined
  readonly ranking: string | undefined
  readonly offset: number | undefined
}

interface ListFacts {
  readonly asked: ListAsked
  readonly stories: readonly RewardStory[]
  /** The words for categories in the visitor's language. */
  readonly words: Readonly<Record<string, string>>
}

const limit = 20
/** The offers that are placed anew at once: a newcomer's first page has more than what pays most. */
const spreadMax = 15 * limit
/** How many started offers are shown: the newest few, the rest stands in the activity. */
const goingMax = 2

export async function buildList(
  ports: Ports,
  { visit, audience, address }: WallViewer,
  { asked, stories, words }: ListFacts,
): Promise<ListView> {
  const { category, cost, maxMinutes, q: search, sort = 'recommended', offset = 0, ranking } = asked
  const viewer = { app: visit.app, userId: visit.userId, audience, address }
  const isSpread = sort === 'recommended' && category === undefined && search === undefined
  const start = isSpread ? offset - (offset % spreadMax) : offset
  const found = await listOffers(ports, viewer, {
    sort,
    ranking,
    limit: isSpread ? spreadMax : limit,
    offset: start,
    category,
    search: search === undefined ? undefined : widen(ports, search, words),
    cost,
    maxMinutes,
    minPayoutMicros: undefined,
    offerIds: undefined,
  })
  const going = stories.map((story) => presentStory(ports, story)).filter(({ state }) => state === 'started')
  const filters = listFilters(found, { category, cost, maxMinutes })
  const isWhole = category === undefined && search === undefined && !filters.some(({ isOn }) => isOn)
  const isFirst = offset === 0 && isWhole
  return {
    view: 'list',
    category: category ?? null,
    search: search ?? '',
    sort,
    sorts: ['recommended', ...sortNames.filter((name) => name !== 'oldest' && name !== 'recommended')],
    ranking: found.ranking ?? null,
    all: found.countOf({}),
    categories: listCategories(found, { cost, maxMinutes }),
    filters,
    total: found.total,
    offset,
    limit,
    promotion: presentPromotion(found.pricing),
    going: isFirst ? oneOfEach(going).slice(0, goingMax) : [],
    offers: (isSpread ? spread(ports, found, stories.length === 0) : found.page)
      .slice(offset - start, offset - start + limit)
      .map((index) =>
        presentCard(ports, visit, {
          ...found,
          index,
          progress: progressFor(visit, found, index),
          country: audience.country,
        }),
      ),
  }
}

/** A search finds the category that it names as well, within what it is looked for in. */
function widen({ snapshots }: Pick<Ports, 'snapshots'>, text: string, words: ListFacts['words']) {
  const slugs = snapshots.catalogue().data.orders[defaultSort].categories.keys()
  return { text, categories: findNamedCategories(text, slugs, words) }
}

function presentPromotion({ promotion }: Pricing): ListView['promotion'] {
  return (
    promotion && {
      times: promotion.basisPoints / 10_000,
      endsAt: Math.ceil(promotion.toMs / 1000),
    }
  )
}

/** Half of its credits come within it. */
const quickSec = 86_400

/**
 * Offers in an order with variety, where no other was asked for (decision 0050). An offer that is not measured yet counts as
 * quick where it pays as little as the smallest quarter and is of no category that asks for money. One that is known to cost
 * something never does.
 */
function spread(
  { riskFigures }: Pick<Ports, 'riskFigures'>,
  { catalogue, page }: OfferPage,
  isNewcomer: boolean,
): readonly number[] {
  const payouts = page.map((index) => catalogue.offerAt(index).payoutMicros).sort((one, other) => one - other)
  const small = payouts[Math.floor(payouts.length / 4)] ?? 0
  return spreadOffers(page, {
    categoryOf: (index) => catalogue.offerAt(index).categories[0],
    isEasy: (index) => {
      const { id, payoutMicros, categories, cost } = catalogue.offerAt(index)
      if (cost !== null && cost !== 'free') return false
      const usual = riskFigures.findUsualTimes(id)
      if (usual !== undefined) return usual.halfSec <= quickSec
      return payoutMicros <= small && !categories.some((one) => costlyCategories.has(one))
    },
    isNewcomer,
  })
}

/** Progress is told to sessions alone. */
function progressFor({ isSigned }: WallVisit, { progress }: Pick<FoundOffer, 'progress'>, index: number) {
  return isSigned ? progress.get(index) : undefined
}

/** The next step of each offer that was begun. */
function oneOfEach<Story extends { offerId: number }>(stories: readonly Story[]): Story[] {
  return [...new Map(stories.toReversed().map((story) => [story.offerId, story])).values()].toReversed()
}

/** Few people look for more than these; others stand in an address all the same. */
const offeredFilters = [
  { name: 'cost', value: 'free' },
  { name: 'maxMinutes', value: 10 },
] as const

/** The filters that are offered, and those that are on; one that would leave nothing is not offered. */
function listFilters({ countOf }: OfferPage, asked: Counted): ListView['filters'] {
  const names = ['cost', 'maxMinutes'] as const
  const others = names.flatMap((name) => {
    const value = asked[name]
    const isOffered = offeredFilters.some((one) => one.name === name && one.value === value)
    return value === undefined || isOffered ? [] : [{ name, value }]
  })
  return [...offeredFilters, ...others]
    .map(({ name, value }) => ({
      name,
      value: String(value),
      isOn: asked[name] === value,
      count: countOf({ ...asked, [name]: value }),
    }))
    .filter(({ count, isOn }) => count > 0 || isOn)
}

const categoriesMax = 12

/** Categories that have something for a user, the largest first. */
function listCategories({ catalogue, countOf }: OfferPage, filters: Counted): ListView['categories'] {
  return [...catalogue.data.orders[defaultSort].categories.keys()]
    .map((slug) => ({ slug, count: countOf({ ...filters, category: slug }) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || one.slug.localeCompare(other.slug))
    .slice(0, categoriesMax)
}

export async function buildOffer(
  ports: Ports,
  { visit, audience, address }: WallViewer,
  { offerId, stories }: { offerId: number; stories: readonly RewardStory[] },
): Promise<OfferView> {
  const { app, userId } = visit
  const found = await findOffer(ports, { app, offerId, userId, audience, address })
  const { catalogue } = found
  const started = stories.find(
    (story) =>
      story.offerId === offerId && story.clickedAtMs !== undefined && story.diagnosis.code !== 'unavailable',
  )
  const pricing = pricingAt(ports, found.pricing, { app, offerId, audience, atMs: started?.clickedAtMs })
  // An offer that was started on another device pays what it was there.
  const index = catalogue.findIndex(offerId, started?.place ?? audience) ?? found.index
  const progress = progressFor(visit, found, found.index)
  const shown = { catalogue, index, pricing, progress, country: audience.country }
  const texts = textsOf(shown)
  const offer = catalogue.offerAt(index)
  const devices = devicesOf(shown, offer)
  const isOtherDevice = devices.length > 0 && !devices.includes(audience.platform)
  const isStarted = started !== undefined && found.status === 'active'
  return {
    view: 'offer',
    offer: presentCard(ports, visit, shown),
    description: texts.description,
    requirements: texts.requirements,
    video: offer.videoUrl,
    device: audience.platform,
    state: isOtherDevice ? 'other_device' : found.isEligible || isStarted ? 'open' : 'unavailable',
    steps: presentSteps(visit, shown, started?.clickedAtMs),
    startedAt: secondsOf(started?.clickedAtMs),
    endsAt: offer.endsAtSec,
    promotion: started === undefined ? presentPromotion(pricing) : null,
    code: isOtherDevice && visit.mayHandOn ? await handOver(ports, visit, offerId) : null,
  }
}

/** The prices of an offer that was started are those of then, whatever is promoted since. */
function pricingAt(
  { snapshots }: Pick<Ports, 'snapshots'>,
  now: Pricing,
  {
    app,
    offerId,
    audience,
    atMs,
  }: Pick<WallVisit, 'app'> & Pick<WallViewer, 'audience'> & { offerId: number; atMs: number | undefined },
): Pricing {
  if (atMs === undefined) return now
  const { country } = audience
  const { margin, promotion } = findTermRules(snapshots, { offerId, appId: app.id, country }, atMs)
  return {
    key: `${now.key} ${atMs}`,
    marginOf: () => margin,
    promotion: promotion ? { ...promotion, toMs: atMs } : null,
  }
}

async function handOver(ports: Ports, visit: WallVisit, offerId: number): Promise<OfferView['code']> {
  const token = await makeHandoff(ports, visit, `/wall/offers/${offerId}`)
  return drawCode(`${ports.settings.baseUrl}/wall/phone/${token}`)
}

export async function findStories(ports: Ports, visit: WallVisit): Promise<readonly RewardStory[]> {
  return visit.isSigned ? await tellStories(ports, visit) : []
}

export function buildActivity(
  ports: Ports,
  stories: readonly RewardStory[],
  filter: RewardState | undefined,
) {
  return presentActivity(
    stories.map((story) => presentStory(ports, story)),
    filter,
  )
}

/** Everything that a user may miss: the newest start or conversion of each reward. */
export function buildMissing(
  ports: Ports,
  stories: readonly RewardStory[],
  { chosen, outcome }: { chosen: string | undefined; outcome: MissingView['outcome'] },
): MissingView {
  const shown = stories.map((story) => presentStory(ports, story))
  return {
    view: 'missing',
    stories: shown,
    chosen: presentChosen(ports, stories, chosen),
    outcome,
  }
}

function presentChosen(
  ports: Ports,
  stories: readonly RewardStory[],
  key: string | undefined,
): MissingView['chosen'] {
  const story = findStory(stories, key)
  return story === undefined ? null : presentStory(ports, story)
}

export function countStarted(stories: readonly RewardStory[]): number {
  const started = stories.filter(({ diagnosis: { code } }) => code === 'young' || code === 'late')
  return new Set(started.map(({ offerId }) => offerId)).size
}
