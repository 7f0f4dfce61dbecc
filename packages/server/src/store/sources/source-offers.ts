import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import { offerMembers } from '../catalogue/offer-columns.ts'
import type { Db } from '../pg/database.ts'

type Row = Readonly<Record<string, unknown>>

/** An offer of a source, and what is known of it besides. */
export interface SourceOffer {
  readonly externalId: string
  readonly stored: Offer & { readonly fileStatus: Offer['status'] }
  /** The row that the source wrote last; null where it has written none. */
  readonly given: Row | null
  readonly missingRuns: number
  readonly isAllowed: boolean
}

const batchTimeoutMs = 30_000

interface Asked {
  readonly sourceId: number
  readonly networkId: number
  readonly externalIds: readonly string[]
}

type KnownRow = SourceOffer['stored'] & Omit<SourceOffer, 'stored'>

/** Offers of its network under some ids. */
export async function listSourceOffers(
  db: Db,
  { sourceId, networkId, externalIds }: Asked,
): Promise<SourceOffer[]> {
  const rows = await db.query<KnownRow>(
    `select ${offerMembers}, status as "fileStatus", k.given, coalesce(k.missing_runs, 0) as "missingRuns",
       k.allowed_by is not null as "isAllowed"
     from offers left join lateral (
       select given, missing_runs, allowed_by from source_offers s
       where s.source_id = $1 and s.external_id = offers.external_id) k on true
     where network_id = $2 and offers.external_id = any($3::text[]) order by id`,
    [sourceId, networkId, externalIds],
    // The tables grow by thousands within a run, which a plan of before does not know.
    { timeoutMs: batchTimeoutMs, isPlannedAnew: true },
  )
  return rows.map(({ given, missingRuns, isAllowed, ...stored }) => {
    return { externalId: stored.externalId, stored, given, missingRuns, isAllowed }
  })
}

/** An offer, and the source by which it comes. */
export interface OfferOfSource extends Pick<SourceOffer, 'stored' | 'given' | 'missingRuns'> {
  readonly sourceId: number
  readonly sourceName: string
  readonly networkId: number
  readonly payoutBasisPoints: number
  readonly isPaused: boolean
  /** The person who has said that users may be rewarded for it, and why; null where nobody had to. */
  readonly allowedBy: string | null
  readonly allowedReason: string | null
}

/** Undefined where no source has ever written it. */
export async function findOfferOfSource(db: Db, offerId: number): Promise<OfferOfSource | undefined> {
  const [row] = await db.query<SourceOffer['stored'] & Omit<OfferOfSource, 'stored'>>(
    `select ${offerMembers}, status as "fileStatus", k.* from offers join lateral (
       select s.id as "sourceId", s.name as "sourceName", s.payout_basis_points as "payoutBasisPoints",
         s.paused_at is not null as "isPaused", o.given, o.missing_runs as "missingRuns", o.allowed_by as "allowedBy",
         o.allowed_reason as "allowedReason"
       from sources s join source_offers o on o.source_id = s.id
       where s.network_id = offers.network_id and o.external_id = offers.external_id and o.given is not null) k on true
     where id = $1`,
    [offerId],
  )
  if (row === undefined) return undefined
  const { sourceId, sourceName, payoutBasisPoints, isPaused, given, missingRuns, ...rest } = row
  const { allowedBy, allowedReason, ...stored } = rest
  const { networkId } = stored
  return {
    sourceId,
    sourceName,
    networkId,
    payoutBasisPoints,
    isPaused,
    given,
    missingRuns,
    allowedBy,
    allowedReason,
    stored,
  }
}

/** Ids for which an operator has said that users may be rewarded, of those that have no offer so far, too. */
export async function listAllowed(
  db: Db,
  sourceId: number,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ externalId: string }>(
    `select external_id as "externalId" from source_offers
     where source_id = $1 and external_id = any($2::text[]) and allowed_by is not null`,
    [sourceId, externalIds],
  )
  return new Set(rows.map(({ externalId }) => externalId))
}

interface GivenRow {
  readonly externalId: string
  readonly given: Row | null
}

/** Keeps what a source has written. */
export async function upsertGiven(tx: Db, sourceId: number, rows: readonly GivenRow[]): Promise<void> {
  await tx.query(
    `insert into source_offers (source_id, external_id, given)
     select $1, "externalId", given from jsonb_to_recordset($2::jsonb) as o("externalId" text, given jsonb)
     on conflict (source_id, external_id) do update set given = excluded.given`,
    [sourceId, JSON.stringify(rows)],
    { timeoutMs: batchTimeoutMs },
  )
}

/** Counts the runs that did not have an offer; one that came again begins anew. */
export async function countMissing(tx: Db, sourceId: number, runId: number): Promise<void> {
  await tx.query(
    `update source_offers k set missing_runs = case when r.verdict = 'missing' then least(k.missing_runs + 1, 1000) else 0 end
     from source_run_offers r
     where k.source_id = $1 and r.run_id = $2 and r.external_id = k.external_id
       and (r.verdict = 'missing' or k.missing_runs > 0)`,
    [sourceId, runId],
    { timeoutMs: batchTimeoutMs },
  )
}

/** Pauses offers of a source that are shown, whoever has resumed them; returns how many there were. */
export async function pauseSourceOffers(
  tx: Db,
  { sourceId, networkId, externalIds }: Asked,
): Promise<number> {
  const rows = await tx.query(
    `with paused as (
       update offers set status = 'paused', updated_at = now()
       where network_id = $2 and external_id = any($3::text[]) and status = 'active' returning external_id)
     update source_offers k set given = jsonb_set(k.given, '{status}', '"paused"') from paused
     where k.source_id = $1 and k.external_id = paused.external_id and k.given is not null returning 1 as one`,
    [sourceId, networkId, externalIds],
    { timeoutMs: batchTimeoutMs },
  )
  return rows.length
}

/** Whether a source has ever written an offer. */
export async function hasWritten(db: Db, sourceId: number): Promise<boolean> {
  const rows = await db.query(
    'select from source_offers where source_id = $1 and given is not null limit 1',
    [sourceId],
  )
  return rows.length > 0
}

/** Offers that users may see, of those that came by each of some sources. */
export async function countShown(db: Db, sourceIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; count: number }>(
    `select k.source_id as id, count(*) as count from source_offers k join sources s on s.id = k.source_id
       join offers o on o.network_id = s.network_id and o.external_id = k.external_id
     where k.source_id = any($1::bigint[]) and o.status = 'active' and o.paused_at is null group by k.source_id`,
    [sourceIds],
    { timeoutMs: batchTimeoutMs },
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

interface Allowance {
  readonly sourceId: number
  readonly externalId: string
  /** Null: it is taken back. */
  readonly actor: string | null
  readonly reason: string | null
}

export async function upsertAllowance(
  tx: Db,
  { sourceId, externalId, actor, reason }: Allowance,
): Promise<void> {
  await tx.query(
    `insert into source_offers (source_id, external_id, allowed_by, allowed_reason) values ($1, $2, $3, $4)
     on conflict (source_id, external_id) do update set allowed_by = excluded.allowed_by,
       allowed_reason = excluded.allowed_reason`,
    [sourceId, externalId, actor, reason],
  )
}
