import { DomainError } from '@quoin/core/errors.ts'
import type { Backups } from '../../ports/backups.ts'
import type { ReportProgress, RunJob } from '../jobs/run-job.ts'

/** Makes a backup. One that is begun anew makes another: what the first has left goes by itself. */
export const runBackup: RunJob = async ({ backups }, _job, report) => {
  const { bytes, ...made } = await workOn(backups, report, (one, work) => one.make(work))
  return { done: bytes, result: { ...made, bytes } }
}

/** Tries the newest backup; one that is not good is a result, and no failure of the trial. */
export const runProof: RunJob = async ({ backups }, _job, report) => {
  const verdict = await workOn(backups, report, (one, work) => one.prove(work))
  return { done: verdict.checks.filter(({ isHeld }) => isHeld === true).length, result: { ...verdict } }
}

/** How often a job is asked whether it is to stop. */
const askMs = 500

async function workOn<Result>(
  backups: Backups | undefined,
  report: ReportProgress,
  run: (backups: Backups, work: Parameters<Backups['make']>[0]) => Promise<Result>,
): Promise<Result> {
  if (backups === undefined)
    throw new DomainError('INVALID_REQUEST', 'This server makes no backups: set BACKUP_TO.')
  const stopping = new AbortController()
  let progress: { done: number; total: number | null } = { done: 0, total: null }
  const timer = setInterval(() => {
    try {
      report(progress)
    } catch (error) {
      stopping.abort(error)
    }
  }, askMs)
  try {
    return await run(backups, {
      stopping: stopping.signal,
      onProgress: (next) => {
        progress = next
      },
    })
  } finally {
    clearInterval(timer)
  }
}
