import { DomainError } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { readHistory } from './backup-history.ts'
import type { Backups } from '../../ports/backups.ts'
import type { ReportProgress, RunJob } from '../jobs/run-job.ts'

/** Makes a backup. One that is begun anew makes another: what the first has left goes by itself. */
export const runBackup: RunJob = async (ports, { actor }, report) => {
  const { backups, process } = ports
  // A person may have emptied the folder; by itself it is more likely that its disk is not there.
  if (actor === 'server') await assertThere(ports)
  // Nothing is removed by a clock that is in doubt.
  const mayRemove = process.clockDoubts().length === 0
  const { made, done } = await workOn(backups, report, (one, work) => one.make({ ...work, mayRemove }))
  return { done, result: { ...made } }
}

async function assertThere(ports: Pick<Ports, 'db' | 'store' | 'backups'>): Promise<void> {
  const { lastGood } = await readHistory(ports, 'backups.take')
  const backup = lastGood?.result?.['backup']
  if (typeof backup !== 'string' || (await ports.backups?.isThere(backup)) !== false) return
  throw new DomainError(
    'SERVER_ERROR',
    `The last backup is not in ${ports.backups?.to} any more. If its disk is not mounted, mount it; if the folder was emptied, press Back up now.`,
  )
}

/** Tries the newest backup; one that is not good is a result, and no failure of the trial. */
export const runProof: RunJob = async ({ backups }, _job, report) => {
  const { made: verdict } = await workOn(backups, report, (one, work) => one.prove(work))
  return { done: verdict.checks.filter(({ isHeld }) => isHeld === true).length, result: { ...verdict } }
}

/** How often a job is asked whether it is to stop. */
const askMs = 500

async function workOn<Result>(
  backups: Backups | undefined,
  report: ReportProgress,
  run: (backups: Backups, work: Parameters<Backups['prove']>[0]) => Promise<Result>,
): Promise<{ readonly made: Result; readonly done: number }> {
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
    const made = await run(backups, {
      stopping: stopping.signal,
      onProgress: (next) => {
        progress = next
      },
    })
    return { made, done: progress.total ?? 0 }
  } finally {
    clearInterval(timer)
  }
}
