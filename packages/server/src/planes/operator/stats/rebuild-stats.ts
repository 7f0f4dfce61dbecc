import { rebuildStats as operation } from '@quoin/contract/operator/stats/stats-operations.ts'
import { startJob } from '../../../features/jobs/start-job.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const rebuildStats = staffRoute(operation, async ({ ports, body, staff }) => {
  const request = { kind: 'stats.rebuild', actor: staff.actor, about: { from: body.from } } as const
  const jobId = await startJob(ports, ports.db, request)
  return { status: 202, data: { job_id: jobId }, message: 'The statistics will be counted anew.' }
})
