import { buffer } from 'node:stream/consumers'
import { hourMs } from '@quoin/core/time/durations.ts'
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

/** A request is timed before it is written, by another clock. To apply one twice does no harm. */
const slackMs = hourMs
const readAtOnce = 32

/** The erasures that were asked for after a moment. One that is not as it was written is told, and left out. */
export async function listErasuresAfter(
  repository: BackupRepository,
  { afterMs, sign, log }: { afterMs: number; sign: SignPiece; log: (sentence: string) => void },
): Promise<UserToErase[]> {
  const found = new Map<string, UserToErase>()
  const files = await repository.listFolder(folder)
  for (let start = 0; start < files.length; start += readAtOnce) {
    const some = files.slice(start, start + readAtOnce)
    for (const erasure of await Promise.all(
      some.map((file) => readErasure(repository, file, { sign, log })),
    )) {
      if (erasure === undefined || erasure.requestedAtMs < afterMs - slackMs) continue
      // One that was asked for again before it ended is there twice.
      const known = found.get(erasure.id)
      if ((known?.requestedAtMs ?? 0) <= erasure.requestedAtMs) found.set(erasure.id, erasure)
    }
  }
  return [...found.values()]
}

async function readErasure(
  repository: BackupRepository,
  file: string,
  { sign, log }: { readonly sign: SignPiece; readonly log: (sentence: string) => void },
): Promise<UserToErase | undefined> {
  const [, signature] = /^[0-9a-f-]{36}\.([0-9a-f]{64})\.json$/.exec(file) ?? []
  if (signature === undefined) return undefined
  const text = (await buffer(repository.read(`${folder}/${file}`))).toString()
  if (sign(text) === signature) return JSON.parse(text) as UserToErase // signed by ourselves
  log(`An erasure beside the backups is not as it was written, and was left out: ${file}`)
  return undefined
}
