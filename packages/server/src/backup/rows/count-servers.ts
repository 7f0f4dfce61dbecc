import { inCopyTransaction } from '../../store/pg/copy-session.ts'

/** How many sessions of servers and commands a database has. */
export async function countServers(url: string): Promise<number> {
  return await inCopyTransaction(url, 'read', async (tx) => {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'quoin'`,
    )
    return row?.count ?? 0
  })
}
