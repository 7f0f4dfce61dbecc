import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Click } from '@quoin/core/tracking/click.ts'
import { Batcher, QueueFullError } from '../../group-commit/batcher.ts'
import type { SpoolFigures } from '../../ports/service-figures.ts'
import { type ReplayedFile, replayFile, type WriteClicks } from './spool-file.ts'
import { SpoolCounter } from './spool-counter.ts'
import {
  isDiskFault,
  isThere,
  listSpoolFiles,
  openSpoolId,
  sizeOf,
  type SpoolFile,
  syncDirectory,
  unlessMissing,
} from './spool-folder.ts'

/** A file is closed when it has grown to this, so that a replay can free space as it goes. */
const fileMaxBytes = 64 * 1024 * 1024
/** How often a click is written again because another process has sealed the file under our hands. */
const appendsMax = 20
/** A click is older than its file by what it waited for the database, which is seconds. */
const waitedMaxMs = 60_000

interface SpoolOptions {
  readonly directory: string
  readonly maxBytes: number
  readonly nowMs: () => number
  readonly monotonicMs: () => number
}

interface OpenFile {
  readonly path: string
  readonly handle: FileHandle
  bytes: number
}

/** How often a process that writes looks what others have written. */
const recountEveryMs = 1_000

/** The result of a replay of the folder. */
interface Replayed {
  readonly clicks: number
  /** Files with lines that cannot be read or are never taken; they are kept aside. */
  readonly damagedFiles: readonly string[]
  /** Others have gone on to write meanwhile. */
  readonly hasMore: boolean
}

/**
 * Clicks on the local disk while the database is away. One line of JSON each, and a visitor is sent on only after
 * fdatasync: what is acknowledged survives the process. Replayed with the same ids, so twice is once.
 *
 * Any number of processes may share the folder. A file is written under one name (`.open`) and replayed under another
 * (`.sealed`). Whoever replays renames first and reads then; whoever writes looks after the write whether the name
 * still stands, and writes again elsewhere when it does not. A click that was acknowledged is therefore read, whoever
 * reads.
 */
export class ClickSpool {
  /** Names this folder in the database: its outages are over when all of it is replayed. */
  readonly id: string
  readonly #options: SpoolOptions
  readonly #batcher: Batcher<Click, undefined>
  readonly #counter = new SpoolCounter()
  #file: OpenFile | undefined
  #bytes = 0
  #recountedMs = Number.NEGATIVE_INFINITY

  private constructor(options: SpoolOptions, id: string) {
    this.#options = options
    this.id = id
    this.#batcher = new Batcher({
      name: 'spool',
      flush: (clicks) => this.#append(clicks),
      rowsMax: 500,
      queueMax: 5_000,
      ageMaxMs: 2_000,
      monotonicMs: options.monotonicMs,
      // A disk that is full or broken is so for each row alone as well.
      isUnavailable: () => true,
    })
  }

  /** Counts what earlier processes have left. */
  static async open(options: SpoolOptions): Promise<ClickSpool> {
    const { directory } = options
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await syncDirectory(dirname(directory))
    const spool = new ClickSpool(options, await openSpoolId(directory))
    await spool.recount()
    return spool
  }

  /** Bytes that wait for replay, all files of this folder as far as this process knows. */
  get bytes(): number {
    return this.#bytes
  }

  /** More than that is refused. */
  get maxBytes(): number {
    return this.#options.maxBytes
  }

  /** Resolves when the click is on the disk. */
  async add(click: Click): Promise<void> {
    await this.#batcher.add(click)
  }

  /** Counts what waits in the folder now, whoever has written it. */
  async measure(): Promise<SpoolFigures> {
    return await this.#counter.measure(this.#options.directory)
  }

  /** No click in the folder is older; undefined when there is none. */
  async sinceMs(): Promise<number | undefined> {
    const times = (await listSpoolFiles(this.#options.directory)).map(({ startedMs }) => startedMs)
    return times.length === 0 ? undefined : Math.min(...times) - waitedMaxMs
  }

  /** Resolves when everything that was added is on the disk and the file is closed; the next click opens another. */
  async seal(): Promise<void> {
    await this.#batcher.drain()
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
  }

  /**
   * Hands all that lies in the folder now to `write`, and removes each file once it is written. One that the disk does not
   * give keeps none of the others back: the error comes when they are written.
   */
  async replay(write: WriteClicks): Promise<Replayed> {
    const due = new Set((await listSpoolFiles(this.#options.directory)).map(({ name }) => name))
    const damagedFiles: string[] = []
    const unread: unknown[] = []
    let clicks = 0
    for (;;) {
      // Files that others begin meanwhile are theirs: none of their clicks was acknowledged before we looked.
      const files = (await listSpoolFiles(this.#options.directory)).filter(({ name }) => due.has(name))
      if (files.length === 0) break
      for (const file of files) {
        const replayed = await this.#replayFile(file, write).catch((error: unknown) => {
          if (!isDiskFault(error)) throw error
          unread.push(error)
          due.delete(file.name)
          return undefined
        })
        // Sealed by another process in the same moment: the next look finds it, or finds it gone.
        if (replayed === undefined) continue
        due.delete(file.name)
        clicks += replayed.clicks
        if (replayed.isDamaged) damagedFiles.push(file.name)
      }
    }
    await this.recount()
    if (unread.length > 0) throw unread[0]
    return { clicks, damagedFiles, hasMore: this.bytes > 0 }
  }

  async #replayFile(file: SpoolFile, write: WriteClicks): Promise<ReplayedFile | undefined> {
    const sealed = file.path.replace(/\.open$/, '.sealed')
    if (!file.isSealed && !(await unlessMissing(() => rename(file.path, sealed)))) return undefined
    let replayed: ReplayedFile = { clicks: 0, isDamaged: false }
    await unlessMissing(async () => {
      replayed = await replayFile(sealed, write)
      if (replayed.isDamaged) await rename(sealed, join(this.#options.directory, `${file.name}.damaged`))
      else await unlink(sealed)
    })
    await this.recount()
    return replayed
  }

  async #append(clicks: readonly Click[]): Promise<undefined[]> {
    const lines = Buffer.from(clicks.map((click) => `${JSON.stringify(click)}\n`).join(''))
    // The bound is one for all who write to the folder.
    if (this.#options.monotonicMs() - this.#recountedMs >= recountEveryMs) await this.recount()
    if (this.#bytes + lines.length > this.#options.maxBytes) throw new QueueFullError('spool')
    for (let appends = 0; appends < appendsMax; appends += 1) {
      const file = await this.#openFile()
      try {
        await file.handle.appendFile(lines)
        await file.handle.datasync()
      } catch (error) {
        await this.#giveUp(file)
        throw error
      }
      if (await isThere(file.path)) {
        file.bytes += lines.length
        this.#bytes += lines.length
        return clicks.map(() => undefined)
      }
      this.#file = undefined
      await file.handle.close()
    }
    throw new Error('the files of the spool are sealed faster than they are written')
  }

  /** Half a line may stand at its end now: it is never written on, and a replay leaves that line out. */
  async #giveUp(file: OpenFile): Promise<void> {
    this.#file = undefined
    await file.handle.close().catch(() => {})
    // A full disk must not be filled with empty files.
    if (file.bytes === 0) await unlink(file.path).catch(() => {})
  }

  async #openFile(): Promise<OpenFile> {
    if (this.#file && this.#file.bytes < fileMaxBytes) return this.#file
    await this.#file?.handle.close()
    this.#file = undefined
    const path = join(this.#options.directory, `clicks-${this.#options.nowMs()}-${randomUUID()}.open`)
    const handle = await open(path, 'a', 0o600)
    await syncDirectory(this.#options.directory)
    this.#file = { path, handle, bytes: 0 }
    return this.#file
  }

  /** Other processes of the folder write to it as well. */
  async recount(): Promise<void> {
    this.#recountedMs = this.#options.monotonicMs()
    const files = await listSpoolFiles(this.#options.directory)
    const sizes = await Promise.all(files.map(async ({ path }) => (await sizeOf(path)) ?? 0))
    this.#bytes = sizes.reduce((sum, size) => sum + size, 0)
  }
}
