import type { OpenReplicas } from '../../adapters/replicas/open-replicas.ts'
import type { Meters } from '../../ports/meters.ts'
import type { Log } from '../../ports/ports.ts'
import type { Settings } from '../../settings/config.ts'
import type { Database } from '../../store/pg/database.ts'
import type { ServerSeen } from '../../store/pg/session.ts'

interface ElsewhereNeeds {
  readonly settings: Settings
  readonly db: Database
  readonly meters: Meters
  readonly log: Log
  readonly server?: () => ServerSeen | undefined
}

/** Pages of a process take so much of DATABASE_CONNECTIONS with each replica, and twice as much as of the primary. */
const shareOfConnections = 1 / 3

/** The replicas of DATABASE_REPLICA_URL; loaded where one is named. */
export async function openElsewhere({
  settings: { databaseReplicaUrl: url, databaseReplicaLagSec, databaseConnections },
  db,
  meters,
  log,
  server = () => undefined,
}: ElsewhereNeeds): Promise<OpenReplicas | undefined> {
  if (url === null) return undefined
  const { openReplicas } = await import('../../adapters/replicas/open-replicas.ts')
  return openReplicas({
    url,
    ageMaxMs: databaseReplicaLagSec * 1_000,
    connectionsMax: Math.max(2, Math.floor(databaseConnections * shareOfConnections)),
    primary: db,
    server,
    meters,
    log,
  })
}
