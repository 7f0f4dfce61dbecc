import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { readSegmentName } from '@quoin/embedded-postgres/log-segments.ts'
import type { LogState } from '../ports/backups.ts'
import type { Keyring } from '../ports/ports.ts'
import { backupsIn } from './backup-folder.ts'
import { writeBytes } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** Where pieces of the log are kept, beside the backups. */
const logFolder = 'log'

/** Signs the name and the sum of a piece with a key of the master secret, which is in the seal of each backup. */
export type SignPiece = (text: string) => string

export function signerOf(keyring: Pick<Keyring, 'digestHex'>): SignPiece {
  return (text) => keyring.digestHex('backup log', text)
}

/** A piece of the log as it is kept: its name and its signature are its file's. */
export interface KeptPiece {
  readonly name: string
  readonly signature: string
}

const fileOf = ({ name, signature }: KeptPiece): string => `${name}.${signature}.zst`

function readFileName(file: string): KeptPiece | undefined {
  const [, name, signature] = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.zst$/.exec(file) ?? []
  return name === undefined || signature === undefined ? undefined : { name, signature }
}

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
    await writeBytes(repository, `${logFolder}/${file}`, bytes)
    await rm(join(archive, file), { force: true })
  }
  return waiting.length
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

/** Gives up what waits where it is more than the disk may spend on it. The log has a gap then, and a backup is due. */
export async function giveUpLog(archive: string, bytesMax: number): Promise<void> {
  const { waitingBytes } = await measureWaiting(archive)
  if (waitingBytes <= bytesMax) return
  for (const file of (await readdir(archive)).filter(isClosed)) await rm(join(archive, file), { force: true })
}

/** When a piece came to the repository. */
export async function timeOfPiece(
  repository: BackupRepository,
  piece: KeptPiece,
): Promise<number | undefined> {
  return await repository.findTime(`${logFolder}/${fileOf(piece)}`)
}

export async function listLog(repository: BackupRepository): Promise<KeptPiece[]> {
  const files = (await repository.listFolder(logFolder)).sort()
  return files.flatMap((file) => readFileName(file) ?? [])
}

/** The bytes of a kept piece; undefined where it is not the one that was signed. */
export async function readPiece(
  repository: BackupRepository,
  piece: KeptPiece,
  sign: SignPiece,
): Promise<Buffer | undefined> {
  const bytes = await buffer(repository.read(`${logFolder}/${fileOf(piece)}`))
  const plain = await decompress(bytes).catch(() => undefined)
  return plain !== undefined && signatureOf(piece.name, plain, sign) === piece.signature ? plain : undefined
}

export async function removePiece(repository: BackupRepository, piece: KeptPiece): Promise<void> {
  await repository.remove(`${logFolder}/${fileOf(piece)}`)
}

function signatureOf(name: string, bytes: Buffer, sign: SignPiece): string {
  return sign(`${name} ${createHash('sha256').update(bytes).digest('hex')}`)
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
