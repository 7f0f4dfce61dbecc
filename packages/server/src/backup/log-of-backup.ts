import type { LogPiece } from '@quoin/embedded-postgres/restore-cluster.ts'
import { nameOfSegment, readSegmentName, segmentOf } from '@quoin/embedded-postgres/log-segments.ts'
import type { FoundBackup } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import { type KeptPiece, listLog, readPiece, type SignPiece } from './ship-log.ts'

/**
 * The pieces that follow a backup without a gap, in their order. Where a piece is there twice, another server has written to
 * the same folder, and the signature tells which is ours.
 */
function piecesAfter({ record }: FoundBackup, kept: readonly KeptPiece[]): KeptPiece[][] {
  const byName = Map.groupBy(kept, ({ name }) => name)
  const { timeline, number: first } = segmentOf(record.endLsn, record.timeline)
  const pieces: KeptPiece[][] = []
  for (let number = first; ; number += 1) {
    const found = byName.get(nameOfSegment({ timeline, number }))
    if (found === undefined) {
      // The backup itself has the piece that it ends in.
      if (number === first) continue
      return pieces
    }
    pieces.push(found)
  }
}

/** Whether pieces were kept behind the ones that follow a backup: something between them is missing, or it is another history. */
export function hasGap(backup: FoundBackup, kept: readonly KeptPiece[]): boolean {
  const last = kept.findLast(({ name }) => readSegmentName(name) !== undefined)
  if (last === undefined) return false
  const end = nameOfSegment(segmentOf(backup.record.endLsn, backup.record.timeline))
  const followed = piecesAfter(backup, kept).at(-1)?.[0]?.name ?? end
  return last.name > followed && last.name > end
}

interface LogNeeds {
  readonly repository: BackupRepository
  readonly backup: FoundBackup
  readonly sign: SignPiece
}

/** The pieces that follow a backup, to be put into it; one that is damaged is told when it is read. */
export async function logAfter({ repository, backup, sign }: LogNeeds): Promise<LogPiece[]> {
  const pieces = piecesAfter(backup, await listLog(repository))
  return pieces.map((candidates) => {
    const name = candidates[0]?.name ?? ''
    return { name, read: async () => await readOurs(repository, candidates, sign) }
  })
}

async function readOurs(
  repository: BackupRepository,
  candidates: readonly KeptPiece[],
  sign: SignPiece,
): Promise<Buffer> {
  for (const piece of candidates) {
    const bytes = await readPiece(repository, piece, sign)
    if (bytes !== undefined) return bytes
  }
  throw new Error(`${candidates[0]?.name} of the log is damaged: it is not the piece that was written`)
}
