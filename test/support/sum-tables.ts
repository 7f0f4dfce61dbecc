import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/embedded-postgres.ts'
import type { OlderPostgres } from '../../packages/embedded-postgres/src/older-binaries.ts'
import { quoted } from '../../packages/server/src/store/copy/copied-tables.ts'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'

/** The number of rows and a sum over them, for each table. */
export async function sumTables(url: string): Promise<Record<string, string>> {
  const db = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  try {
    const sums: Record<string, string> = {}
    await db.transaction(async (tx) => {
      const tables = await tx.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
           and relpersistence = 'p' and relname not in ('schema_migrations', 'write_numbers')
           and relname !~ '^own_' order by 1`,
      )
      for (const { name } of tables) {
        const [row] = await tx.query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${quoted(name)} t`,
        )
        sums[name] = row?.sum ?? ''
      }
      const numbers = await tx.query<{ name: string; last: string }>(
        `select sequencename::text as name, last_value::text as last from pg_sequences
         join pg_class on relname = sequencename where relpersistence = 'p' and relname !~ '^own_' order by 1`,
      )
      for (const { name, last } of numbers) sums[name] = last
    })
    return sums
  } finally {
    await db.close()
  }
}

/** The same for the database in a folder, whose server does not run. */
export async function sumEmbedded(dataDir: string, older?: OlderPostgres): Promise<Record<string, string>> {
  const server = await startEmbeddedPostgres({ dataDir, older })
  try {
    return await sumTables(server.url)
  } finally {
    await server.stop()
  }
}
