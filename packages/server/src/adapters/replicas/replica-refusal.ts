import type { ReplicaSeen } from '../../store/pg/replica-connection.ts'
import type { ServerSeen } from '../../store/pg/session.ts'

/** The server that is written to; what it does not tell is undefined. */
interface Primary {
  readonly server: Pick<ServerSeen, 'system' | 'databaseId'> | undefined
  readonly branch: string
}

type Rule = readonly [isRefused: (replica: ReplicaSeen, primary: Primary) => boolean, why: string]

/** Servers that are no replica of the primary, the first that matches. */
const rules: readonly Rule[] = [
  [
    ({ system }, { server }) =>
      system !== undefined && server?.system !== undefined && system !== server.system,
    'it is of another cluster than the primary',
  ],
  [
    ({ databaseId }, { server }) => server !== undefined && databaseId !== server.databaseId,
    'it is another database than the primary’s',
  ],
  [({ isStandby }) => !isStandby, 'it is no standby: it takes writes by itself'],
  [
    ({ branch }, primary) => branch !== primary.branch,
    'it has not followed the primary to its timeline: it is behind a promotion, or follows another server',
  ],
]

/** Why nothing may be read from a server, as the end of a sentence. */
export function refusalOfReplica(replica: ReplicaSeen, primary: Primary): string | undefined {
  return rules.find(([isRefused]) => isRefused(replica, primary))?.[1]
}
