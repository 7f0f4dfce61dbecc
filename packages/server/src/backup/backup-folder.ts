import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { giveToOwnerOf, syncFolder } from '@quoin/embedded-postgres/data-paths.ts'
import { recordName } from './backup-record.ts'
import { isSystemError } from '../boot/process/private-file.ts'
import type { BackupRepository } from './backup-repository.ts'

/** A folder of this machine, closed to others: it is made where it is not there. Throws where nothing can be written there. */
export async function openBackupFolder(given: string): Promise<BackupRepository> {
  const folder = resolve(given)
  const isMade = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw isSystemError(error, 'EEXIST') ? new Error(`${folder} is a file, and no folder`) : error
  })
  if (isMade !== undefined) await giveToOwnerOf(dirname(folder), folder)
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  return backupsIn(folder)
}

/** A folder with backups, to be read. */
export function backupsIn(folder: string): BackupRepository {
  return {
    name: folder,
    async list() {
      const entries = await readdir(folder, { withFileTypes: true })
      const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
      return names.filter((name) => timeOfBackup(name) !== undefined).sort()
    },
    async claim(name) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await mkdir(path, { mode: 0o700 })
      } catch (error) {
        if (isSystemError(error, 'EEXIST')) return false
        throw error
      }
      await giveToOwnerOf(dirname(path), path)
      await syncFolder(dirname(path))
      return true
    },
    async listFolder(name) {
      return await readdir(join(folder, name)).catch((error: unknown) => {
        if (isSystemError(error, 'ENOENT')) return []
        throw error
      })
    },
    async find(path) {
      const found = await stat(join(folder, path)).catch(() => undefined)
      return found === undefined ? undefined : { bytes: found.size, atMs: found.mtimeMs }
    },
    write: (path) => new DurableFile(join(folder, path)),
    read: (path) => createReadStream(join(folder, path)),
    async remove(path) {
      // Without its description it is no backup: one that is half removed never passes for whole.
      await rm(join(folder, path, recordName), { force: true }).catch(ignoreFile)
      await rm(join(folder, path), { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** A file that has its name only when it is whole and on the disk. */
class DurableFile extends Writable {
  readonly #path: string
  /** Another one may be left of a process that was killed. */
  readonly #draft: string
  #file: FileHandle | undefined

  constructor(path: string) {
    super({ highWaterMark: 1 << 20 })
    this.#path = path
    this.#draft = `${path}.${randomBytes(4).toString('hex')}.part`
  }

  override _construct(callback: (error?: Error | null) => void): void {
    const folder = dirname(this.#path)
    this.#run(async () => {
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
        await giveToOwnerOf(dirname(folder), folder)
      this.#file = await open(this.#draft, 'wx', 0o600)
    }, callback)
  }

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error | null) => void): void {
    this.#run(async () => void (await this.#file?.writeFile(chunk)), callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#run(async () => {
      await this.#file?.sync()
      await this.#file?.close()
      this.#file = undefined
      await giveToOwnerOf(dirname(this.#path), this.#draft)
      await rename(this.#draft, this.#path)
      await syncFolder(dirname(this.#path))
    }, callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#run(
      async () => {
        if (this.#file === undefined) return
        await this.#file.close()
        await rm(this.#draft, { force: true })
      },
      (failed) => callback(error ?? failed),
    )
  }

  /** A full disk is told without the path, which a person needs. */
  #run(work: () => Promise<void>, callback: (error?: Error | null) => void): void {
    work().then(
      () => callback(),
      (error: Error) => callback('path' in error ? error : Object.assign(error, { path: this.#path })),
    )
  }
}

/** A file may be removed as well. */
function ignoreFile(error: unknown): void {
  if (!isSystemError(error, 'ENOTDIR')) throw error
}
