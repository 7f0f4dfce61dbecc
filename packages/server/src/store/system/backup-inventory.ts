import type { Inventory } from '@quoin/core/backup/inventory.ts'
import type { Database } from '../pg/database.ts'
import { findWatermark } from '../pg/watermark.ts'

/**
 * The inventory of everything that was written before a position; without one, of all that is settled now. Each is a
 * pass over its table. Rows that are written meanwhile are above the position.
 */
export async function countInventory(db: Database, before?: number): Promise<Inventory> {
  return await db.transaction(
    async (tx) => {
      await tx.query('set local statement_timeout = 0')
      const position = before ?? (await findWatermark(tx))
      const [events] = await tx.query<{ count: number }>(
        'select count(*)::bigint as count from conversion_events where written_in < $1',
        [position],
      )
      const accounts = await tx.query<{ account: string; micros: string }>(
        `select l.account::text as account, sum(l.amount_micros)::text as micros
         from ledger_entries l join conversion_events e on e.conversion_id = l.source_id and e.version = l.version
         where e.written_in < $1 group by 1 order by 1`,
        [position],
      )
      return {
        position,
        conversionEvents: events?.count ?? 0,
        accounts: Object.fromEntries(accounts.map(({ account, micros }) => [account, micros])),
      }
    },
    { timeoutMs: 0 },
  )
}

/** When the last change was made that a restored server has read from its log; undefined where there was none. */
export async function findLastReplayed(db: Database): Promise<string | undefined> {
  const [row] = await db.query<{ atMs: number | null }>('select pg_last_xact_replay_timestamp() as "atMs"')
  return row?.atMs == null ? undefined : new Date(row.atMs).toISOString()
}

interface Soundness {
  readonly tables: number
  readonly indexes: number
  /** A sentence each. */
  readonly damages: readonly string[]
}

/** Looks at every table and B-tree of the database, by the extension `amcheck`. */
export async function findDamage(db: Database): Promise<Soundness> {
  await db.query('create extension if not exists amcheck')
  const relations = await db.query<{ oid: number; name: string; isIndex: boolean }>(
    `select c.oid::bigint as oid, c.oid::regclass::text as name, c.relkind = 'i' as "isIndex"
     from pg_class c join pg_am a on a.oid = c.relam left join pg_index i on i.indexrelid = c.oid
     where c.relpersistence = 'p' and (a.amname = 'btree' and c.relkind = 'i' and i.indisvalid
       or a.amname = 'heap' and c.relkind = 'r')
     order by 2`,
  )
  const damages: string[] = []
  for (const { oid, name, isIndex } of relations) {
    damages.push(...(await (isIndex ? damageOfIndex(db, oid, name) : damageOfTable(db, oid, name))))
  }
  const indexes = relations.filter(({ isIndex }) => isIndex).length
  return { tables: relations.length - indexes, indexes, damages }
}

async function damageOfTable(db: Database, oid: number, name: string): Promise<string[]> {
  const rows = await unhurried<{ block: number; message: string }>(
    db,
    'select blkno as block, msg as message from verify_heapam($1::bigint::oid::regclass) limit 10',
    [oid],
  )
  return rows.map(({ block, message }) => `${name}, page ${block}: ${message}`)
}

/** Every row of the table must be in the index. */
async function damageOfIndex(db: Database, oid: number, name: string): Promise<string[]> {
  try {
    await unhurried(db, 'select bt_index_check($1::bigint::oid::regclass, true)', [oid])
    return []
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

async function unhurried<Row>(db: Database, text: string, values: readonly unknown[]): Promise<Row[]> {
  return await db.transaction(
    async (tx) => {
      await tx.query('set local statement_timeout = 0')
      return await tx.query<Row>(text, values)
    },
    { timeoutMs: 0 },
  )
}
