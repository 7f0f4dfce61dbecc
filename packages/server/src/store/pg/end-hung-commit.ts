import pg from 'pg'

const limitMs = 2_000

/**
 * Ends the wait of a commit that was given up while the server waits for a standby: the server does not notice there
 * that whoever asked has gone, and would keep the row's locks and the connection for as long as the standby is away. The
 * transaction is committed on that server alone, and nobody has heard of it: what is sent again has the same ids.
 */
export async function endHungCommit(settings: pg.ClientConfig, pid: number): Promise<void> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: limitMs, query_timeout: limitMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`,
      [pid],
    )
  } catch {
    // A server that does not answer has more to end than this.
  } finally {
    void client.end().catch(() => {})
  }
}
