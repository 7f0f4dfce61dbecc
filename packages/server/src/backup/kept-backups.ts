import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { type KeepRule, timesNotKept } from '@quoin/core/backup/keep-rule.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { nameOfSegment, segmentOf } from '@quoin/embedded-postgres/log-segments.ts'
import type { BackupCopy } from '../ports/backups.ts'
import { type BackupRecord, bytesOf, findRecord } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import { removeLogBefore } from './kept-log.ts'
import { removeToldBefore } from './kept-told-ids.ts'
import { findVerdict } from './backup-verdict.ts'

/** All backups of a repository, the newest first; one whose description is damaged counts as not whole. */
export async function listCopies(repository: BackupRepository): Promise<BackupCopy[]> {
  const copies: BackupCopy[] = []
  for (const backup of (await repository.list()).reverse()) {
    const record = await findRecord(repository, backup).catch(() => undefined)
    copies.push({
      backup,
      begunAtMs: timeOfBackup(backup) ?? 0,
      whole: record === undefined ? null : wholeOf(record),
      isProved: (await findVerdict(repository, backup))?.isGood ?? null,
    })
  }
  return copies
}

function wholeOf({ endedAt, files, quoin }: BackupRecord): NonNullable<BackupCopy['whole']> {
  return { endedAtMs: Date.parse(endedAt), bytes: bytesOf(files), version: quoin }
}

interface Removal {
  readonly rule: KeepRule
  /** The backup that was just made. */
  readonly made: string
  readonly nowMs: number
}

interface Removed {
  readonly removed: readonly string[]
  /** Those that the rule does not keep, and that could not be removed. */
  readonly notRemoved: readonly string[]
}

/**
 * Removes the whole backups that a rule does not keep. The newest one that was proved stays, too: those after it may be no
 * good. A name of the future, which a wrong clock has made, counts for nothing and stays.
 */
export async function removeOld(
  repository: BackupRepository,
  { rule, made, nowMs }: Removal,
): Promise<Removed> {
  const whole = (await listCopies(repository)).filter(
    ({ backup, begunAtMs, whole }) => whole !== null && (backup === made || begunAtMs <= nowMs),
  )
  const proved = whole.find(({ isProved }) => isProved === true)
  await removeOldLog(repository, { rule, whole, proved })
  const times = timesNotKept(
    whole.map(({ begunAtMs }) => begunAtMs),
    rule,
  )
  const gone = whole.filter(
    (copy) => copy !== proved && copy.backup !== made && times.includes(copy.begunAtMs),
  )
  const [removed, notRemoved]: [string[], string[]] = [[], []]
  for (const { backup } of gone.reverse()) {
    const isRemoved = await repository.remove(backup).then(
      () => true,
      () => false,
    )
    ;(isRemoved ? removed : notRemoved).push(backup)
  }
  const oldest = whole.findLast(({ backup }) => !removed.includes(backup))
  // A folder that stays is tried again behind the next backup.
  if (oldest !== undefined) await removeToldBefore(repository, oldest.begunAtMs).catch(() => {})
  return { removed, notRemoved }
}

interface LogRemoval {
  readonly rule: KeepRule
  readonly whole: readonly BackupCopy[]
  readonly proved: BackupCopy | undefined
}

/** Removes the log before the backups of the last days and the newest that was proved: those behind them have their own. */
async function removeOldLog(
  repository: BackupRepository,
  { rule, whole, proved }: LogRemoval,
): Promise<void> {
  const newestMs = whole[0]?.begunAtMs ?? 0
  const followed = whole.filter((copy) => copy === proved || copy.begunAtMs > newestMs - rule.days * dayMs)
  const records = await Promise.all(followed.map(({ backup }) => findRecord(repository, backup)))
  const [first] = records
    .flatMap((record) =>
      record?.kind !== 'base' ? [] : nameOfSegment(segmentOf(record.endLsn, record.timeline)),
    )
    .sort()
  if (first === undefined) return
  await removeLogBefore(repository, first)
}
