import type { Db } from './database.ts'

/** How many connections the server permits to our role: -1 means no limit of the role or of the database. */
export async function countPermittedConnections(db: Db): Promise<number> {
  const [row] = await db.query<{ permitted: number }>(
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0),
       nullif((select rolconnlimit from pg_roles where rolname = current_user), -1),
       nullif((select datconnlimit from pg_database where datname = current_database()), -1)
     ) as permitted`,
    [],
  )
  return row?.permitted ?? Number.POSITIVE_INFINITY
}
