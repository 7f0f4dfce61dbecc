import type { Db } from '../pg/database.ts'
import { createTables, migrationsDirectory } from '../pg/migrate.ts'
import { options } from '../tracking/week-tables.ts'
import { type CopiedSequence, type CopiedTable, quoted } from './copied-tables.ts'

/** Throws unless nobody has made anything in the database. Managed services put views of their extensions there. */
export async function assertNoTables(db: Db): Promise<void> {
  const [row] = await db.query<{ name: string | null }>(
    `select (select relname from pg_class c where relnamespace = current_schema()::regnamespace
       and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
       order by relkind = 'S', relname limit 1) as name`,
  )
  if (row?.name != null)
    throw new Error(`it has tables already (${row.name}), and rows are copied into an empty one alone`)
}

/** Makes the tables as they were at a migration, with these weeks of clicks, and without a row. */
export async function makeEmptyTables(
  tx: Db,
  { schema, tables }: { readonly schema: number; readonly tables: readonly CopiedTable[] },
): Promise<void> {
  await createTables(tx, migrationsDirectory, schema)
  for (const { name, partition } of tables) {
    if (partition === null) continue
    const { of, fromId, untilId } = partition
    // The check spares a look through the rows when the week is moved.
    await tx.query(
      `create table ${quoted(name)} (like ${of} including all,
         constraint ${quoted(`${name}_range`)} check (id >= '${fromId}' and id < '${untilId}')) ${options}`,
    )
    await tx.query(
      `alter table ${of} attach partition ${quoted(name)} for values from ('${fromId}') to ('${untilId}')`,
    )
  }
  await assertAllKnown(tx, tables)
  await tx.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/** Tables that this version has no more would be left behind in silence. */
async function assertAllKnown(tx: Db, tables: readonly CopiedTable[]): Promise<void> {
  const made = await tx.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
       and relkind = 'r' and relpersistence = 'p' and relname <> 'schema_migrations'
       and relname <> all($1) order by 1`,
    [tables.map(({ name }) => name)],
  )
  if (made.length > 0)
    throw new Error(
      `Rows of ${made.map(({ name }) => name).join(', ')} cannot be copied by this version of Quoin: use the one that wrote them`,
    )
}

/** Positions go on behind all that were given out, also where neither server tells which one it is. */
export async function numberFurtherOn(tx: Db): Promise<void> {
  await tx.query("update write_numbers set server = 'copied 0'")
}

/** The tables that do something more when a row comes in. */
export async function listTriggered(tx: Db): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not t.tgisinternal and t.tgenabled = 'O' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Rows come in as they are: whatever they set off has been done. */
export async function setTriggers(
  tx: Db,
  tables: readonly string[],
  state: 'enable' | 'disable',
): Promise<void> {
  for (const name of tables) await tx.query(`alter table ${quoted(name)} ${state} trigger user`)
}

export async function setSequences(tx: Db, sequences: readonly CopiedSequence[]): Promise<void> {
  for (const { name, last } of sequences)
    if (last !== null) await tx.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last])
}
