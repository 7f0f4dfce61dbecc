import { notFound } from '@quoin/core/errors.ts'
import { stateOfTicket, type TicketAnswer, type TicketState } from '@quoin/core/tickets/ticket.ts'
import type { Ports } from '../../ports/ports.ts'
import type { KnownTicket } from '../../store/tickets/tickets.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/** Tickets, newest first, with what their users are told. */
export async function listTickets(
  { db, store }: Pick<Needs, 'db' | 'store'>,
  wanted: { readonly appId: number | null; readonly beforeId: number | null; readonly limit: number },
): Promise<readonly (KnownTicket & { readonly state: TicketState })[]> {
  const tickets = await store.tickets.listTickets(db, wanted)
  return tickets.map((ticket) => ({ ...ticket, state: stateOfTicket(ticket, ticket.status ?? undefined) }))
}

interface Answering {
  readonly ticketId: number
  readonly answer: TicketAnswer
  /** In words for the user. */
  readonly because: string
  readonly actor: string
}

/** Tells a user what became of their question. It moves no money: claims are confirmed and refused by themselves. */
export async function answerTicket(
  { db, store, clock }: Needs,
  { ticketId, answer, because, actor }: Answering,
): Promise<void> {
  const nowMs = clock.nowMs()
  await db.transaction(async (tx) => {
    const answered = await store.tickets.answerTicket(tx, { id: ticketId, answer, because, nowMs })
    if (answered === undefined) throw notFound(`There is no ticket ${ticketId}.`)
    const details = { before: answered.before, after: answer, because }
    const entry = { actor, action: 'ticket.answered' as const, object: `ticket:${ticketId}`, details }
    await store.audit.insertAudit(tx, { ...entry, nowMs })
  })
}
