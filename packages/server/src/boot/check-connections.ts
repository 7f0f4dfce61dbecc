import type { Log } from '../ports/ports.ts'
import type { Settings } from '../settings/config.ts'
import type { Db } from '../store/pg/database.ts'
import { countPermittedConnections } from '../store/pg/permitted-connections.ts'

/** Beside the pools: who follows changes in each process, a probe, and a command. */
const besideEachPool = 1
const besideAll = 2

/** Says so at the start when the server permits fewer connections than the processes may open. */
export async function checkConnections(
  db: Db,
  { workers, databaseConnections }: Pick<Settings, 'workers' | 'databaseConnections'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const permitted = await countPermittedConnections(db)
  // The primary of several workers has a pool of its own.
  const pools = workers > 1 ? workers + 1 : 1
  const needed = pools * (databaseConnections + besideEachPool) + besideAll
  if (permitted >= needed) return
  log.warn(
    { permitted, needed, pools, databaseConnections },
    'the database permits fewer connections than may be opened: raise its max_connections or set DATABASE_CONNECTIONS lower',
  )
}
