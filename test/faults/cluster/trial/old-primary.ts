import type { Cluster } from '../cluster.ts'
import type { ClusterNode } from '../cluster-node.ts'
import { waitFor } from '../wait-for.ts'
import type { Heal } from './failure.ts'

async function countRows(node: ClusterNode): Promise<number> {
  const [row] = await node.ask<{ rows: number }>(
    `select (select count(*) from clicks) + (select count(*) from conversions) + (select count(*) from audit_log)
      + (select count(*) from postback_requests) + (select count(*) from conversion_events) as rows`,
    'quoin',
  )
  return row?.rows ?? Number.NaN
}

async function isPromoted(node: ClusterNode): Promise<boolean> {
  const rows = await node.ask<{ reads: boolean }>('select pg_is_in_recovery() as reads').catch(() => [])
  return rows[0]?.reads === false
}

/**
 * The leader's machine dies, another leads, and somebody starts the old PostgreSQL without Patroni, so that it takes writes
 * and waits for no standby. Its heal throws when a row has reached it.
 */
export async function startOldPrimary(
  cluster: Cluster,
): Promise<{ readonly old: ClusterNode; readonly heal: Heal }> {
  const old = await cluster.leader()
  old.killDatabase()
  const leader = await cluster.leader(old)
  // It holds the lock a moment before it is promoted; until then nobody can tell which of the two is later.
  await waitFor('the promotion', async () => ((await isPromoted(leader)) ? true : undefined))
  old.byHand.start()
  const rows = await waitFor('the old primary', async () => await countRows(old).catch(() => undefined))
  await old.ask('create table if not exists proof_that_it_takes_writes (id int)', 'quoin')
  const heal = async (): Promise<void> => {
    const written = (await countRows(old)) - rows
    await old.byHand.end('SIGQUIT')
    if (written !== 0) throw new Error(`${written} rows reached the old primary`)
  }
  return { old, heal }
}
