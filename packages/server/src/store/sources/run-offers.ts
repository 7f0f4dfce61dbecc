import type { ColumnDifference } from '@quoin/core/offers/compare-offer.ts'
import type { OfferColumn } from '@quoin/core/offers/offer-fields.ts'
import type { FedOffer } from '@quoin/core/sources/plan-offer.ts'
import type { RunCounts, Verdict } from '@quoin/core/sources/source.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

/** An offer of a run, and what the run does with it. */
interface RunOffer {
  readonly externalId: string
  readonly verdict: Verdict
  readonly name: string
  readonly reasons: readonly string[]
  readonly changes: readonly ColumnDifference[]
  readonly own: readonly OfferColumn[]
}

/** One that waits to be written. */
export interface StagedOffer extends RunOffer {
  /** As it came; null of one that did not come. */
  readonly fed: FedOffer | null
}

const shown = `external_id as "externalId", verdict, name, reasons, changes, own`
/** A page of a feed has thousands of offers. */
const batchTimeoutMs = 30_000

export async function insertRunOffers(tx: Db, runId: number, offers: readonly StagedOffer[]): Promise<void> {
  await tx.query(
    `insert into source_run_offers (run_id, external_id, verdict, name, fed, reasons, changes, own)
     select $1, "externalId", verdict, name, fed, reasons, changes, own
     from jsonb_to_recordset($2::jsonb) as o("externalId" text, verdict text, name text, fed jsonb, reasons jsonb,
       changes jsonb, own text[])
     on conflict (run_id, external_id) do nothing`,
    [runId, JSON.stringify(offers)],
    { timeoutMs: batchTimeoutMs },
  )
}

export async function listRunOfferPage(
  db: Db,
  { runId, verdict, search }: { runId: number; verdict: string | null; search: string | null },
  slice: ListSlice,
): Promise<ListPage<RunOffer>> {
  return await selectPage(db, {
    select: shown,
    from: 'source_run_offers',
    where: `run_id = $1 and case when $2::text is null then verdict <> 'same' else verdict = $2 end
      and ($3::text is null or strpos(lower(name), lower($3)) > 0 or external_id = $3)`,
    values: [runId, verdict, search],
    sorts: { external_id: [{ sql: 'external_id', type: 'text' }] },
    slice,
  })
}

interface StagedAsked {
  readonly runId: number
  readonly after: string
  readonly limit: number
  /** Those alone that did not come. */
  readonly isMissing: boolean
}

/** Offers of a run that may have to be written, in the order of their ids. */
export async function listStaged(
  db: Db,
  { runId, after, limit, isMissing }: StagedAsked,
): Promise<StagedOffer[]> {
  return await db.query<StagedOffer>(
    `select ${shown}, fed from source_run_offers
     where run_id = $1 and external_id > $2 and (verdict = 'missing' or fed is not null and not $4)
     order by external_id limit $3`,
    [runId, after, limit, isMissing],
    { timeoutMs: batchTimeoutMs },
  )
}

/** Whether an offer of the network would get its first cap by a run. */
export async function hasNewCap(
  db: Db,
  { runId, networkId }: { readonly runId: number; readonly networkId: number },
): Promise<boolean> {
  const rows = await db.query(
    `select from source_run_offers r join offers o on o.network_id = $2 and o.external_id = r.external_id
     where r.run_id = $1 and (r.fed #>> '{row,daily_cap}' is not null or r.fed #>> '{row,total_cap}' is not null)
       and o.daily_cap is null and o.total_cap is null limit 1`,
    [runId, networkId],
    { timeoutMs: batchTimeoutMs },
  )
  return rows.length > 0
}

/** Ids of offers of a run by what was decided, those alone that are to change. */
export async function listChanging(db: Db, runId: number, verdict: Verdict): Promise<readonly string[]> {
  const rows = await db.query<{ externalId: string }>(
    `select external_id as "externalId" from source_run_offers
     where run_id = $1 and verdict = $2 and changes <> '[]'::jsonb`,
    [runId, verdict],
    { timeoutMs: batchTimeoutMs },
  )
  return rows.map(({ externalId }) => externalId)
}

export async function countVerdicts(db: Db, runId: number): Promise<Partial<RunCounts>> {
  const rows = await db.query<{ verdict: Verdict; count: number }>(
    'select verdict, count(*) as count from source_run_offers where run_id = $1 group by verdict',
    [runId],
    { timeoutMs: batchTimeoutMs },
  )
  return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count]))
}

/** The ids of those that are known of a source and that this run did not have. */
export async function stageMissing(tx: Db, runId: number, sourceId: number): Promise<void> {
  await tx.query(
    `insert into source_run_offers (run_id, external_id, verdict, name, reasons, changes, own)
     select $1, k.external_id, 'missing', o.name, '[]', '[]', '{}'
     from source_offers k join sources s on s.id = k.source_id
       join offers o on o.network_id = s.network_id and o.external_id = k.external_id
     where k.source_id = $2 and k.given is not null and not exists (
       select from source_run_offers r where r.run_id = $1 and r.external_id = k.external_id)`,
    [runId, sourceId],
    { timeoutMs: batchTimeoutMs },
  )
}

interface PlannedOffer {
  readonly externalId: string
  readonly verdict: Verdict
  readonly reasons: readonly string[]
  readonly changes: readonly ColumnDifference[]
  readonly own: readonly string[]
  /** The offer before it was written, and the row that the source had written until then; null where it was not. */
  readonly before: object | null
}

/** Notes the final decisions of a run about its offers, which may differ from those of before. */
export async function updatePlanned(tx: Db, runId: number, offers: readonly PlannedOffer[]): Promise<void> {
  await tx.query(
    `update source_run_offers o set verdict = n.verdict, reasons = n.reasons, changes = n.changes, own = n.own,
       before = n.before
     from jsonb_to_recordset($2::jsonb) as n("externalId" text, verdict text, reasons jsonb, changes jsonb, own text[],
       before jsonb)
     where o.run_id = $1 and o.external_id = n."externalId"`,
    [runId, JSON.stringify(offers)],
    { timeoutMs: batchTimeoutMs },
  )
}

/** Keeps of a run what a person looks at: offers that are as they were are counted. */
export async function deleteSame(tx: Db, runId: number): Promise<void> {
  await tx.query(`delete from source_run_offers where run_id = $1 and verdict = 'same'`, [runId], {
    timeoutMs: batchTimeoutMs,
  })
}

/** Deletes what older runs of a source have not changed: what is held, forbidden or missing stands with the newest run. */
export async function deleteUnchanged(db: Db, sourceId: number, exceptRunId: number): Promise<void> {
  await db.query(
    `delete from source_run_offers o using source_runs r
     where r.source_id = $1 and r.id <> $2 and r.state not in ('running', 'waiting') and o.run_id = r.id
       and o.before is null`,
    [sourceId, exceptRunId],
    { timeoutMs: batchTimeoutMs },
  )
}

export async function deleteRunOffers(tx: Db, runId: number): Promise<void> {
  await tx.query('delete from source_run_offers where run_id = $1', [runId], { timeoutMs: batchTimeoutMs })
}

/** Forgets how offers of a run came: what it changed is enough to look at, and to take it back. */
export async function forgetFed(tx: Db, runId: number): Promise<void> {
  await tx.query('update source_run_offers set fed = null where run_id = $1 and fed is not null', [runId], {
    timeoutMs: batchTimeoutMs,
  })
}

export interface WrittenByRun {
  readonly externalId: string
  readonly verdict: Verdict
  /** The changed columns as they were; null where it was not there. */
  readonly before: { readonly row: Readonly<Record<string, unknown>> | null }
  readonly changes: readonly ColumnDifference[]
}

/** Those that a run has written, for taking it back. */
export async function listWritten(
  tx: Db,
  { runId, after, limit }: { readonly runId: number; readonly after: string; readonly limit: number },
): Promise<WrittenByRun[]> {
  return await tx.query<WrittenByRun>(
    `select external_id as "externalId", verdict, before, changes from source_run_offers
     where run_id = $1 and external_id > $2 and before is not null order by external_id limit $3`,
    [runId, after, limit],
    { timeoutMs: batchTimeoutMs },
  )
}

interface LaterAsked {
  readonly sourceId: number
  readonly runId: number
  readonly externalIds: readonly string[]
}

/** The last verdicts that runs after one have about some offers; what stayed the same is not among them. */
export async function listLaterVerdicts(
  db: Db,
  { sourceId, runId, externalIds }: LaterAsked,
): Promise<ReadonlyMap<string, Verdict>> {
  const rows = await db.query<{ externalId: string; verdict: Verdict }>(
    `select distinct on (o.external_id) o.external_id as "externalId", o.verdict
     from source_runs r join source_run_offers o on o.run_id = r.id
     where r.source_id = $1 and r.id > $2 and r.state <> 'running' and o.external_id = any($3::text[])
     order by o.external_id, o.run_id desc`,
    [sourceId, runId, externalIds],
    { timeoutMs: batchTimeoutMs },
  )
  return new Map(rows.map(({ externalId, verdict }) => [externalId, verdict]))
}
