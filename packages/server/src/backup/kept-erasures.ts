import { buffer } from 'node:stream/consumers'
import type { UserToErase } from '../ports/backups.ts'
import { writeBytes } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import type { SignPiece } from './kept-log.ts'

/** Where erasures of users are kept, beside the backups: each a file whose name is its id and its signature. */
const folder = 'erasures'

/** Writes those that are not there yet. */
export async function keepErasures(
  repository: BackupRepository,
  erasures: readonly UserToErase[],
  sign: SignPiece,
): Promise<void> {
  if (erasures.length === 0) return
  const there = new Set(await repository.listFolder(folder))
  for (const erasure of erasures) {
    const text = JSON.stringify(erasure)
    const file = `${erasure.id}.${sign(text)}.json`
    if (!there.has(file)) await writeBytes(repository, `${folder}/${file}`, Buffer.from(text))
  }
}

/** The erasures that were asked for after a moment. One that is not as it was written is told, and left out. */
export async function listErasuresAfter(
  repository: BackupRepository,
  { afterMs, sign, log }: { afterMs: number; sign: SignPiece; log: (sentence: string) => void },
): Promise<UserToErase[]> {
  const found = new Map<string, UserToErase>()
  for (const file of await repository.listFolder(folder)) {
    const [, signature] = /^[0-9a-f-]{36}\.([0-9a-f]{64})\.json$/.exec(file) ?? []
    if (signature === undefined) continue
    const text = (await buffer(repository.read(`${folder}/${file}`))).toString()
    if (sign(text) !== signature) {
      log(`An erasure beside the backups is not as it was written, and was left out: ${file}`)
      continue
    }
    const erasure = JSON.parse(text) as UserToErase // signed by ourselves
    // One that was asked for again before it ended is there twice.
    const known = found.get(erasure.id)
    if (erasure.requestedAtMs >= afterMs && (known?.requestedAtMs ?? 0) <= erasure.requestedAtMs)
      found.set(erasure.id, erasure)
  }
  return [...found.values()]
}
