import type { BackupHistory } from '@quoin/core/backup/backup-state.ts'
import type { Ports } from '../../ports/ports.ts'

export type BackupKind = 'backups.take' | 'backups.prove'

type EndedJob = Awaited<ReturnType<Ports['store']['backupJobs']['listFailures']>>[number]

/** How a kind of work has gone since it went well last. */
export interface KindHistory extends BackupHistory {
  readonly lastGood: EndedJob | undefined
  /** The newest first, and ten at most. */
  readonly failed: readonly EndedJob[]
}

const failuresMax = 10

export async function readHistory(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  kind: BackupKind,
): Promise<KindHistory> {
  const lastGood = await store.backupJobs.findLastGood(db, kind)
  const afterMs = lastGood?.finishedAtMs ?? 0
  const failed = await store.backupJobs.listFailures(db, { kind, afterMs, limit: failuresMax })
  return {
    lastGood,
    failed,
    lastGoodAtMs: lastGood === undefined ? null : atMsOf(lastGood),
    lastGoodEndedMs: lastGood?.finishedAtMs ?? null,
    failures: failed.length,
    lastFailedAtMs: failed[0]?.finishedAtMs ?? null,
  }
}

/** A backup is as old as its beginning: what came later may not be in it. */
function atMsOf({ result, finishedAtMs }: EndedJob): number {
  const begunAt = result?.['begunAt']
  return typeof begunAt === 'string' ? Date.parse(begunAt) : finishedAtMs
}
