import { type Week, weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { type Database, type Db, hasSqlState } from '../pg/database.ts'

/** The table that a week of clicks is a partition of (docs/decisions/0053-narrow-clicks.md). */
export type ClickTable = 'fresh_clicks' | 'settled_clicks' | 'wide_clicks'

/** A partition of clicks; it may be left over from a drop that was interrupted. */
export interface ClickPartition extends Week {
  readonly name: string
  readonly table: ClickTable
}

/** Any number; all who make, move or drop partitions of clicks take turns with it. */
export const partitionLock = 7_168_203

/** For this long others wait for the lock on a table of which a partition is taken away; then it is tried again. */
const lockWaitMs = 100

/** The statement may take minutes. The server is told so by itself. */
export const unhurried = { timeoutMs: 0 }

export const options = `with (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 2000,
         autovacuum_vacuum_insert_threshold = 5000)`

export function tableOf(name: string): ClickTable {
  if (name.startsWith('fresh_')) return 'fresh_clicks'
  return name.startsWith('settled_') ? 'settled_clicks' : 'wide_clicks'
}

/** Whether a table of this name is a partition of the other, as SQL. */
export function isAttached(name: string, table: ClickTable): string {
  return `exists (select from pg_inherits where inhparent = '${table}'::regclass and inhrelid = to_regclass(${name}))`
}

/** A week that was set aside goes on to be. */
export async function renameSetAside(tx: Db, from: string, to: string): Promise<void> {
  await tx.query('update click_weeks_set_aside set week = $2 where week = $1', [from, to])
}

/** Does work that needs a lock which readers hold; false where it had to wait for too long, and nothing was done. */
export async function whereFree(db: Database, work: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = ${lockWaitMs}`)
      await work(tx)
    })
    return true
  } catch (error) {
    if (hasSqlState(error, '55P03')) return false
    throw error
  }
}

export async function takePartitionLock(tx: Db): Promise<void> {
  // Without values, since a statement with values keeps its snapshot, and finishing a detach would wait for that.
  await tx.query(`select pg_advisory_xact_lock(${partitionLock})`)
}

/** `20261116`: the Monday its week begins with. */
export function mondayOf({ fromMs }: Week): string {
  return new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')
}

export const freshName = (week: Week): string => `fresh_clicks_${mondayOf(week)}`
export const settledName = (week: Week): string => `settled_clicks_${mondayOf(week)}`
export const wideName = (week: Week): string => `clicks_${mondayOf(week)}`
/** A wide week that was rewritten: that of the cut-over has fresh clicks, too. */
export const rewrittenName = (week: Week): string => `settled_clicks_${mondayOf(week)}_wide`
/** The same before it is whole. */
export const copyName = (week: Week): string => `copied_clicks_${mondayOf(week)}`

export function weekNamed(name: string): Week {
  const [year, month, day] = /(\d{4})(\d{2})(\d{2})/.exec(name)?.slice(1).map(Number) ?? []
  return weekOf(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1))
}
