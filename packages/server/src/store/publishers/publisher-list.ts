import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import { daySec } from '@quoin/core/time/durations.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import type { PublisherRow } from './publishers.ts'

interface PublisherFilter {
  readonly search: string | null
  readonly status: PublisherStatus | null
}

const name = { sql: 'lower(p.name)', type: 'text' } as const
const id = { sql: 'p.id', type: 'bigint' } as const

/** The sort `state` begins with those that wait for approval. */
export async function listPublisherPage(
  db: Db,
  { search, status }: PublisherFilter,
  slice: ListSlice,
): Promise<ListPage<PublisherRow>> {
  return await selectPage(db, {
    select: 'p.id, p.name, p.status, p.created_at as "createdAtMs"',
    from: 'publishers p',
    where: `($1::text is null or strpos(lower(p.name), lower($1)) > 0) and ($2::text is null or p.status = $2)`,
    values: [search, status],
    sorts: {
      state: [
        { sql: "array_position(array['waiting', 'active', 'suspended'], p.status)", type: 'bigint' },
        name,
        id,
      ],
      name: [name, id],
      id: [id],
    },
    slice,
  })
}

/** Sums in micros are texts: they may be larger than numbers are exact. */
export interface AppFigures {
  readonly appId: number
  readonly publisherId: number
  readonly name: string
  readonly clicks: number
  readonly approved: number
  readonly reversed: number
  readonly earnedMicros: string
  readonly lastUsedAtMs: number | null
}

/**
 * How apps fared since a moment, by what is rolled up; and when one of their keys was used last. Whole days come from the
 * sums by day, the hours before them from those by the hour.
 */
export async function measureApps(
  db: Db,
  { publisherIds, appIds, sinceSec }: MeasuredApps,
): Promise<AppFigures[]> {
  return await db.query(
    `select a.id as "appId", a.publisher_id as "publisherId", a.name, s.clicks, s.approved, s.reversed,
       s.earned as "earnedMicros", k.last_used_at as "lastUsedAtMs"
     from apps a
     cross join lateral (
       select coalesce(sum(clicks), 0)::bigint as clicks,
         coalesce(sum(conversions) filter (where status = 'approved'), 0)::bigint as approved,
         coalesce(sum(conversions) filter (where status = 'reversed'), 0)::bigint as reversed,
         coalesce(sum(payout_micros) filter (where status = 'approved'), 0)::text as earned
       from stats_sums where key = a.id::text and (kind = 'A' and slot >= $4
         or kind = 'a' and slot >= to_timestamp($3) and slot < $4)) s
     cross join lateral (select max(last_used_at) as last_used_at from api_keys k where k.app_id = a.id) k
     where a.publisher_id = any($1::bigint[]) or a.id = any($2::bigint[])`,
    [publisherIds, appIds, sinceSec, new Date(Math.ceil(sinceSec / daySec) * daySec * 1000)],
  )
}

interface MeasuredApps {
  readonly publisherIds: readonly number[]
  readonly appIds: readonly number[]
  /** From this hour on. */
  readonly sinceSec: number
}

interface PublisherMember {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isConfirmed: boolean
  readonly role: string
  readonly createdAtMs: number
}

/** The people of a publisher, by name. */
export async function listMembers(db: Db, publisherId: number): Promise<PublisherMember[]> {
  return await db.query(
    `select u.id, u.name, coalesce(u.claimed_email, u.email) as email, u.email_verified as "isConfirmed", m.role, m.created_at as "createdAtMs"
     from people_organizations o join people_members m on m.organization_id = o.id
     join people_users u on u.id = m.user_id
     where o.publisher_id = $1 order by lower(u.name), u.id limit 1000`,
    [publisherId],
  )
}

/** All that was paid to some apps, as a text of micros. */
export async function sumPaid(db: Db, appIds: readonly number[]): Promise<string> {
  const [row] = await db.query<{ paid: string }>(
    `select coalesce(sum(amount_micros), 0)::text as paid from settlements
     where app_id = any($1::bigint[]) and kind = 'paid'`,
    [appIds],
  )
  return row?.paid ?? '0'
}

/** How many publishers wait for approval, and since when the first does. */
export async function countWaiting(
  db: Db,
): Promise<{ readonly count: number; readonly oldestAtMs: number | null }> {
  const [row] = await db.query<{ count: number; oldestAtMs: number | null }>(
    `select count(*) as count, min(created_at) as "oldestAtMs" from publishers where status = 'waiting'`,
  )
  return row ?? { count: 0, oldestAtMs: null }
}
