import type { Database } from '../../packages/server/src/store/pg/database.ts'

type Db = Pick<Database, 'query'>

/**
 * Makes reads of a table fail as a mistake of ours does: with an error about this work (P0001), while the database is
 * there for all else. Resolves to what mends it.
 */
export async function failReads(db: Db, table: string): Promise<() => Promise<void>> {
  // Immutable, so that it fails while a query is planned: an empty table has no row to fail on.
  await db.query(`create function fail_read() returns boolean language plpgsql immutable
    as $$ begin raise exception 'the table ${table} fails on purpose'; end $$`)
  await db.query(`alter table ${table} rename to ${table}_behind`)
  await db.query(`create view ${table} as select * from ${table}_behind where fail_read()`)
  return async () => {
    await db.query(`drop view ${table}`)
    await db.query(`alter table ${table}_behind rename to ${table}`)
    await db.query('drop function fail_read')
  }
}

/** The same for writes. */
export async function failWrites(db: Db, table: string): Promise<() => Promise<void>> {
  await db.query(`create function fail_write() returns trigger language plpgsql
    as $$ begin raise exception 'the table ${table} fails on purpose'; end $$`)
  await db.query(`create trigger fail_write before insert or update or delete on ${table}
    for each row execute function fail_write()`)
  return async () => {
    await db.query(`drop trigger fail_write on ${table}`)
    await db.query('drop function fail_write')
  }
}
