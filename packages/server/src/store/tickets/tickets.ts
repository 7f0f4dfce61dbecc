import { messagesMax, type Ticket, type TicketAnswer } from '@quoin/core/tickets/ticket.ts'
import type { Db } from '../pg/database.ts'

/** With the status of its conversion, by which it may have been answered. */
export interface KnownTicket extends Ticket {
  readonly status: string | null
}

export const ticketColumns = `t.id, t.app_id as "appId", t.user_id as "userId", t.is_test as "isTest", t.click_id as "clickId",
  t.offer_id as "offerId", t.goal, t.conversion_id as "conversionId", t.diagnosis, t.note, t.receipt, t.answer, t.because,
  t.messages, t.created_at as "createdAtMs", t.answered_at as "answeredAtMs", v.status`

interface OwnTickets {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
  readonly limit: number
}

/** A user's tickets, newest first, by tickets_by_user. */
export async function listTicketsOfUser(
  db: Db,
  { appId, userId, isTest, limit }: OwnTickets,
): Promise<KnownTicket[]> {
  return await db.query(
    `select ${ticketColumns} from tickets t left join conversions v on v.id = t.conversion_id
     where t.app_id = $1 and t.user_id = $2 and t.is_test = $3 order by t.id desc limit $4`,
    [appId, userId, isTest, limit],
  )
}

/** All tickets, newest first, by the primary key. */
export async function listTickets(
  db: Db,
  { appId, beforeId, limit }: { appId: number | null; beforeId: number | null; limit: number },
): Promise<KnownTicket[]> {
  return await db.query(
    `select ${ticketColumns} from tickets t left join conversions v on v.id = t.conversion_id
     where ($1::bigint is null or t.app_id = $1) and ($2::bigint is null or t.id < $2) order by t.id desc limit $3`,
    [appId, beforeId, limit],
  )
}

/** A user's tickets are opened one after the other, so that none passes the limits beside another. */
export async function lockTicketsOfUser(tx: Db, user: Omit<OwnTickets, 'limit'>): Promise<void> {
  const name = `tickets ${user.appId} ${user.isTest} ${user.userId}`
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}

export async function insertTicket(
  tx: Db,
  ticket: Omit<Ticket, 'id' | 'answer' | 'because' | 'messages' | 'answeredAtMs'>,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into tickets (app_id, user_id, is_test, click_id, offer_id, goal, conversion_id, diagnosis, note, receipt, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11::bigint / 1000.0)) returning id`,
    [
      ticket.appId,
      ticket.userId,
      ticket.isTest,
      ticket.clickId,
      ticket.offerId,
      ticket.goal,
      ticket.conversionId,
      ticket.diagnosis,
      ticket.note,
      ticket.receipt,
      ticket.createdAtMs,
    ],
  )
  return row?.id ?? 0
}

/** The claim that a ticket became. */
export async function linkTicket(
  db: Db,
  { id, conversionId }: { readonly id: number; readonly conversionId: string },
): Promise<void> {
  await db.query('update tickets set conversion_id = $2 where id = $1', [id, conversionId])
}

/** Takes back a ticket that could become nothing. */
export async function deleteTicket(db: Db, id: number): Promise<void> {
  await db.query('delete from tickets where id = $1 and conversion_id is null', [id])
}

/** The ticket as it was; undefined when there is none. */
export async function answerTicket(
  tx: Db,
  { id, answer, because, nowMs }: { id: number; answer: TicketAnswer; because: string; nowMs: number },
): Promise<{ before: TicketAnswer | null } | undefined> {
  const [row] = await tx.query<{ before: TicketAnswer | null }>(
    `update tickets t set answer = $2, because = $3, answered_at = to_timestamp($4::bigint / 1000.0),
       messages = (case when jsonb_array_length(messages) < ${messagesMax} then messages else messages - 0 end)
         || jsonb_build_array(jsonb_build_object('by', 'person', 'text', $3::text, 'atMs', $4::bigint))
     from (select id, answer from tickets where id = $1 for update) old
     where t.id = old.id returning old.answer as before`,
    [id, answer, because, nowMs],
  )
  return row
}

/** Adds the user's answer to what they were asked, and the ticket waits once more; false where nothing is asked and the last word is another. */
export async function addReply(
  db: Db,
  { id, text, nowMs }: { readonly id: number; readonly text: string; readonly nowMs: number },
): Promise<boolean> {
  const added = await db.query(
    `update tickets set answer = null, because = null, answered_at = null,
       messages = (case when jsonb_array_length(messages) < ${messagesMax} then messages else messages - 0 end)
         || jsonb_build_array(jsonb_build_object('by', 'user', 'text', $2::text, 'atMs', $3::bigint))
     where id = $1 and answer = 'needs_more' returning id`,
    [id, text, nowMs],
  )
  if (added.length > 0) return true
  // A second tap of the same form.
  const same = await db.query(
    `select id from tickets
     where id = $1 and answer is null and messages -> -1 @> jsonb_build_object('by', 'user', 'text', $2::text)`,
    [id, text],
  )
  return same.length > 0
}

/** A user's tickets go with them, and so do the hand-offs that wait for their phone. */
export async function eraseTickets(
  tx: Db,
  { appId, userId, isTestOnly }: { appId: number; userId: string; isTestOnly: boolean },
): Promise<void> {
  await tx.query(
    `with gone as (
       delete from wall_handoffs h using api_keys k
       where h.user_id = $2 and k.key = h.api_key and k.app_id = $1 and (k.mode = 'test' or not $3)
     )
     delete from tickets where app_id = $1 and user_id = $2 and (is_test or not $3)`,
    [appId, userId, isTestOnly],
  )
}
