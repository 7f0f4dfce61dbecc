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

const readAtOnce = 32

/** The ids that were told after a moment, file by file. A file that is not as it was written is told, and left out. */
export async function* readToldAfter(
  repository: BackupRepository,
  { afterMs, sign, log }: { afterMs: number; sign: SignPiece; log: (sentence: string) => void },
): AsyncGenerator<string> {
  const firstMs = afterMs - slackMs
  for (const day of await listDays(repository)) {
    if (day < dayOf(firstMs)) continue
    const files = (await repository.listFolder(`${folder}/${day}`)).flatMap((file) => readName(file) ?? [])
    const wanted = files.filter(({ untilMs }) => untilMs >= firstMs)
    for (let start = 0; start < wanted.length; start += readAtOnce) {
      const some = wanted.slice(start, start + readAtOnce)
      const texts = some.map(({ file, name, signature }) =>
        readFile(repository, `${day}/${file}`, (text) => signatureOf(name, text, sign) === signature),
      )
      for (const [place, text] of (await Promise.all(texts)).entries()) {
        if (text !== undefined) yield text
        else
          log(
            `Ids that receivers were told are not as they were written, and were left out: ${day}/${some[place]?.file}`,
          )
      }
    }
  }
}

function readName(file: string) {
  const [, name, untilMs, signature] = /^((\d+)-\d+)\.([0-9a-f]{64})\.zst$/.exec(file) ?? []
  return name === undefined || signature === undefined
    ? undefined
    : { file, name, untilMs: Number(untilMs), signature }
}

/** Undefined where it is not as it was written. */
async function readFile(
  repository: BackupRepository,
  file: string,
  isSigned: (text: string) => boolean,
): Promise<string | undefined> {
  const packed = await buffer(repository.read(`${folder}/${file}`))
  const plain = await decompress(packed).catch(() => undefined)
  const text = plain?.toString()
  return text !== undefined && isSigned(text) ? text : undefined
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
