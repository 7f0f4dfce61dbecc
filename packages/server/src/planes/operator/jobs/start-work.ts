import {
  checkLedger as checkLedgerOperation,
  repairLedger as repairLedgerOperation,
} from '@quoin/contract/operator/ledger/ledger-operations.ts'
import { checkStats as checkStatsOperation } from '@quoin/contract/operator/stats/stats-operations.ts'
import type { JobKindName } from '../../../features/jobs/job-kinds.ts'
import { startJob } from '../../../features/jobs/start-job.ts'
import { type Staff, staffRoute } from '../../../http/staff/staff-route.ts'
import type { Ports } from '../../../ports/ports.ts'

export const checkStats = staffRoute(checkStatsOperation, (call) => start(call, 'stats.check'))
export const checkLedger = staffRoute(checkLedgerOperation, (call) => start(call, 'ledger.check'))
export const repairLedger = staffRoute(repairLedgerOperation, (call) => start(call, 'ledger.repair'))

async function start({ ports, staff }: { ports: Ports; staff: Staff }, kind: JobKindName) {
  const jobId = await startJob(ports, ports.db, { kind, actor: staff.actor, about: {} })
  return { status: 202, data: { job_id: jobId }, message: 'It is in the queue.' } as const
}
