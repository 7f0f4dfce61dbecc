import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { readSegmentName } from '@quoin/embedded-postgres/log-segments.ts'
import { findPiece, listLog } from './kept-log.ts'
import { openRepository } from './open-repository.ts'
import type { RestoredFacts } from './restored-facts.ts'
import type { S3Settings } from './s3/s3-target.ts'

/** When a server has added something to the backups after a restore from them; undefined where none has. */
export async function findSignOfLife(
  { repository: name, restoredAt }: Pick<RestoredFacts, 'repository' | 'restoredAt'>,
  settings: S3Settings,
): Promise<number | undefined> {
  const repository = await openRepository(name, settings, 'read')
  const afterMs = Date.parse(restoredAt)
  const [backups, log] = await Promise.all([repository.list(), listLog(repository, '')])
  // Another server may write to an earlier timeline than the last one: the newest piece of each is looked at.
  const newest = Map.groupBy(log, (piece) => readSegmentName(piece.name)?.timeline)
  const pieces = [...newest.values()].flatMap((pieces) => pieces.at(-1) ?? [])
  const found = await Promise.all(pieces.map((piece) => findPiece(repository, piece)))
  const times = [
    ...backups.map((backup) => timeOfBackup(backup) ?? 0),
    ...found.map((file) => file?.atMs ?? 0),
  ]
  const lastMs = Math.max(0, ...times)
  return lastMs > afterMs ? lastMs : undefined
}
