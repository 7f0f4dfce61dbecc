import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { readSegmentName } from '@quoin/embedded-postgres/log-segments.ts'
import type { LogState } from '../ports/backups.ts'
import { backupsIn } from './backup-folder.ts'
import { writeBytes } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import { fileOf, keepPiece, readFileName, signatureOf, type SignPiece } from './kept-log.ts'

const compress = promisify(zstdCompress)

/** A piece of the log, or the history of a timeline. A piece that is just being copied has another name. */
function isPiece(name: string): boolean {
  return readSegmentName(name) !== undefined || /^[0-9A-F]{8}\.history$/.test(name)
}

interface ShippedLog {
  /** The folder that the server copies closed pieces of its log to. */
  readonly archive: string
  readonly repository: BackupRepository
  readonly sign: SignPiece
}

/**
 * Packs the closed pieces of the log, and takes them off this disk, the oldest first. A piece leaves it when it is on the other
 * one. Several processes may do so at once. Returns how many left.
 */
export async function shipLog({ archive, repository, sign }: ShippedLog): Promise<number> {
  const packed = backupsIn(archive)
  // The server tells there where a base backup began; the backup itself says so.
  for (const note of (await readdir(archive)).filter((name) => name.endsWith('.backup')))
    await rm(join(archive, note), { force: true })
  await removeAbandoned(archive)
  for (const name of (await readdir(archive)).filter(isPiece).sort()) {
    const bytes = await readUnlessGone(join(archive, name))
    if (bytes === undefined) continue
    const file = fileOf({ name, signature: signatureOf(name, bytes, sign) })
    await writeBytes(packed, file, await compressed(bytes))
    await rm(join(archive, name), { force: true })
  }
  const waiting = (await readdir(archive)).filter((file) => readFileName(file) !== undefined).sort()
  for (const file of waiting) {
    const bytes = await readUnlessGone(join(archive, file))
    if (bytes === undefined) continue
    const piece = readFileName(file)
    if (piece !== undefined) await keepPiece(repository, piece, bytes)
    await rm(join(archive, file), { force: true })
  }
  return waiting.length
}

/** A copy that the server had not finished when it was killed; the next one has another name. */
const abandonedMs = 3_600_000

async function removeAbandoned(archive: string): Promise<void> {
  for (const file of (await readdir(archive)).filter((name) => name.startsWith('archtemp.'))) {
    const found = await stat(join(archive, file)).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedMs)
      await rm(join(archive, file), { force: true })
  }
}

/** A piece that the server has copied, packed or not. */
function isClosed(file: string): boolean {
  return isPiece(file) || readFileName(file) !== undefined
}

type Waiting = Pick<LogState, 'waitingSinceMs' | 'waitingBytes'>
export const nothingWaits: Waiting = { waitingSinceMs: null, waitingBytes: 0 }

/** The closed pieces that are still on this disk. */
export async function measureWaiting(archive: string): Promise<Waiting> {
  let { waitingSinceMs, waitingBytes } = nothingWaits
  for (const file of (await readdir(archive)).filter(isClosed)) {
    const found = await stat(join(archive, file)).catch(() => undefined)
    if (found === undefined) continue
    waitingSinceMs = Math.min(waitingSinceMs ?? found.mtimeMs, found.mtimeMs)
    waitingBytes += found.size
  }
  return { waitingSinceMs, waitingBytes }
}

/**
 * Gives up what waits where it is more than the disk may spend on it; returns whether it was. The log has a gap then, and a
 * backup is due.
 */
export async function giveUpLog(archive: string, bytesMax: number): Promise<boolean> {
  const { waitingBytes } = await measureWaiting(archive)
  if (waitingBytes <= bytesMax) return false
  for (const file of (await readdir(archive)).filter(isClosed)) await rm(join(archive, file), { force: true })
  return true
}

/** One that was closed early is mostly zeros. */
async function compressed(bytes: Buffer): Promise<Buffer> {
  return await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
}

/** Another process was faster. */
async function readUnlessGone(path: string): Promise<Buffer | undefined> {
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
