import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Keyring } from '../ports/ports.ts'
import { writeBytes } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'

const decompress = promisify(zstdDecompress)

/** Where pieces of the log are kept, beside the backups: in folders of 256 pieces, of which one is read and not all. */
const logFolder = 'log'

function folderOf(name: string): string {
  return name.endsWith('.history') ? 'histories' : name.slice(0, 22)
}

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

export const fileOf = ({ name, signature }: KeptPiece): string => `${name}.${signature}.zst`

export function readFileName(file: string): KeptPiece | undefined {
  const [, name, signature] = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.zst$/.exec(file) ?? []
  return name === undefined || signature === undefined ? undefined : { name, signature }
}

function pathOf(piece: KeptPiece): string {
  return `${logFolder}/${folderOf(piece.name)}/${fileOf(piece)}`
}

export async function keepPiece(
  repository: BackupRepository,
  piece: KeptPiece,
  packed: Buffer,
): Promise<void> {
  await writeBytes(repository, pathOf(piece), packed)
}

/** The packed size of a piece, and when it came to the repository. */
export async function findPiece(
  repository: BackupRepository,
  piece: KeptPiece,
): ReturnType<BackupRepository['find']> {
  return await repository.find(pathOf(piece))
}

/** The pieces from one on, by their names. */
export async function listLog(repository: BackupRepository, from: string): Promise<KeptPiece[]> {
  const pieces: KeptPiece[] = []
  for (const folder of await listFolders(repository)) {
    if (folder < folderOf(from)) continue
    const files = (await repository.listFolder(`${logFolder}/${folder}`)).sort()
    pieces.push(...files.flatMap((file) => readFileName(file) ?? []).filter(({ name }) => name >= from))
  }
  return pieces
}

async function listFolders(repository: BackupRepository): Promise<string[]> {
  const folders = await repository.listFolder(logFolder)
  return folders.filter((folder) => /^[0-9A-F]{22}$/.test(folder)).sort()
}

/** Removes the pieces before one. Histories stay: they are few, and small. */
export async function removeLogBefore(repository: BackupRepository, first: string): Promise<void> {
  for (const folder of await listFolders(repository)) {
    if (folder > folderOf(first)) return
    if (folder < folderOf(first)) {
      await repository.remove(`${logFolder}/${folder}`)
      continue
    }
    for (const file of await repository.listFolder(`${logFolder}/${folder}`))
      if (file < first) await repository.remove(`${logFolder}/${folder}/${file}`)
  }
}

/** The bytes of a kept piece; undefined where it is not the one that was signed. */
export async function readPiece(
  repository: BackupRepository,
  piece: KeptPiece,
  sign: SignPiece,
): Promise<Buffer | undefined> {
  const bytes = await buffer(repository.read(pathOf(piece)))
  const plain = await decompress(bytes).catch(() => undefined)
  return plain !== undefined && signatureOf(piece.name, plain, sign) === piece.signature ? plain : undefined
}

export function signatureOf(name: string, bytes: Buffer, sign: SignPiece): string {
  return sign(`${name} ${createHash('sha256').update(bytes).digest('hex')}`)
}
