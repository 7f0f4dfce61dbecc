import { dayMs, hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import type { DemoOfferRow } from '../../../store/demo/demo-cast.ts'
import { type AppRole, demoApps, type NetworkRole, demoNetworks } from './cast.ts'
import { Dice } from './dice.ts'
import type { ClaimMade, DemoEvent, DemoReport, DemoVisit, Stage } from './events.ts'
import { ringOf } from './fraud-ring.ts'
import { fingerprintOf } from './sightings.ts'
import { type Addresses, crawler, momentOfDay, type Visitor, visitorOf } from './visitors.ts'

/** The month has so many whole days, and what there is of its last one. */
export const monthDays = 30

const visitsPerDay = 610
const seed = 'quoin demo'

/** All that happens in the month, in its order: the same for the same stage. */
export async function writeScript(stage: Stage, pause: () => Promise<void>): Promise<readonly DemoEvent[]> {
  const firstDayMs = startOf(stage.endsAtMs)
  const pools = new Map<string, readonly DemoOfferRow[]>()
  const events: DemoEvent[] = [...ringOf(stage, firstDayMs)]
  for (let day = 0; day <= monthDays; day += 1) {
    events.push(...writeDay(stage, { day, startMs: firstDayMs + day * dayMs, pools }))
    await pause()
  }
  return events.filter(({ atMs }) => atMs < stage.endsAtMs).sort((a, b) => a.atMs - b.atMs)
}

/** The first midnight of the month. */
export function startOf(endsAtMs: number): number {
  return Math.floor(endsAtMs / dayMs) * dayMs - monthDays * dayMs
}

interface Day {
  readonly day: number
  readonly startMs: number
  /** The offers shown in a country on a platform. */
  readonly pools: Map<string, readonly DemoOfferRow[]>
}

function* writeDay(stage: Stage, { day, startMs, pools }: Day): Generator<DemoEvent> {
  const dice = new Dice(`${seed} day ${day}`)
  const isWeekend = [0, 6].includes(new Date(startMs).getUTCDay())
  const visits = Math.round(
    visitsPerDay * (0.72 + 0.013 * day) * (isWeekend ? 1.22 : 1) * (0.93 + 0.14 * dice.next()),
  )
  for (let count = 0; count < visits; count += 1) {
    const app = dice.pick(demoApps, ({ share }) => share)
    if (app === undefined) continue
    const visitor = regularOf(app, Math.floor(app.users * dice.next() ** 1.6), stage.addresses)
    const offer = chooseOffer(dice, { visitor, offers: stage.offers, pools })
    if (offer === undefined) continue
    const atMs = startMs + momentOfDay(dice, visitor.market)
    const visit = visitOf(dice, { app, visitor, offer, atMs, cell: stage.cell })
    yield visit
    if (dice.happens(0.035)) yield fingerprintOf(visit)
    yield* reportsOf(dice, stage, visit)
  }
}

/** One of an app's users, by their number. */
export function regularOf(app: AppRole, number: number, addresses: Addresses): Visitor {
  const dice = new Dice(`${seed} ${app.name} ${number}`)
  const userId = `${app.userPrefix}${(7_103 + number * 37).toString(app.userPrefix === 'member' ? 10 : 36)}`
  return visitorOf(dice, { userId, addresses })
}

const subIds = ['home', 'wall', 'push', 'daily-quest', 'shop'] as const

function visitOf(
  dice: Dice,
  {
    app,
    visitor,
    offer,
    atMs,
    cell,
  }: Pick<DemoVisit, 'app' | 'visitor' | 'offer' | 'atMs'> & Pick<Stage, 'cell'>,
): DemoVisit {
  const subId = dice.happens(0.8) ? subIds[Math.floor(subIds.length * dice.next() ** 1.8)] : undefined
  return {
    kind: 'visit',
    atMs,
    app,
    visitor,
    offer,
    subId,
    clickId: dice.id(atMs, cell),
    userAgent: dice.happens(0.012) ? crawler : visitor.browser.userAgent,
  }
}

/** Some offers are many times as popular as others; networks have their parts of the traffic. */
export function chooseOffer(
  dice: Dice,
  {
    visitor,
    offers,
    pools,
  }: { visitor: Visitor; offers: readonly DemoOfferRow[]; pools: Map<string, readonly DemoOfferRow[]> },
): DemoOfferRow | undefined {
  const { country } = visitor.market
  const { platform } = visitor.browser
  const network = dice.pick(demoNetworks, ({ share }) => share)
  const key = `${network?.slug} ${country} ${platform}`
  const known = pools.get(key)
  const pool =
    known ??
    offers.filter((offer) => offer.network === network?.slug && isShown(offer, { country, platform }))
  if (known === undefined) pools.set(key, byPopularity(pool))
  const ranked = pools.get(key) ?? []
  return ranked[Math.floor(ranked.length * dice.next() ** 3.2)]
}

function isShown(offer: DemoOfferRow, { country, platform }: { country: string; platform: string }): boolean {
  return (
    (offer.countries.length === 0 || offer.countries.includes(country)) &&
    (offer.platforms.length === 0 || offer.platforms.includes(platform))
  )
}

/** The most popular first. */
export function byPopularity(offers: readonly DemoOfferRow[]): readonly DemoOfferRow[] {
  const rank = new Map(offers.map((offer) => [offer, new Dice(`${seed} rank ${offer.externalId}`).next()]))
  return [...offers].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
}

/** The reports that follow a click: mostly none. Dear offers are finished by few, and after days. */
export function* reportsOf(
  dice: Dice,
  { endsAtMs, offers, cell }: Stage,
  visit: DemoVisit,
): Generator<DemoEvent> {
  const { offer, app } = visit
  const network = demoNetworks.find(({ slug }) => slug === offer.network)
  if (network === undefined || visit.userAgent === crawler) return
  const usd = offer.payoutMicros / 1_000_000
  if (dice.happens(0.004)) yield claimOf(dice, visit, dice.happens(0.4) ? null : visit.clickId)
  const isDone = dice.happens(0.025 + 0.17 / (1 + usd / 3))
  const isUnknown = dice.happens(network.unknownChance * 0.3)
  if (!isDone && !isUnknown) return
  const told =
    offer.goals.length === 0 ? [undefined] : offer.goals.slice(0, 1 + dice.below(offer.goals.length))
  let atMs = visit.atMs
  for (const goal of told) {
    atMs += Math.min(9 * dayMs, 45_000 + dice.long(minuteMs * (6 + usd * 40), 1.4))
    if (isSilent(network, { atMs, endsAtMs })) return
    yield* reportOf(dice, {
      network,
      visit,
      atMs,
      goal: goal?.goal ?? '',
      revenueMicros: goal?.revenueMicros ?? offer.revenueMicros,
      clickId: isUnknown ? dice.id(visit.atMs - hourMs, cell) : visit.clickId,
      cell,
    })
    if (isUnknown) return
  }
  // The publisher's own server says it, too, now and then.
  if (dice.happens(0.012) && app.name !== 'Pocketfern' && offers.length > 0)
    yield claimOf(dice, visit, visit.clickId)
}

function isSilent(
  { silentDays }: NetworkRole,
  { atMs, endsAtMs }: { atMs: number; endsAtMs: number },
): boolean {
  return atMs > endsAtMs - silentDays * dayMs
}

interface Completion {
  readonly network: NetworkRole
  readonly visit: DemoVisit
  readonly atMs: number
  readonly goal: string
  readonly revenueMicros: number
  readonly clickId: string
  readonly cell: number
}

function* reportOf(
  dice: Dice,
  { network, atMs, goal, revenueMicros, clickId, cell }: Completion,
): Generator<DemoReport> {
  const { words } = network
  const txnId = String(100_000_000 + dice.below(900_000_000))
  const say = (word: string, laterMs: number): DemoReport => {
    const saidAtMs = Math.round(atMs + laterMs)
    const requestId = dice.id(saidAtMs, cell)
    return { kind: 'report', network, goal, revenueMicros, clickId, word, txnId, requestId, atMs: saidAtMs }
  }
  if (network.unmapped !== undefined && dice.happens(network.unmapped.chance))
    yield say(network.unmapped.word, 0)
  if (network.isSlow) yield say(words.pending, 0)
  const decidedMs = network.isSlow ? dice.long(dayMs * 1.5, 0.6) : 0
  if (dice.happens(0.045)) return yield say(words.rejected, decidedMs)
  yield say(words.approved, decidedMs)
  // Sent twice, as networks do.
  if (dice.happens(0.03)) yield say(words.approved, decidedMs + 5 * minuteMs)
  if (dice.happens(0.035)) yield say(words.reversed, decidedMs + dayMs * (2 + 9 * dice.next()))
}

function claimOf(dice: Dice, { app, visitor, offer, atMs }: DemoVisit, clickId: string | null): ClaimMade {
  return {
    kind: 'claim',
    app,
    offer,
    clickId,
    userId: visitor.userId,
    atMs: atMs + Math.round(dice.long(40 * minuteMs, 1)),
    transactionId: `tx-${dice.below(10_000_000).toString(36)}`,
  }
}
