import type { SystemPart } from '@quoin/core/alerts/system-part.ts'
import type { ReplicaFact } from '../../ports/elsewhere.ts'

/**
 * The standbys that pages are read from. In a cluster all servers are named, and one of them is the primary: one that is
 * not used is no trouble while another is.
 */
export function tellReplicas(replicas: readonly ReplicaFact[]): SystemPart[] {
  const isOneUsed = replicas.some(({ state }) => state === 'used')
  return replicas.map((replica) => tellReplica(replica, isOneUsed))
}

function tellReplica({ host, state, reason, ageMs, ageMaxMs }: ReplicaFact, isOneUsed: boolean): SystemPart {
  return {
    part: `replica ${host}`,
    group: 'database',
    title: `Reading from ${host}`,
    unit: 'ms',
    sinceMs: null,
    state: state === 'used' ? 'ok' : isOneUsed || state === 'opening' ? 'idle' : 'warning',
    value: Number.isFinite(ageMs) ? Math.round(ageMs) : null,
    limit: ageMaxMs,
    detail:
      state === 'used'
        ? 'Statistics, lists and exports may be read from it; how old its data is at most.'
        : `Pages are read from ${isOneUsed ? 'another' : 'the primary'}: ${reason ?? 'it was not looked at yet'}.`,
  }
}
