import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { hourMs } from '@quoin/core/time/durations.ts'
import type { ToldIds } from '../ports/backups.ts'
import { writeBytes } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import type { SignPiece } from './kept-log.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Where ids that receivers were told are kept, beside the backups: a folder a day, and a file for each half minute of changes. */
const folder = 'told'

/** Writes ids as lines: the subject and the id. */
export async function keepToldIds(
  repository: BackupRepository,
  { ids, from, untilMs }: ToldIds,
  sign: SignPiece,
): Promise<void> {
  const text = ids.map(({ subject, id }) => `${subject} ${id}\n`).join('')
  const name = `${untilMs}-${from}`
  const path = `${folder}/${dayOf(untilMs)}/${name}.${signatureOf(name, text, sign)}.zst`
  await writeBytes(repository, path, await compress(Buffer.from(text)))
}

/** The database and this process may differ about the time. Ids that are known already do no harm. */
const slackMs = hourMs

/** The ids that were told after a moment, file by file. A file that is not as it was written is told, and left out. */
export async function* readToldAfter(
  repository: BackupRepository,
  { afterMs, sign, log }: { afterMs: number; sign: SignPiece; log: (sentence: string) => void },
): AsyncGenerator<string> {
  const firstMs = afterMs - slackMs
  for (const day of await listDays(repository)) {
    if (day < dayOf(firstMs)) continue
    for (const file of (await repository.listFolder(`${folder}/${day}`)).sort()) {
      const [, name, untilMs, signature] = /^((\d+)-\d+)\.([0-9a-f]{64})\.zst$/.exec(file) ?? []
      if (name === undefined || Number(untilMs) < firstMs) continue
      const packed = await buffer(repository.read(`${folder}/${day}/${file}`))
      const text = (await decompress(packed).catch(() => '')).toString()
      if (signatureOf(name, text, sign) === signature) yield text
      else log(`Ids that receivers were told are not as they were written, and were left out: ${day}/${file}`)
    }
  }
}

/** Removes those that no backup is behind. */
export async function removeToldBefore(repository: BackupRepository, beforeMs: number): Promise<void> {
  for (const day of await listDays(repository))
    if (day < dayOf(beforeMs)) await repository.remove(`${folder}/${day}`)
}

async function listDays(repository: BackupRepository): Promise<string[]> {
  const days = await repository.listFolder(folder)
  return days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).sort()
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function signatureOf(name: string, text: string, sign: SignPiece): string {
  return sign(`told ${name} ${createHash('sha256').update(text).digest('hex')}`)
}
