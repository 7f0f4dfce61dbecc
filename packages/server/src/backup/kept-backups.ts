import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { type KeepRule, timesNotKept } from '@quoin/core/backup/keep-rule.ts'
import type { BackupCopy } from '../ports/backups.ts'
import { type BackupRecord, bytesOf, findRecord } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
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

/**
 * Removes the whole backups that a rule does not keep, and returns their names. The newest one that was proved stays, too:
 * those after it may be no good.
 */
export async function removeOld(repository: BackupRepository, rule: KeepRule): Promise<string[]> {
  const whole = (await listCopies(repository)).filter(({ whole }) => whole !== null)
  const times = timesNotKept(
    whole.map(({ begunAtMs }) => begunAtMs),
    rule,
  )
  const proved = whole.find(({ isProved }) => isProved === true)?.backup
  const gone = whole.filter(({ backup, begunAtMs }) => backup !== proved && times.includes(begunAtMs))
  for (const { backup } of gone) await repository.remove(backup)
  return gone.map(({ backup }) => backup).reverse()
}
