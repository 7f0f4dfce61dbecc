import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { DiagnosisCode } from '@quoin/core/tickets/diagnose-reward.ts'
import type { TicketState } from '@quoin/core/tickets/ticket.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import { type KnownTicket, ticketColumns } from './tickets.ts'

/** A ticket with the names of what it is about, and what its reward would be. */
export interface QueuedTicket extends KnownTicket {
  readonly app: string
  readonly publisher: string
  readonly offer: string
  readonly network: string
  readonly payoutMicros: number | null
  readonly payoutLocalMicros: number | null
  readonly currency: string | null
}

interface TicketFilter {
  readonly ticketId: number | null
  readonly appId: number | null
  readonly networkId: number | null
  readonly userId: string | null
  readonly diagnosis: DiagnosisCode | null
  readonly state: TicketState | null
}

/** The rule of stateOfTicket, for the database to filter by. */
const state = `case
  when t.answer in ('credited', 'refused') then t.answer
  when v.status = 'approved' then 'credited'
  when v.status in ('rejected', 'reversed') and v.status <> t.diagnosis then 'refused'
  else coalesce(t.answer, 'asking') end`

const judged = 'tickets t left join conversions v on v.id = t.conversion_id'
const named = `${judged} join apps a on a.id = t.app_id join publishers p on p.id = a.publisher_id
  join offers o on o.id = t.offer_id join networks n on n.id = o.network_id`
/** The answer is compared as well: by it tickets_unanswered serves the query. */
const waiting = `t.answer is null and ${state} = 'asking'`

/** In the order in which they were opened, and so by the day on which an answer is due. */
export async function listTicketPage(
  db: Db,
  filter: TicketFilter,
  slice: ListSlice,
): Promise<ListPage<QueuedTicket>> {
  const inState =
    filter.state === 'asking' ? `${waiting} and $5::text = 'asking'` : `($5::text is null or ${state} = $5)`
  return await selectPage(db, {
    select: `${ticketColumns}, a.name as app, p.name as publisher, o.name as offer, n.name as network,
      v.payout_micros as "payoutMicros", v.payout_local_micros as "payoutLocalMicros", v.currency`,
    from: named,
    where: `${inState} and ($1::bigint is null or t.app_id = $1) and ($2::bigint is null or o.network_id = $2)
      and ($3::text is null or t.user_id = $3) and ($4::text is null or t.diagnosis = $4)
      and ($6::bigint is null or t.id = $6)`,
    values: [filter.appId, filter.networkId, filter.userId, filter.diagnosis, filter.state, filter.ticketId],
    sorts: { time: [{ sql: 't.id', type: 'bigint' }] },
    slice,
  })
}

/** More are never counted. */
const measuredMax = 10_000

/** How many wait for a person, and since when the oldest does. */
export async function measureWaiting(db: Db): Promise<{ count: number; oldestAtMs: number | null }> {
  const [row] = await db.query<{ count: number; oldestAtMs: number | null }>(
    `select count(*)::integer as count, min(created_at) as "oldestAtMs" from (
       select t.created_at from ${judged} where ${waiting} order by t.id limit ${measuredMax}) w`,
  )
  return row ?? { count: 0, oldestAtMs: null }
}
