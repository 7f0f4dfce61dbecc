import { type Cap, type CapAmounts, type CapMeasure, isBeyond, weightOf } from './cap.ts'

/** The part of the catalogue that a cap bars: nothing remains of it for what an offer is expected to weigh. */
export interface Bar {
  readonly networkId: number | null
  readonly offerId: number | null
  readonly measure: CapMeasure
  readonly remainingMicros: number
}

/** An offer as a bar sees it. */
export interface BarredOffer extends CapAmounts {
  readonly id: number
  readonly networkId: number
}

/** An offer at its heaviest. */
export interface HeaviestOffer extends BarredOffer {
  /** Its least weight, where it does not weigh the same for everybody. */
  readonly least?: CapAmounts
}

/** Offers that caps keep from somebody. Single offers are named; the rest is asked of each offer. */
export interface Bars {
  readonly offerIds: ReadonlySet<number>
  readonly wide: readonly Bar[]
}

export const noBars: Bars = { offerIds: new Set(), wide: [] }

export function isBarred({ offerIds, wide }: Bars, offer: BarredOffer): boolean {
  return offerIds.has(offer.id) || wide.some((bar) => isBarredBy(bar, offer))
}

export function isBarredBy(
  { networkId, offerId, measure, remainingMicros }: Bar,
  offer: BarredOffer,
): boolean {
  if (networkId !== null && networkId !== offer.networkId) return false
  if (offerId !== null && offerId !== offer.id) return false
  return isBeyond(weightOf(measure, offer), { limit: remainingMicros, used: 0 })
}

/** The bars of several that apply to one user. */
export function joinBars(several: readonly Bars[]): Bars {
  const some = several.filter(({ offerIds, wide }) => offerIds.size > 0 || wide.length > 0)
  if (some.length <= 1) return some[0] ?? noBars
  return {
    offerIds: new Set(some.flatMap(({ offerIds }) => [...offerIds])),
    wide: some.flatMap(({ wide }) => wide),
  }
}

/** The known facts about the networks: their days differ where their time zones do. */
export interface BarWorld {
  readonly days: readonly { readonly networkId: number; readonly day: string }[]
  readonly findOffer: (id: number) => HeaviestOffer | undefined
  /** The most that any offer is expected to weigh: a cap with more room than that bars nothing. */
  readonly most: CapAmounts
  /** Whether margin rules change for some apps and countries what offers pay. */
  readonly hasMargins: boolean
}

/** The use of a cap on a day; of a cap for all time on any. */
type UseOf = (cap: Cap, day: string) => number

/** The offers that caps bar, by how much of them is used. They are all caps of one and the same audience. */
export function findBars(caps: readonly Cap[], useOf: UseOf, world: BarWorld): Bars {
  const bars = caps.flatMap((cap) => barsOf(cap, useOf, world))
  const offerIds = new Set<number>()
  const wide: Bar[] = []
  for (const bar of bars) {
    const dependsOnViewer = sparesSome(bar, world) || (world.hasMargins && bar.measure === 'payout')
    if (bar.offerId === null || dependsOnViewer) wide.push(bar)
    else offerIds.add(bar.offerId)
  }
  return { offerIds, wide }
}

/** Whether a bar leaves an offer to those for whom it weighs less. */
function sparesSome(bar: Bar, { findOffer }: BarWorld): boolean {
  const offer = bar.offerId === null ? undefined : findOffer(bar.offerId)
  return offer?.least !== undefined && !isBarredBy(bar, { ...offer, ...offer.least })
}

function barsOf(cap: Cap, useOf: UseOf, world: BarWorld): readonly Bar[] {
  return spansOf(cap, world).flatMap(({ networkId, day }) => {
    const { offerId, measure, limit } = cap
    const bar = { networkId, offerId, measure, remainingMicros: Math.max(0, limit - useOf(cap, day)) }
    const limits = { limit: bar.remainingMicros, used: 0 }
    if (offerId === null) return isBeyond(weightOf(measure, heaviest(world.most, world)), limits) ? [bar] : []
    const offer = world.findOffer(offerId)
    return offer && isBarredBy(bar, heaviest(offer, world)) ? [bar] : []
  })
}

/** The most that something may weigh for anybody: a margin rule may leave the publisher all of the revenue. */
function heaviest<Weighed extends CapAmounts>(weighed: Weighed, { hasMargins }: BarWorld): Weighed {
  const { revenueMicros, payoutMicros } = weighed
  return hasMargins ? { ...weighed, payoutMicros: Math.max(revenueMicros, payoutMicros) } : weighed
}

/** The networks that a cap is read for, each on its day; one row for all of them where they agree. */
function spansOf({ period, networkId, offerId }: Cap, { days, findOffer }: BarWorld) {
  const [first] = days
  if (first === undefined) return []
  const only = offerId === null ? networkId : (findOffer(offerId)?.networkId ?? null)
  const agree = period === 'total' || days.every(({ day }) => day === first.day)
  if (only !== null) return days.filter((one) => one.networkId === only)
  return agree ? [{ networkId: null, day: first.day }] : days
}
