import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, access, constants, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { giveToOwnerOf, syncFolder } from '@quoin/embedded-postgres/data-paths.ts'
import { isSystemError } from '../boot/process/private-file.ts'
import type { BackupRepository } from './backup-repository.ts'

/** A folder of this machine, closed to others: it is made where it is not there. Throws where nothing can be written there. */
export async function openBackupFolder(given: string): Promise<BackupRepository> {
  const folder = resolve(given)
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
    await giveToOwnerOf(dirname(folder), folder)
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  return backupsIn(folder)
}

/** A folder with backups, to be read. */
export function backupsIn(folder: string): BackupRepository {
  return {
    name: folder,
    async list() {
      const names = await readdir(folder)
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
    write: (path) => new DurableFile(join(folder, path)),
    read: (path) => createReadStream(join(folder, path)),
    // A file that is being written may come meanwhile.
    remove: async (backup) => await rm(join(folder, backup), { recursive: true, force: true, maxRetries: 3 }),
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
    run(async () => {
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
        await giveToOwnerOf(dirname(folder), folder)
      this.#file = await open(this.#draft, 'wx', 0o600)
    }, callback)
  }

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error | null) => void): void {
    run(async () => void (await this.#file?.writeFile(chunk)), callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    run(async () => {
      await this.#file?.sync()
      await this.#file?.close()
      this.#file = undefined
      await giveToOwnerOf(dirname(this.#path), this.#draft)
      await rename(this.#draft, this.#path)
      await syncFolder(dirname(this.#path))
    }, callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    run(
      async () => {
        if (this.#file === undefined) return
        await this.#file.close()
        await rm(this.#draft, { force: true })
      },
      (failed) => callback(error ?? failed),
    )
  }
}

function run(work: () => Promise<void>, callback: (error?: Error | null) => void): void {
  work().then(() => callback(), callback)
}
