import type { Platform } from '@quoin/core/offers/offer.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import { type LinkVerdict, linkVerdictDays } from '@quoin/core/sources/link.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

/** A link of a source as it was last seen. */
interface SourceLink {
  readonly externalId: string
  readonly offerId: number
  readonly name: string
  readonly isShown: boolean
  readonly verdict: LinkVerdict
  readonly message: string
  readonly hops: number
  readonly lookedAtMs: number
}

/** An offer whose link is to be looked at. */
export interface LinkToLookAt {
  readonly externalId: string
  readonly offerId: number
  readonly destinationUrl: string
  readonly platforms: readonly Platform[]
  readonly countries: readonly string[]
  readonly silentLooks: number
}

const timeoutMs = 30_000

/** Two silent looks within an hour are one bad hour, and count once. */
const isJustSilent = `(coalesce(l.silent_looks, 0) = 1
  and l.looked_at > to_timestamp($2::bigint / 1000.0) - interval '1 hour')`

const toLookAt = `select o.external_id as "externalId", o.id as "offerId", o.destination_url as "destinationUrl", o.platforms,
     o.countries, case when ${isJustSilent} then 0 else coalesce(l.silent_looks, 0) end as "silentLooks"
   from sources s join source_offers k on k.source_id = s.id
     join offers o on o.network_id = s.network_id and o.external_id = k.external_id
     left join source_links l on l.source_id = s.id and l.external_id = k.external_id`

/** The source whose next look is due longest; its next one is due after a part of a day. */
export async function takeDueLinkSource(db: Db, nowMs: number): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>(
    `update sources set next_link_check_at =
       to_timestamp($1::bigint / 1000.0) + interval '1 day' / greatest(link_check_daily, 1)
     where id = (
       select id from sources where link_check_daily > 0 and paused_at is null
         and (next_link_check_at <= to_timestamp($1::bigint / 1000.0)
           -- A clock that was ahead put it off.
           or next_link_check_at > to_timestamp($1::bigint / 1000.0) + interval '2 days')
       order by next_link_check_at limit 1 for update skip locked)
     returning id`,
    [nowMs],
  )
  return row?.id
}

/** The offer that users may see and whose link was looked at longest ago; one that gave no answer goes before. */
export async function findLinkToLookAt(
  db: Db,
  sourceId: number,
  nowMs: number,
): Promise<LinkToLookAt | undefined> {
  const [row] = await db.query<LinkToLookAt>(
    `${toLookAt} where s.id = $1 and o.status = 'active' and o.paused_at is null
     order by coalesce(l.silent_looks, 0) <> 1 or ${isJustSilent}, l.looked_at nulls first, o.id limit 1`,
    [sourceId, nowMs],
    { timeoutMs, isPlannedAnew: true },
  )
  return row
}

/** One offer of a source, shown or not. */
export async function findLinkOf(
  db: Db,
  {
    sourceId,
    externalId,
    nowMs,
  }: { readonly sourceId: number; readonly externalId: string; readonly nowMs: number },
): Promise<LinkToLookAt | undefined> {
  const [row] = await db.query<LinkToLookAt>(`${toLookAt} where s.id = $1 and k.external_id = $3`, [
    ...[sourceId, nowMs, externalId],
  ])
  return row
}

interface SeenLink extends Pick<SourceLink, 'externalId' | 'verdict' | 'message' | 'hops'> {
  readonly sourceId: number
  readonly silentLooks: number
  readonly nowMs: number
}

export async function upsertLink(db: Db, seen: SeenLink): Promise<void> {
  const { sourceId, externalId, verdict, message, hops, silentLooks, nowMs } = seen
  await db.query(
    `insert into source_links (source_id, external_id, verdict, message, hops, silent_looks, looked_at)
     select $1, $2, $3, $4, $5, $6, to_timestamp($7::bigint / 1000.0) from sources where id = $1
     on conflict (source_id, external_id) do update set verdict = excluded.verdict, message = excluded.message,
       hops = excluded.hops, silent_looks = excluded.silent_looks, looked_at = excluded.looked_at`,
    [sourceId, externalId, verdict, message, hops, silentLooks, nowMs],
  )
}

const ofShown = `source_links l join sources s on s.id = l.source_id
  join offers o on o.network_id = s.network_id and o.external_id = l.external_id`
const isShown = `(o.status = 'active' and o.paused_at is null)`

const seen = `l.external_id as "externalId", o.id as "offerId", o.name, ${isShown} as "isShown", l.verdict, l.message, l.hops,
  l.looked_at as "lookedAtMs"`

export async function findSeenLink(
  db: Db,
  sourceId: number,
  externalId: string,
): Promise<SourceLink | undefined> {
  const [row] = await db.query<SourceLink>(
    `select ${seen} from ${ofShown} where l.source_id = $1 and l.external_id = $2`,
    [sourceId, externalId],
  )
  return row
}

/** Links as they were last seen. */
export async function listLinkPage(
  db: Db,
  { sourceId, verdict }: { readonly sourceId: number; readonly verdict: LinkVerdict | null },
  slice: ListSlice,
): Promise<ListPage<SourceLink>> {
  return await selectPage(db, {
    select: seen,
    from: ofShown,
    where: 'l.source_id = $1 and ($2::text is null or l.verdict = $2)',
    values: [sourceId, verdict],
    sorts: { external_id: [{ sql: 'l.external_id', type: 'text' }] },
    slice,
  })
}

interface CountedLinks {
  readonly sourceId: number
  readonly name: string
  readonly verdict: LinkVerdict
  readonly count: number
  readonly firstAtMs: number
}

/** Links of offers that users may see, by source and by what was seen of them lately. */
export async function countLinks(db: Db, nowMs: number): Promise<CountedLinks[]> {
  return await db.query<CountedLinks>(
    `select l.source_id as "sourceId", s.name, l.verdict, count(*) as count, min(l.looked_at) as "firstAtMs"
     from ${ofShown}
     where ${isShown} and l.looked_at > to_timestamp($1::bigint / 1000.0) - interval '${linkVerdictDays} days'
     group by l.source_id, s.name, l.verdict`,
    [nowMs],
    { timeoutMs },
  )
}
