import type { LogPiece } from '@quoin/embedded-postgres/restore-cluster.ts'
import { nameOfSegment, readSegmentName, segmentOf, systemOf } from '@quoin/embedded-postgres/log-segments.ts'
import type { BaseRecord, FoundBackup } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import { findPiece, type KeptPiece, listLog, readPiece, type SignPiece } from './kept-log.ts'

/**
 * The pieces that follow a backup without a gap, in their order. Where a piece is there twice, another server has written to
 * the same folder, and the signature tells which is ours.
 */
function piecesAfter({ record }: FoundBackup<BaseRecord>, kept: readonly KeptPiece[]): KeptPiece[][] {
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
export function hasGap(backup: FoundBackup<BaseRecord>, kept: readonly KeptPiece[]): boolean {
  const last = kept.findLast(({ name }) => readSegmentName(name) !== undefined)
  if (last === undefined) return false
  const end = endOf(backup)
  const followed = piecesAfter(backup, kept).at(-1)?.[0]?.name ?? end
  return last.name > followed && last.name > end
}

/** The piece that a backup ends in: the log that follows it begins there. */
export function endOf({ record }: FoundBackup<BaseRecord>): string {
  return nameOfSegment(segmentOf(record.endLsn, record.timeline))
}

interface LogNeeds {
  readonly repository: BackupRepository
  readonly backup: FoundBackup<BaseRecord>
  readonly sign: SignPiece
  /** The moment that is to be reached; the end where it is not given. */
  readonly until?: string | undefined
}

/** A server that is to stop at a moment looks for a change behind it. */
const piecesBehind = 2

/** The log packs to a fifth, seldom to more than a tenth. */
const packedAtMost = 10
const pieceBytes = 16 * 1024 * 1024

interface LogAfter {
  readonly pieces: readonly LogPiece[]
  /** The room that they take, rather more than less. */
  readonly bytes: number
}

/**
 * The pieces that follow a backup, to be put into it; one that is damaged is told when it is read. Those behind the moment
 * are left out: a piece holds nothing that was changed after it came.
 */
export async function logAfter({ repository, backup, sign, until }: LogNeeds): Promise<LogAfter> {
  const untilMs = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
  const pieces: LogPiece[] = []
  let bytes = 0
  let behind = 0
  for (const candidates of piecesAfter(backup, await listLog(repository, endOf(backup)))) {
    const [first] = candidates
    if (first === undefined || behind > piecesBehind) break
    const found = await findPiece(repository, first)
    pieces.push({
      name: first.name,
      read: async () => await readOurs({ repository, backup, sign }, candidates),
    })
    bytes += Math.min(pieceBytes, (found?.bytes ?? pieceBytes) * packedAtMost)
    if (found !== undefined && found.atMs > untilMs) behind += 1
  }
  return { pieces, bytes }
}

/**
 * Undefined where the piece is of another cluster of the same installation: one that an upgrade has made and that was left
 * again may have written to the same timeline.
 */
async function readOurs(
  { repository, backup, sign }: LogNeeds,
  candidates: readonly KeptPiece[],
): Promise<Buffer | undefined> {
  const { cluster } = backup.record
  let isAnothers = false
  for (const piece of candidates) {
    const bytes = await readPiece(repository, piece, sign)
    if (bytes !== undefined && (cluster === null || systemOf(bytes) === cluster)) return bytes
    isAnothers ||= bytes !== undefined
  }
  if (isAnothers) return undefined
  throw new Error(`${candidates[0]?.name} of the log is damaged: it is not the piece that was written`)
}
