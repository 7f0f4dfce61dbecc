import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Click } from '@quoin/core/click.ts'
import { Batcher, QueueFullError } from '../store/batcher.ts'

/** A file is closed when it has grown to this, so that a replay can free space as it goes. */
const fileMaxBytes = 64 * 1024 * 1024
const replayBatch = 500

interface SpoolOptions {
  readonly directory: string
  readonly maxBytes: number
  readonly nowMs: () => number
  readonly monotonicMs: () => number
}

interface OpenFile {
  readonly handle: FileHandle
  bytes: number
}

/**
 * Clicks on the local disk while the database is away. One line of JSON each, and a visitor is sent on only after
 * fdatasync: what is acknowledged survives the process. Replayed with the same ids, so twice is once.
 */
export class ClickSpool {
  readonly #options: SpoolOptions
  readonly #batcher: Batcher<Click, undefined>
  #file: OpenFile | undefined
  #bytes: number

  private constructor(options: SpoolOptions, bytes: number) {
    this.#options = options
    this.#bytes = bytes
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
    await mkdir(options.directory, { recursive: true, mode: 0o700 })
    const files = await listFiles(options.directory)
    const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size))
    return new ClickSpool(options, sizes.reduce((sum, size) => sum + size, 0))
  }

  /** Bytes that wait for replay, all files of this folder as far as this process knows. */
  get bytes(): number {
    return this.#bytes
  }

  /** Resolves when the click is on the disk. */
  async add(click: Click): Promise<void> {
    await this.#batcher.add(click)
  }

  /** Closes the file that is written; the next click opens another. */
  async seal(): Promise<void> {
    await this.#batcher.drain()
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
  }

  /** Hands all that lies in the folder to `write`, and removes each file once it is written. */
  async replay(write: (clicks: readonly Click[]) => Promise<void>): Promise<number> {
    let replayed = 0
    for (const path of await listFiles(this.#options.directory)) {
      if (isForeign(path)) continue
      const claimed = await claim(path)
      if (claimed === undefined) continue
      replayed += await replayFile(claimed, write)
      const { size } = await stat(claimed)
      await unlink(claimed)
      this.#bytes = Math.max(0, this.#bytes - size)
    }
    return replayed
  }

  async #append(clicks: readonly Click[]): Promise<undefined[]> {
    const lines = Buffer.from(clicks.map((click) => `${JSON.stringify(click)}\n`).join(''))
    if (this.#bytes + lines.length > this.#options.maxBytes) throw new QueueFullError('spool')
    const file = await this.#openFile()
    try {
      await file.handle.appendFile(lines)
      await file.handle.datasync()
    } catch (error) {
      // Half a line may stand at the end now: it is never written on, and a replay leaves it out.
      this.#file = undefined
      await file.handle.close().catch(() => {})
      throw error
    }
    file.bytes += lines.length
    this.#bytes += lines.length
    return clicks.map(() => undefined)
  }

  async #openFile(): Promise<OpenFile> {
    if (this.#file && this.#file.bytes < fileMaxBytes) return this.#file
    await this.#file?.handle.close()
    const name = `clicks-${this.#options.nowMs()}-${process.pid}.ndjson`
    const handle = await open(join(this.#options.directory, name), 'a', 0o600)
    await syncDirectory(this.#options.directory)
    this.#file = { handle, bytes: 0 }
    return this.#file
  }
}

/** Without it a power cut may forget the file's name. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Oldest first: names begin with the time. */
async function listFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  return names
    .filter((name) => /^clicks-\d+-\d+\.ndjson(\.\d+)?$/.test(name))
    .sort()
    .map((name) => join(directory, name))
}

/** Whether another living process writes or replays a file: the last number in its name is a process id. */
function isForeign(path: string): boolean {
  const owner = Number(/(\d+)$/.exec(path.replace(/\.ndjson$/, ''))?.[1])
  return owner !== process.pid && isAlive(owner)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Renaming is atomic: of two processes that find a dead one's file, one gets it. */
async function claim(path: string): Promise<string | undefined> {
  const claimed = `${path.replace(/(\.ndjson)\.\d+$/, '$1')}.${process.pid}`
  try {
    if (claimed !== path) await rename(path, claimed)
    return claimed
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function replayFile(path: string, write: (clicks: readonly Click[]) => Promise<void>): Promise<number> {
  const stream = createReadStream(path)
  let batch: Click[] = []
  let count = 0
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    const click = readLine(line)
    if (!click) continue
    batch.push(click)
    if (batch.length < replayBatch) continue
    await write(batch)
    count += batch.length
    batch = []
  }
  if (batch.length > 0) await write(batch)
  return count + batch.length
}

/** A torn line was never acknowledged: its write did not come to the end. */
function readLine(line: string): Click | undefined {
  try {
    return JSON.parse(line) as Click // written by `#append` from a Click
  } catch {
    return undefined
  }
}
