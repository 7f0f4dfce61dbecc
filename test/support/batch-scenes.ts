import { formatId } from '@quoin/core/tracking/click-id.ts'
import type { Claim, PostbackReport } from '../../packages/server/src/ports/writes.ts'
import type { ConversionWorld, OfferTerms } from './conversion-world.ts'
import type { Dice } from './dice.ts'
import { makeClick } from './make-click.ts'

/** Two users of one app with clicks of their own on one offer, and transactions that no other scene names. */
export interface Scene {
  readonly name: string
  readonly offerId: number
  readonly users: readonly string[]
  readonly clicks: { readonly id: string; readonly userId: string }[]
  /** Its conversions that waited for a person or a time when they were last looked at. */
  readonly waitingIds: Set<string>
}

/** An act of a scene in one step of all scenes. */
export type Deed =
  | { readonly kind: 'report'; readonly report: PostbackReport; readonly process: number }
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'confirm' | 'refuse'; readonly conversionId: string }
  | { readonly kind: 'erase'; readonly userId: string }

const dayMs = 86_400_000
const usd = 1_000_000

const kindsOfOffers: readonly OfferTerms[] = [
  {},
  { isRepeatable: true },
  { isRepeatable: true, holdDays: 2 },
  { holdDays: 2 },
  { share: 5_000 },
  { isRepeatable: true, share: 5_000 },
  { isRepeatable: true, totalCap: 12 },
  { totalCap: 12, holdDays: 2 },
]

/** Offers of a network that takes other payouts, and of one that does not; some are attributed for a day. */
export async function addOffers(world: ConversionWorld): Promise<readonly number[]> {
  const open = { proof: 'none' } as const
  const [updating, other] = [
    await world.addNetwork({ ...open, onChangedPayout: 'update' }),
    await world.addNetwork(open),
  ]
  const offers: number[] = []
  for (const networkId of [other, updating]) {
    for (const terms of kindsOfOffers) offers.push(await world.addOffer({ ...terms, networkId }))
  }
  await world.database.query(
    `update offers set attribution_window = interval '1 day' where id = any($1::bigint[])`,
    [offers.slice(0, 3)],
  )
  return offers
}

/** Each with two clicks of the first user and one of the second, which is a tool's now and then. */
export async function openScenes(
  world: ConversionWorld,
  names: readonly string[],
  { offers, below }: { readonly offers: readonly number[]; readonly below: Dice },
): Promise<readonly Scene[]> {
  const scenes = names.map((name, at) => ({
    name,
    offerId: offers[at % offers.length] ?? 0,
    users: [`${name}-ann`, `${name}-ben`],
    clicks: [],
    waitingIds: new Set<string>(),
  }))
  await addClicks(
    world,
    scenes.flatMap((scene) => [0, 0, 1].map((user) => ({ scene, user }))),
    below,
  )
  return scenes
}

async function addClicks(
  world: ConversionWorld,
  wanted: readonly { readonly scene: Scene; readonly user: number }[],
  below: Dice,
): Promise<void> {
  // The week's partition.
  const [first] = wanted
  if (first) await world.addClick(first.scene.offerId, { userId: 'nobody' })
  const clicks = wanted.map(({ scene, user }) =>
    makeClick({
      id: world.ports.newId(),
      appId: world.appId,
      offerId: scene.offerId,
      userId: scene.users[user] ?? '',
      address: null,
      userAgent: null,
      clickedAtMs: world.nowMs,
      verdict: below(12) === 0 ? 'bot' : 'valid',
    }),
  )
  await world.ports.store.clicks.insertClicks(world.database, clicks)
  for (const [at, { scene }] of wanted.entries()) {
    const click = clicks[at]
    if (click) scene.clicks.push({ id: click.id, userId: click.userId })
  }
}

/** One or two things at once; a second report is often about the same, in another process. */
export function nextDeeds(world: ConversionWorld, scene: Scene, below: Dice): readonly Deed[] {
  const die = below(20)
  if (die < 11) {
    const first = reportOf(world, scene, below)
    const again = {
      ...first,
      process: 1 - first.process,
      report: { ...first.report, id: world.ports.newId() },
    }
    const isTwice = below(4) === 0
    return isTwice ? [first, below(2) === 0 ? again : reportOf(world, scene, below)] : [first]
  }
  if (die < 14) return [claimOf(world, scene, below)]
  if (die < 17) return reviewOf(scene, below)
  if (die === 17 && below(4) === 0) {
    return [{ kind: 'erase', userId: scene.users[below(2)] ?? '' }, reportOf(world, scene, below)]
  }
  return []
}

function transactionOf(scene: Scene, below: Dice): string | null {
  const name = [null, 'X', 'X', 'Y'][below(4)] ?? null
  return name === null ? null : `${scene.name}-${name}`
}

const words = ['approved', 'approved', 'pending', 'rejected', 'reversed']

function reportOf(world: ConversionWorld, scene: Scene, below: Dice): Extract<Deed, { kind: 'report' }> {
  const report = world.report(scene.clicks[below(scene.clicks.length)]?.id ?? '', {
    networkId: null,
    word: words[below(words.length)] ?? 'approved',
    reportedMicros: ([1.5, 1.5, 1.5, 0, 0.75, 9][below(6)] ?? 1.5) * usd,
    txnId: transactionOf(scene, below),
  })
  return { kind: 'report', report, process: below(2) }
}

function claimOf(world: ConversionWorld, scene: Scene, below: Dice): Deed {
  const claim: Claim = {
    appId: world.appId,
    userId: scene.users[below(2)] ?? '',
    offerId: scene.offerId,
    isTest: false,
    goal: '',
    clickId: null,
    transactionId: transactionOf(scene, below),
    idempotencyKey: null,
    amountMicros: null,
    currency: { name: 'Coins', rateMicros: 1_000 * usd, decimals: 0, rounding: 'half_up' },
  }
  return { kind: 'claim', claim }
}

function reviewOf(scene: Scene, below: Dice): readonly Deed[] {
  const conversionId = [...scene.waitingIds][below(Math.max(1, scene.waitingIds.size))]
  if (conversionId === undefined) return []
  return [{ kind: below(4) === 0 ? 'refuse' : 'confirm', conversionId }]
}

/** The time after which all scenes go on. */
export function waitFor(below: Dice): number {
  return [60_000, 3_600_000, dayMs / 2, dayMs, 3 * dayMs][below(5)] ?? dayMs
}

/** The least id that what is made from now on can have. */
export function idFrom(world: ConversionWorld): string {
  return formatId(world.nowMs, new Uint8Array(8))
}
