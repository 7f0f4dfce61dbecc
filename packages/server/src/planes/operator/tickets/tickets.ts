import {
  answerTicket as answerOperation,
  listTickets as listOperation,
} from '@quoin/contract/operator/tickets/ticket-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { dueAtMs, stateOfTicket } from '@quoin/core/tickets/ticket.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { answerTicket as answer } from '../../../features/tickets/answer-ticket.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { QueuedTicket } from '../../../store/tickets/ticket-queue.ts'

const listTickets = staffRoute(listOperation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, 'time')
  const { state = null, app = null, network = null, user = null, diagnosis = null, ticket = null } = query
  const filter = { ticketId: ticket, state, appId: app, networkId: network, userId: user, diagnosis }
  return listAnswer(await store.ticketQueue.listTicketPage(db, filter, slice), slice, presentTicket)
})

function presentTicket(ticket: QueuedTicket) {
  return {
    id: String(ticket.id),
    app_id: String(ticket.appId),
    app: ticket.app,
    publisher: ticket.publisher,
    user_id: ticket.userId,
    test: ticket.isTest,
    click_id: ticket.clickId,
    offer_id: String(ticket.offerId),
    offer: ticket.offer,
    network: ticket.network,
    goal: ticket.goal,
    conversion_id: ticket.conversionId,
    conversion_status: ticket.status,
    payout: amountOf(ticket.payoutMicros),
    payout_local: amountOf(ticket.payoutLocalMicros),
    currency: ticket.currency,
    diagnosis: ticket.diagnosis,
    state: stateOfTicket(ticket, ticket.status ?? undefined),
    note: ticket.note,
    receipt: ticket.receipt,
    answer: ticket.answer,
    because: ticket.because,
    messages: ticket.messages.map(({ by, text, atMs }) => ({ by, text, at: secondsOf(atMs) })),
    at: secondsOf(ticket.createdAtMs),
    due_at: secondsOf(dueAtMs(ticket)),
    answered_at: secondsOf(ticket.answeredAtMs),
  }
}

function amountOf(micros: number | null): string | null {
  return micros === null ? null : formatMicros(micros)
}

const answerTicket = staffRoute(answerOperation, async ({ ports, path: { ticketId }, body, staff }) => {
  await answer(ports, { ticketId, ...body, actor: staff.actor })
  return {
    data: { id: String(ticketId), answer: body.answer },
    message: 'The user reads the answer in the wall.',
  }
})

export const ticketRoutes = [listTickets, answerTicket] as const
