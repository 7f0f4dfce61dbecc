import {
  isAbout,
  isOpenTicket,
  mayAskAgain,
  noteLengthMax,
  openTicketsMax,
  receiptLengthMax,
  stateOfTicket,
} from '@quoin/core/tickets/ticket.ts'
import type { Ports } from '../../ports/ports.ts'
import type { WallVisit } from '../wall/enter-wall.ts'
import type { RewardStory } from '../wall/tell-stories.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'writers'>

interface TicketRequest {
  readonly visit: WallVisit
  /** The reward that is missed, as it was just diagnosed. */
  readonly story: RewardStory
  readonly note: string
  readonly receipt: string
}

type TicketOutcome =
  | { readonly kind: 'sent'; readonly ticketId: number }
  /** Too many wait for an answer, or one about this very reward. */
  | { readonly kind: 'limit' }
  /** No ticket helps now: the diagnosis says why. */
  | { readonly kind: 'not_now' }
  | { readonly kind: 'empty' }

/** More are never looked at: a user may have ten open ones. */
const ticketsMax = 200

/**
 * Opens a ticket about a reward. One that nobody has reported becomes a claim of its click, by the rules of claims: it is
 * pending, and paid only when the network or an operator vouches for it.
 */
export async function openTicket(ports: Needs, request: TicketRequest): Promise<TicketOutcome> {
  const { visit, story } = request
  const note = request.note.trim()
  if (note === '') return { kind: 'empty' }
  if (!story.isAskable) return { kind: 'not_now' }
  // First the ticket: one that is refused for its limit makes no claim.
  const ticketId = await insertTicket(ports, { visit, story, note, receipt: request.receipt.trim() })
  if (ticketId === undefined) return { kind: 'limit' }
  if (story.conversion !== undefined) return { kind: 'sent', ticketId }
  const { db, store } = ports
  const conversionId = await claim(ports, visit, story)
  if (conversionId === undefined) {
    await store.tickets.deleteTicket(db, ticketId)
    return { kind: 'not_now' }
  }
  await store.tickets.linkTicket(db, { id: ticketId, conversionId })
  return { kind: 'sent', ticketId }
}

/** The new ticket, or one about the same start whose claim is not made yet; undefined beyond what a user may have. */
async function insertTicket(
  { db, store, clock }: Needs,
  { visit, story, note, receipt }: TicketRequest,
): Promise<number | undefined> {
  if (story.clickId === null) return undefined
  const user = { appId: visit.app.id, userId: visit.userId, isTest: visit.isTest }
  const ticket: Parameters<typeof store.tickets.insertTicket>[1] = {
    ...user,
    clickId: story.clickId,
    offerId: story.offerId,
    goal: story.goal,
    conversionId: story.conversion?.id ?? null,
    diagnosis: story.diagnosis.code,
    note: note.slice(0, noteLengthMax),
    receipt: receipt.slice(0, receiptLengthMax),
    createdAtMs: clock.nowMs(),
  }
  return await db.transaction(async (tx) => {
    await store.tickets.lockTicketsOfUser(tx, user)
    const known = await store.tickets.listTicketsOfUser(tx, { ...user, limit: ticketsMax })
    const open = known.filter((one) => isOpenTicket(stateOfTicket(one, one.status ?? undefined)))
    const asked = known
      .filter((one) => isAbout(one, ticket))
      .map((one) => ({ ...one, state: stateOfTicket(one, one.status ?? undefined) }))
    const unclaimed = asked.find(({ conversionId }) => conversionId === null)
    if (unclaimed) return unclaimed.id
    if (!mayAskAgain(asked, ticket.diagnosis) || open.length >= openTicketsMax) return undefined
    return await store.tickets.insertTicket(tx, ticket)
  })
}

/** One claim a reward, however often it is asked for. */
async function claim(
  { writers }: Needs,
  { app, userId, isTest }: WallVisit,
  { offerId, goal, clickId }: RewardStory,
): Promise<string | undefined> {
  const outcome = await writers.recordClaim({
    appId: app.id,
    userId,
    offerId,
    isTest,
    goal,
    transactionId: null,
    idempotencyKey: `ticket ${clickId} ${goal}`,
    amountMicros: null,
    clickId,
    currency: app.currency,
  })
  return outcome.kind === 'recorded' ? outcome.conversion.id : undefined
}
