import { dayMs, hourMs } from '@quoin/core/time/durations.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { confirmClaim } from '../../conversions/confirm-claim.ts'
import { refuseClaim } from '../../conversions/refuse-claim.ts'
import { releaseHolds } from '../../conversions/release-holds.ts'
import { listBalances } from '../../ledger/list-balances.ts'
import { settle } from '../../ledger/settle.ts'
import { addListEntry } from '../../lists/add-list-entry.ts'
import { addPromotion } from '../../terms/add-promotion.ts'
import { demoActors } from '../script/cast.ts'
import { Dice } from '../script/dice.ts'
import type { Cast } from './read-cast.ts'
import { startOf } from '../script/write-script.ts'
import type { ShiftedPorts } from './shifted-ports.ts'

const [mira, jonas] = demoActors
/** Conversions of the last days still wait for review. */
const reviewDays = 4
const reviewsPerDay = 25
const weekDays = 7

/** The operators' work of a morning, and all that falls due. Doing a day again changes nothing that counts. */
export async function doChores(
  ports: ShiftedPorts,
  cast: Cast,
  { dayStartMs, endsAtMs }: { dayStartMs: number; endsAtMs: number },
): Promise<void> {
  const day = Math.round((dayStartMs - startOf(endsAtMs)) / dayMs)
  ports.moveTo(dayStartMs + 9 * hourMs)
  await releaseHolds(ports)
  if (day < 30 - 2) await reviewSome(ports, dayStartMs)
  if (day % weekDays === 6) await payPublishers(ports, cast, day)
  if (day % (2 * weekDays) === 10) await receivePayments(ports, cast, day)
  if (day === 24) await listRing(ports, cast)
  if (day === 19 || day === 29) await promote(ports, cast, day)
}

async function reviewSome(ports: ShiftedPorts, dayStartMs: number): Promise<void> {
  const { db, store } = ports
  const ids = await store.demoCast.listDemoReviews(db, {
    beforeMs: dayStartMs - reviewDays * dayMs,
    limit: reviewsPerDay,
  })
  const dice = new Dice(`quoin demo reviews ${dayStartMs}`)
  for (const conversionId of ids) {
    const isRefused = dice.happens(0.35)
    const decide = isRefused ? refuseClaim : confirmClaim
    // Conversions with objections are left to somebody else.
    await decide(ports, { conversionId, actor: jonas }).catch(passObjection)
  }
}

function passObjection(error: unknown): void {
  if (!(error instanceof DomainError)) throw error
}

/** Whole dollars of what is owed, every week. */
async function payPublishers(ports: ShiftedPorts, cast: Cast, day: number): Promise<void> {
  for (const { name, appId } of cast.apps.values()) {
    const [balance] = await listBalances(ports, [{ account: 'payable', partyId: appId }])
    const amountMicros = Number((balance?.balanceMicros ?? 0n) / 1_000_000n) * 1_000_000
    if (amountMicros < 5_000_000) continue
    const reference = `DEMO-PAY-${appId}-${day}`
    await settle(ports, {
      ...{ kind: 'paid', reference, appId, networkId: null, amountMicros, actor: mira },
      reason: `Weekly payout to ${name}`,
      mayGoNegative: false,
    }).catch(passObjection)
  }
}

/** Networks pay most of what they owe, every second week. */
async function receivePayments(ports: ShiftedPorts, cast: Cast, day: number): Promise<void> {
  for (const { slug, name, id } of cast.networks.values()) {
    if (!slug.startsWith('demo')) continue
    const [balance] = await listBalances(ports, [{ account: 'receivable', partyId: id }])
    const amountMicros = Math.floor(Number((balance?.balanceMicros ?? 0n) / 1_000_000n) * 0.85) * 1_000_000
    if (amountMicros <= 0) continue
    await settle(ports, {
      ...{ kind: 'received', reference: `DEMO-RCV-${id}-${day}`, appId: null, networkId: id, amountMicros },
      ...{ actor: mira, reason: `Invoice of ${name}`, mayGoNegative: false },
    }).catch(passObjection)
  }
}

async function listRing(ports: ShiftedPorts, cast: Cast): Promise<void> {
  const appId = cast.apps.get('Coinquarry')?.appId ?? null
  const entry = { appId, action: 'review', actor: jonas, reason: 'Several accounts on one machine' }
  await addListEntry(ports, { ...entry, kind: 'device', value: '7be4c1d200000001' })
}

async function promote(ports: ShiftedPorts, cast: Cast, day: number): Promise<void> {
  const appId = cast.apps.get(day === 19 ? 'Coinquarry' : 'Tallyhouse Rewards')?.appId
  if (appId === undefined) return
  const fromMs = ports.clock.nowMs()
  const [name, days] = day === 19 ? ['Double gem weekend', 3] : ['Winter bonus', 5]
  const basisPoints = day === 19 ? 20_000 : 15_000
  await addPromotion(ports, {
    appId,
    name,
    basisPoints,
    fromMs,
    toMs: fromMs + days * dayMs,
    actor: mira,
  }).catch(passObjection)
}
