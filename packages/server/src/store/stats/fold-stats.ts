import { type Db, plannedAnew } from '../pg/database.ts'
import { measures } from './stats-deltas.ts'

/** A day of a large platform takes seconds. */
const patient = { ...plannedAnew, timeoutMs: 120_000 }

const keys = 'app_id, offer_id, country, platform, sub_id'
/** Sums of hours and quarters of an hour: nothing is left in those that are not the first of their day. */
const shortKinds = `('t', 'q', 'a', 'c', 'f', 's')`

/**
 * Makes one row of the quarters of each group in the next UTC day before a moment, and moves the sums with them. No sum
 * over the day changes. False when there is no such day left. The progress is locked, so that no roll-up adds meanwhile.
 */
export async function foldNextDay(tx: Db, untilSec: number): Promise<boolean> {
  const [next] = await tx.query<{ daySec: number | null }>(
    `select extract(epoch from date_trunc('day', least(
         (select slot from stats_sums where kind = 'q' and slot >= p.folded_before and slot < to_timestamp($1::bigint)
          order by slot limit 1),
         (select since from stats_credit_sums
          where kind = 'q' and since >= p.folded_before and since < to_timestamp($1::bigint)
          order by since limit 1)), 'UTC'))::bigint as "daySec"
     from stats_progress p for update of p`,
    [untilSec],
  )
  const daySec = next?.daySec ?? null
  if (daySec === null) {
    await tx.query(
      'update stats_progress set folded_before = greatest(folded_before, to_timestamp($1::bigint))',
      [untilSec],
    )
    return false
  }
  const day = [daySec]
  await tx.query(foldOf('stats_15min', 'status', measures), day, patient)
  await tx.query(foldOf('stats_credit_times', 'slot', ['conversions']), day, patient)
  await tx.query(emptySumsOf('stats_sums', 'slot', measures), day, patient)
  await tx.query(emptySumsOf('stats_credit_sums', 'since', ['conversions']), day, patient)
  await tx.query(`update stats_progress set folded_before = to_timestamp($1::bigint) + interval '1 day'`, day)
  return true
}

function foldOf(table: string, label: string, figures: readonly string[]): string {
  return `with gone as (
      delete from ${table}
      where quarter > to_timestamp($1::bigint) and quarter < to_timestamp($1::bigint) + interval '1 day' returning *)
    insert into ${table} as s (${keys}, quarter, ${label}, ${figures.join(', ')})
    select ${keys}, to_timestamp($1::bigint), ${label}, ${figures.map((name) => `sum(${name})::bigint`).join(', ')}
    from gone group by ${keys}, ${label}
    having ${figures.map((name) => `sum(${name}) <> 0`).join(' or ')}
    order by ${keys}, ${label}
    on conflict (app_id, quarter, offer_id, country, platform, sub_id, ${label}) do update set
      ${figures.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`
}

function emptySumsOf(table: string, begins: string, figures: readonly string[]): string {
  return `delete from ${table} where kind in ${shortKinds}
      and ${begins} > to_timestamp($1::bigint) and ${begins} < to_timestamp($1::bigint) + interval '1 day'
      and ${figures.map((name) => `${name} = 0`).join(' and ')}`
}
