import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import { firstIdAt, idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import { isRedoing } from '../stats/stats.ts'

/** Clicks of all apps that one step goes through, and steps of one answer: no index finds what is asked for. */
const standardBounds = { clicksPerStep: 50_000, stepsMax: 4 }

interface ClickSearch {
  readonly select: string
  readonly where: string
  readonly values: readonly unknown[]
  /** The span of time that `where` asks for, as ids; null where it has no end. */
  readonly firstId: string | null
  readonly endId: string | null
  readonly slice: ListSlice
  /** A sub id of live clicks: the statistics know its days. */
  readonly subId: { readonly appId: number; readonly subId: string } | undefined
}

/** A page of a search that may have ended before there were enough rows. */
export interface SearchedPage<Row> extends ListPage<Row> {
  /** It went on to this moment, and found all until there; undefined when it found all that was asked for. */
  readonly searchedToMs: number | undefined
  /** Whether `total` is of all pages; else it is what this page has seen. */
  readonly isCounted: boolean
}

/**
 * Clicks by what no index knows: step by step in the order of their ids, until there are enough, none are left or enough
 * were gone through. Its cursor goes on from there.
 */
export async function searchClicks<Row extends { readonly id: string }>(
  db: Db,
  search: ClickSearch,
  { clicksPerStep, stepsMax } = standardBounds,
): Promise<SearchedPage<Row>> {
  const { slice, firstId, endId } = search
  const { limit, isDescending } = slice
  const rows: Row[] = []
  let from = slice.after === null ? null : String(slice.after[0])
  from ??= isDescending ? endId : firstId
  for (let step = 0; step < stepsMax; step += 1) {
    const until = await findStepEnd(db, search, { from, clicksPerStep })
    rows.push(...(await findInStep<Row>(db, search, { from, until, rowsMax: limit + 1 - rows.length })))
    if (rows.length > limit) {
      const page = rows.slice(0, limit)
      return pageOf(page, page.at(-1)?.id ?? null, rows.length)
    }
    from = until === null ? null : await skipDays(db, search, until)
    if (from === null) return pageOf(rows, null, rows.length)
  }
  const searchedToMs = from === null ? undefined : idTimeMs(from)
  return { ...pageOf(rows, from, rows.length), searchedToMs }
}

function pageOf<Row>(rows: readonly Row[], endId: string | null, total: number): SearchedPage<Row> {
  return { rows, end: endId === null ? null : [endId], total, searchedToMs: undefined, isCounted: false }
}

/** The id that a step goes to, which is the next one's beginning; null when it goes to the end. */
async function findStepEnd(
  db: Db,
  { slice, firstId, endId }: ClickSearch,
  { from, clicksPerStep }: { readonly from: string | null; readonly clicksPerStep: number },
): Promise<string | null> {
  const [sign, way] = slice.isDescending ? ['<', 'desc'] : ['>', 'asc']
  const [row] = await db.query<{ id: string }>(
    `select id from clicks where id >= coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
       and ($2::uuid is null or id < $2) and ($3::uuid is null or id ${sign} $3)
     order by id ${way} offset ${clicksPerStep} limit 1`,
    [firstId, endId, from],
    plannedAnew,
  )
  return row?.id ?? null
}

interface Step {
  readonly from: string | null
  readonly until: string | null
  readonly rowsMax: number
}

async function findInStep<Row>(db: Db, search: ClickSearch, { from, until, rowsMax }: Step): Promise<Row[]> {
  const { select, where, values, slice } = search
  const [after, to, way] = slice.isDescending ? ['<', '>=', 'desc'] : ['>', '<=', 'asc']
  const [first, second, third] = [1, 2, 3].map((more) => `$${values.length + more}`)
  return await db.query(
    `select ${select} from clicks c where ${where} and (${first}::uuid is null or c.id ${after} ${first})
       and (${second}::uuid is null or c.id ${to} ${second})
     order by c.id ${way} limit ${third}`,
    [...values, from, until, rowsMax],
    plannedAnew,
  )
}

/**
 * From where to go on: beyond days of which the statistics know that the app has no such sub id; null when no earlier
 * day has it. Clicks that an outage wrote late are known to them some seconds later.
 */
async function skipDays(db: Db, { subId, slice }: ClickSearch, until: string): Promise<string | null> {
  if (subId === undefined || !slice.isDescending || (await isRedoing(db))) return until
  const [row] = await db.query<{ slotMs: number | null }>(
    `select (extract(epoch from max(slot)) * 1000)::bigint as "slotMs" from stats_app_sums
     where app_id = $1 and kind = 's' and slot <= $2 and (key = $3 or key is null)`,
    [subId.appId, new Date(idTimeMs(until)), subId.subId],
    plannedAnew,
  )
  if (row === undefined || row.slotMs === null) return null
  const dayEnd = firstIdAt(row.slotMs + dayMs)
  return dayEnd < until ? dayEnd : until
}
