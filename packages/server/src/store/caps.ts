import { byIndex } from './conversion-columns.ts'
import type { Db } from './database.ts'
import { type RowColumns, rowsFrom, valuesOf } from './row-parameters.ts'

/** A counter that a batch may read or move. */
export interface CapCounter {
  readonly key: string
  readonly offerId: number
  /** `YYYY-MM-DD`; null for the counter of all days. */
  readonly day: string | null
  /** Whether to begin it if it is not there. A counter that nothing asks for is only kept up. */
  readonly isAsked: boolean
}

const counterRow: RowColumns<CapCounter> = { key: 'text', offerId: 'bigint', day: 'date', isAsked: 'boolean' }

/** The counters of a batch as `w`, and what is there of each as `c`. */
const counters = `${rowsFrom(counterRow, 'w')}
  left join lateral (select k.key, k.used from cap_counters k where k.key = w.key ${byIndex}) c on true`

/** What a counter begins with: all that counts already. */
const countedSoFar = `(select count(*) from conversions v where v.offer_id = w."offerId"
  and v.counted_on is not null and (w.day is null or v.counted_on = w.day))`

/**
 * Locks counters in the order of their keys until the end of the transaction, begins those that are asked for
 * and not there, and returns how much is used. What is neither there nor asked for is left out.
 */
export async function lockCapUse(tx: Db, asked: readonly CapCounter[]): Promise<ReadonlyMap<string, number>> {
  // An update that changes nothing is how `on conflict` locks the row and returns its newest state.
  const rows = await tx.query<{ key: string; used: number }>(
    `insert into cap_counters (key, used)
     select w.key, case when c.key is null then ${countedSoFar} else 0 end
     from ${counters}
     where w."isAsked" or c.key is not null
     order by w.key
     on conflict (key) do update set used = cap_counters.used
     returning key, used`,
    valuesOf(counterRow, asked),
  )
  return new Map(rows.map(({ key, used }) => [key, used]))
}

/** How much is used, without a lock and without a trace: for a decision that is not meant. */
export async function readCapUse(db: Db, asked: readonly CapCounter[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ key: string; used: number }>(
    `select w.key, coalesce(c.used, ${countedSoFar}) as used
     from ${counters}
     where w."isAsked" or c.key is not null`,
    valuesOf(counterRow, asked),
  )
  return new Map(rows.map(({ key, used }) => [key, used]))
}

export interface CapMove {
  readonly key: string
  readonly delta: number
}

export const capMoveRow: RowColumns<CapMove> = { key: 'text', delta: 'bigint' }

/** Moves counters, which the transaction has locked, by the rows that begin with a parameter. */
export function moveCapUseFrom(first: number): string {
  return `insert into cap_counters (key, used)
    select m.key, m.delta from ${rowsFrom(capMoveRow, 'm', first)}
    on conflict (key) do update set used = cap_counters.used + excluded.used`
}
