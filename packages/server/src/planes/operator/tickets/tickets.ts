import { pageStandard } from '@quoin/contract/operator/list-parameters.ts'
import {
  answerTicket as answerOperation,
  listTickets as listOperation,
} from '@quoin/contract/operator/tickets/ticket-operations.ts'
import {
  answerTicket as answer,
  listTickets as findTickets,
} from '../../../features/tickets/answer-ticket.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { secondsOf } from '../seconds-of.ts'

const listTickets = staffRoute(listOperation, async ({ ports, query }) => {
  const { limit = pageStandard, after = null, app = null } = query
  // One more than is shown: whether there are more.
  const found = await findTickets(ports, { appId: app, beforeId: after, limit: limit + 1 })
  const tickets = found.slice(0, limit)
  const last = found.length > limit ? tickets.at(-1) : undefined
  const data = tickets.map((ticket) => ({
    id: String(ticket.id),
    app_id: String(ticket.appId),
    user_id: ticket.userId,
    test: ticket.isTest,
    click_id: ticket.clickId,
    offer_id: String(ticket.offerId),
    goal: ticket.goal,
    conversion_id: ticket.conversionId,
    diagnosis: ticket.diagnosis,
    state: ticket.state,
    note: ticket.note,
    receipt: ticket.receipt,
    answer: ticket.answer,
    because: ticket.because,
    at: secondsOf(ticket.createdAtMs),
    answered_at: secondsOf(ticket.answeredAtMs),
  }))
  return { data, message: `${tickets.length} tickets.`, meta: { next: last ? String(last.id) : null } }
})

const answerTicket = staffRoute(answerOperation, async ({ ports, path: { ticketId }, body, staff }) => {
  await answer(ports, { ticketId, ...body, actor: staff.actor })
  return {
    data: { id: String(ticketId), answer: body.answer },
    message: 'The user reads the answer in the wall.',
  }
})

export const ticketRoutes = [listTickets, answerTicket] as const
