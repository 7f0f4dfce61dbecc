import { beforeAll, type ChangePosition } from '@quoin/core/conversions/change-position.ts'
import type { ConversionEvent, ConversionIdentity } from '@quoin/core/conversions/conversion.ts'
import { eventColumns } from './conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { numberedBelow, watermark } from '../pg/watermark.ts'

/** A change, with what the conversion it belongs to is apart from its state. */
export interface Change extends ConversionEvent, Omit<ConversionIdentity, 'id' | 'isTest'> {
  readonly writtenIn: number
}

export interface ChangeFilters {
  readonly status?: string | undefined
  readonly offerId?: number | undefined
  readonly userId?: string | undefined
  readonly subId?: string | undefined
  readonly clickId?: string | undefined
  readonly goal?: string | undefined
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
}

interface ChangesWanted {
  readonly appId: number
  readonly isTest: boolean
  readonly after: ChangePosition
  readonly filters: ChangeFilters
  readonly limit: number
}

interface ChangesFound {
  readonly changes: readonly Change[]
  /** How far was looked: the end of the list, or as many changes as one call may look through. */
  readonly scanned: (ChangePosition & { readonly happenedAtMs: number }) | undefined
  readonly isScanFull: boolean
  /** The position is one that this database has not reached: it was taken back to an earlier state. */
  readonly isAhead: boolean
}

/** A change's columns: of its event `e` and of its conversion `v`. */
export const changeColumns = `${eventColumns}, e.written_in as "writtenIn", v.offer_id as "offerId",
  v.user_id as "userId", v.click_id as "clickId", v.sub_id as "subId", v.goal, v.txn_id as "txnId",
  v.claim_txn_id as "claimTxnId",
  v.currency, v.created_at as "createdAtMs"`

/** Changes that one call looks through at most: a rare filter then takes several calls, none of them slow. */
const scanMax = 5_000

const conditions: Readonly<Record<keyof ChangeFilters, (parameter: string) => string>> = {
  status: (p) => `e.to_status = ${p}`,
  offerId: (p) => `v.offer_id = ${p}::bigint`,
  userId: (p) => `v.user_id = ${p}`,
  subId: (p) => `v.sub_id = ${p}`,
  clickId: (p) => `v.click_id = ${p}::uuid`,
  goal: (p) => `v.goal = ${p}`,
  sinceMs: (p) => `e.happened_at >= to_timestamp(${p}::bigint / 1000.0)`,
  untilMs: (p) => `e.happened_at < to_timestamp(${p}::bigint / 1000.0)`,
}

/** By conversion_events_of_app, however few of the changes are wanted; those of one transaction are sorted. */
const scanOfApp = `select e.* from conversion_events e
     where e.app_id = $1 and e.is_test = $2
       and (e.written_in, e.conversion_id, e.version) > ($3::bigint, $4::uuid, $5::integer)
       and e.written_in < ${watermark}
     order by e.written_in, e.conversion_id, e.version limit $6`

/** By the conversions of one user or click, of which there are few (conversions_by_user, conversions_by_click). */
function scanOfConversions(condition: string): string {
  return `select e.* from (select v.id from conversions v
       where v.app_id = $1 and v.is_test = $2 and ${condition} offset 0) v
       join lateral (select * from conversion_events e where e.conversion_id = v.id offset 0) e on true
     where (e.written_in, e.conversion_id, e.version) > ($3::bigint, $4::uuid, $5::integer)
       and e.written_in < ${watermark}
     order by e.written_in, e.conversion_id, e.version limit $6`
}

type Row = Partial<Change> & {
  readonly scannedCount: number
  readonly isAhead: boolean
  readonly scannedIn: number | null
  readonly scannedId: string
  readonly scannedVersion: number
  readonly scannedAtMs: number
}

/** An app's settled changes behind a position, in their order. */
export async function listChanges(db: Db, wanted: ChangesWanted): Promise<ChangesFound> {
  const { appId, isTest, after, filters, limit } = wanted
  const names = (Object.keys(conditions) as (keyof ChangeFilters)[]) // a Record of exactly these
    .filter((name) => filters[name] !== undefined)
  const parameterOf = new Map(names.map((name, index) => [name, `$${index + 8}`]))
  const where = names.map((name) => conditions[name](parameterOf.get(name) ?? ''))
  const few = (['clickId', 'userId'] as const).find((name) => parameterOf.has(name))
  const scan = few ? scanOfConversions(conditions[few](parameterOf.get(few) ?? '')) : scanOfApp
  const scanLimit = names.length === 0 ? limit : scanMax
  const rows = await db.query<Row>(
    `with scanned as materialized (${scan}
   ), matched as (
     select ${changeColumns}
     from scanned e join conversions v on v.id = e.conversion_id
     ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
     order by e.written_in, e.conversion_id, e.version limit $7
   ), bounds as (
     select (select count(*) from scanned) as total, $3::bigint > ${numberedBelow} as ahead, last.*
     from (select 1) one left join lateral (
       select written_in, conversion_id, version, happened_at from scanned
       order by written_in desc, conversion_id desc, version desc limit 1) last on true
   )
   select b.total as "scannedCount", b.ahead as "isAhead", b.written_in as "scannedIn", b.conversion_id as "scannedId",
     b.version as "scannedVersion", b.happened_at as "scannedAtMs", m.*
   from bounds b left join matched m on true
   order by m."writtenIn", m."conversionId", m.version`,
    [
      appId,
      isTest,
      after.writtenIn,
      after.conversionId,
      after.version,
      scanLimit,
      limit,
      ...names.map((name) => filters[name]),
    ],
  )
  return readFound(rows, scanLimit)
}

function readFound(rows: readonly Row[], scanLimit: number): ChangesFound {
  const [first] = rows
  const scanned =
    first === undefined || first.scannedIn === null
      ? undefined
      : {
          writtenIn: first.scannedIn,
          conversionId: first.scannedId,
          version: first.scannedVersion,
          happenedAtMs: first.scannedAtMs,
        }
  return {
    changes: rows.flatMap((row) => (isChange(row) ? [row] : [])),
    scanned,
    isScanFull: (first?.scannedCount ?? 0) >= scanLimit,
    isAhead: first?.isAhead ?? false,
  }
}

/** Where nothing matched there is one row, which has no change. */
function isChange(row: Row): row is Row & Change {
  return typeof row.conversionId === 'string'
}

/**
 * A position before every change of an app that happened at `sinceMs` or later, and hardly before them. Transaction
 * ids grow with time, so it is found by halving, in some thirty looks into the index, however long the history is.
 * Clocks of several machines differ, and a transaction takes its time: hence the margin.
 */
export async function findPositionAt(
  db: Db,
  { appId, isTest, sinceMs }: { appId: number; isTest: boolean; sinceMs: number },
): Promise<ChangePosition> {
  const [row] = await db.query<{ writtenIn: number }>(
    `with recursive ends as (
       select (select written_in from conversion_events where app_id = $1 and is_test = $2
           order by written_in limit 1) as low,
         (select written_in from conversion_events where app_id = $1 and is_test = $2
           order by written_in desc limit 1) as high
     ), search as (
       select low, high + 1 as high, 0 as step from ends where low is not null
       union all
       select case when found.is_before then middle + 1 else low end,
         case when found.is_before then high else middle end, step + 1
       from (select *, (low + high) / 2 as middle from search) s
         cross join lateral (
           select coalesce((select happened_at < to_timestamp($3::bigint / 1000.0) - interval '1 hour'
             from conversion_events e
             where e.app_id = $1 and e.is_test = $2 and e.written_in >= s.middle
             order by e.written_in, e.conversion_id, e.version limit 1), false) as is_before) found
       where low < high and step < 64
     )
     select low as "writtenIn" from search order by step desc limit 1`,
    [appId, isTest, sinceMs],
  )
  return { ...beforeAll, writtenIn: row?.writtenIn ?? 0 }
}
