import { dayMs, hourMs } from '@quoin/core/time/durations.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { confirmClaim } from '../../conversions/confirm-claim.ts'
import { refuseClaim } from '../../conversions/refuse-claim.ts'
import { releaseHolds } from '../../conversions/release-holds.ts'
import { openSession } from '../../credentials/open-session.ts'
import { listBalances } from '../../ledger/list-balances.ts'
import { settle } from '../../ledger/settle.ts'
import { addListEntry } from '../../lists/add-list-entry.ts'
import { addPromotion } from '../../terms/add-promotion.ts'
import { answerTicket } from '../../tickets/answer-ticket.ts'
import { openTicket } from '../../tickets/open-ticket.ts'
import { enterWall } from '../../wall/enter-wall.ts'
import { tellStories } from '../../wall/tell-stories.ts'
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
  if (day === 29) {
    await promoteGems(ports, cast)
    await askForMissing(ports, cast)
  }
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
      kind: 'paid',
      reference,
      appId,
      networkId: null,
      amountMicros,
      actor: mira,
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
      kind: 'received',
      reference: `DEMO-RCV-${id}-${day}`,
      appId: null,
      networkId: id,
      amountMicros,
      actor: mira,
      reason: `Invoice of ${name}`,
      mayGoNegative: false,
    }).catch(passObjection)
  }
}

async function listRing(ports: ShiftedPorts, cast: Cast): Promise<void> {
  const appId = cast.apps.get('Coinquarry')?.appId ?? null
  const entry = { appId, action: 'review', actor: jonas, reason: 'Several accounts on one machine' }
  await addListEntry(ports, { ...entry, kind: 'device', value: '7be4c1d200000001' })
}

/** It runs still when the month is over. */
async function promoteGems(ports: ShiftedPorts, cast: Cast): Promise<void> {
  const appId = cast.apps.get('Coinquarry')?.appId
  if (appId === undefined) return
  const fromMs = ports.clock.nowMs()
  const days = { fromMs, toMs: fromMs + 5 * dayMs }
  const promotion = { appId, name: 'Gem week', basisPoints: 15_000, ...days, actor: mira }
  await addPromotion(ports, promotion).catch(passObjection)
}

const ticketsMax = 6
const notes = [
  'I finished it on Monday and got a mail that says so.',
  'I bought it with the same address. The order came yesterday.',
  'I reached the level two days ago. I can send a screenshot.',
]

/** Users ask about rewards that the network rejected; two are asked back, one is answered. */
async function askForMissing(ports: ShiftedPorts, cast: Cast): Promise<void> {
  const app = cast.apps.get('Coinquarry')
  if (app === undefined) return
  const anything = { userId: null, offerId: null, networkId: null, toMs: null, fromMs: 0, beforeId: null }
  const rejected = await ports.store.operatorLists.listConversions(ports.db, {
    appId: app.appId,
    isTest: false,
    limit: ticketsMax,
    status: 'rejected',
    reason: null,
    ...anything,
  })
  const opened: number[] = []
  for (const [place, { userId }] of rejected.entries()) {
    const { token } = openSession(ports, { apiKey: app.apiKey, userId })
    const nothing = { apiKey: undefined, userId: undefined, subId: undefined, sig: undefined }
    const visit = enterWall(ports, { ...nothing, session: token })
    const story = (await tellStories(ports, visit)).find((one) => one.mayAsk && one.conversion !== undefined)
    if (story === undefined) continue
    const note = notes[place % notes.length] ?? ''
    const outcome = await openTicket(ports, { visit, story, note, receipt: '' })
    if (outcome.kind === 'sent') opened.push(outcome.ticketId)
  }
  const [first, second, third] = opened
  for (const ticketId of [first, second]) {
    if (ticketId === undefined) continue
    const because = 'Please send the order number.'
    await answerTicket(ports, { ticketId, answer: 'needs_more', because, actor: jonas })
  }
  if (third === undefined) return
  const because = 'The advertiser answered that you were a customer before.'
  await answerTicket(ports, { ticketId: third, answer: 'refused', because, actor: jonas })
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
