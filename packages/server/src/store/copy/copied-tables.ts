import { tables as known } from '@quoin/core/retention/tables.ts'
import type { Db } from '../pg/database.ts'
import { type ClickTable, tableOf } from '../tracking/week-tables.ts'
import { inOrderOfReferences, type Reference } from './order-of-references.ts'

/** A table that rows are copied of. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** A week of clicks: the table that it belongs to, and the ids that it takes. */
  readonly partition: { readonly of: ClickTable; readonly fromId: string; readonly untilId: string } | null
}

interface FoundTable extends Pick<CopiedTable, 'name' | 'columns'> {
  readonly bounds: string | null
}

/** Tables are those of Quoin; others that somebody has made beside them stay where they are. */
const ofOurs = `relnamespace = (select relnamespace from pg_class where oid = 'apps'::regclass)`

/** Filled anew by the migrations of whoever takes the rows. */
const notCopied = 'schema_migrations'

/**
 * The tables of a database that rows are copied of, each behind those that it refers to. None of them is moved or dropped
 * until the transaction ends.
 */
export async function lockCopiedTables(tx: Db): Promise<CopiedTable[]> {
  const found = await tx.query<FoundTable>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds,
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c
     where ${ofOurs} and relkind = 'r' and relpersistence = 'p' and relname <> '${notCopied}'
       and (relname = any($1) or exists (select from pg_inherits where inhrelid = c.oid
         and inhparent in ('fresh_clicks'::regclass, 'settled_clicks'::regclass, 'wide_clicks'::regclass)))
     order by 1`,
    [Object.keys(known)],
  )
  const references = await tx.query<Reference>(
    `select f.relname as of, t.relname as to from pg_constraint x
     join pg_class f on f.oid = x.conrelid join pg_class t on t.oid = x.confrelid
     where x.contype = 'f' and x.connamespace = (select relnamespace from pg_class where oid = 'apps'::regclass)`,
  )
  if (found.length > 0)
    await tx.query(`lock table ${found.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  const tables = found.map(({ name, columns, bounds }) => ({
    name,
    columns,
    partition: weekOf(name, bounds),
  }))
  return inOrderOfReferences(tables, references)
}

function weekOf(name: string, bounds: string | null): CopiedTable['partition'] {
  if (bounds === null) return null
  const [, fromId, untilId] =
    /^FOR VALUES FROM \('([0-9a-f-]{36})'\) TO \('([0-9a-f-]{36})'\)$/.exec(bounds) ?? []
  if (fromId === undefined || untilId === undefined)
    throw new Error(`The table ${name} takes no range of ids`)
  return { of: tableOf(name), fromId, untilId }
}

/** The table and its columns, as COPY names them. */
export function rowsOf({ name, columns }: CopiedTable): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A counter of the database, and the last number that it gave out; null where it gave none. */
export interface CopiedSequence {
  readonly name: string
  readonly last: string | null
}

/** The one that no column of a table has. */
const ownSequence = 'write_ahead'

/** Read behind the rows: a number that is in a row is never behind its counter. Counters of other tables stay where they are. */
export async function listSequences(tx: Db): Promise<CopiedSequence[]> {
  return await tx.query(
    `select s.relname as name, q.last_value::text as last
     from pg_class s join pg_namespace n on n.oid = s.relnamespace
     join pg_sequences q on q.schemaname = n.nspname and q.sequencename = s.relname
     where s.${ofOurs} and s.relkind = 'S' and s.relpersistence = 'p'
       and (s.relname = '${ownSequence}' or exists (
         select from pg_depend d join pg_class t on t.oid = d.refobjid
         where d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
           and t.relname = any($1)))
     order by 1`,
    [Object.keys(known)],
  )
}
