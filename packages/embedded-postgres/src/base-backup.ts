import pg from 'pg'
import { finished } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'

/** The part of the log that a base backup needs, and has with it. */
interface BaseBackup {
  readonly timeline: number
  /** `0/3A000028` */
  readonly startLsn: string
  /** All that was committed before it is in the backup. */
  readonly endLsn: string
}

/** The cluster with its log, compressed, and the server's list of its files with their sums. */
export type BaseBackupFile = 'base.tar.zst' | 'backup_manifest'

interface BaseBackupOptions {
  readonly url: string
  /** Where a file goes. They come one after the other. */
  readonly open: (file: BaseBackupFile) => Writable
  /** Megabytes of the cluster in a second at most, so that others have the processor and the disk; 0: no limit. */
  readonly megabytesPerSecond: number
  /** Is told how many bytes of the cluster have come, often. */
  readonly onProgress?: ((bytes: number) => void) | undefined
}

/** The server could compress with gzip alone, which takes it four times as long as us with zstd. */
function commandOf(megabytesPerSecond: number): string {
  const rate = megabytesPerSecond === 0 ? '' : `, MAX_RATE ${megabytesPerSecond * 1024}`
  return `BASE_BACKUP (LABEL 'quoin', CHECKPOINT 'fast', WAIT true, WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'${rate})`
}

/**
 * Copies the cluster while it serves, by the protocol of replication. The server checks the sum of each page on the
 * way. Throws where it, or what is written to, fails.
 */
export async function takeBaseBackup({
  url,
  open,
  megabytesPerSecond,
  onProgress = () => {},
}: BaseBackupOptions): Promise<BaseBackup> {
  const replicating: pg.ClientConfig & { replication: string } = {
    connectionString: url,
    application_name: 'quoin backup',
    replication: 'true',
  }
  const client = new pg.Client(replicating)
  client.on('error', () => {}) // told by what runs on it
  await client.connect()
  try {
    // The log from here on is kept until the session ends, however long the copying takes.
    await client.query(
      `CREATE_REPLICATION_SLOT quoin_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL true)`,
    )
    const copy = new BaseBackupCopy(commandOf(megabytesPerSecond), { open, onProgress })
    client.query(copy)
    return await copy.result
  } finally {
    await client.end().catch(() => {})
  }
}

const stillMs = 15 * 60_000

/** The server, or the connection to it, ended: told to, by a crash, or cut. */
function isEnd(error: Error): boolean {
  const isTold = 'code' in error && /^(57P0[123]|ECONNRESET|EPIPE)$/.test(String(error.code))
  return isTold || error.message === 'Connection terminated unexpectedly'
}

function compressedTo(file: Writable): Writable {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
  compress.on('error', (error) => file.destroy(error))
  compress.pipe(file)
  return compress
}

/** The kinds of messages within the copy, by their first byte. */
const kinds = { archive: 'n', manifest: 'm', data: 'd' } as const

interface Connection {
  query(text: string): void
  readonly stream: { pause(): void; resume(): void; destroy(error: Error): void }
}

/** One BASE_BACKUP, as `pg` runs what is given to it: two rows, a copy of several files, and a last row. */
class BaseBackupCopy {
  readonly result: Promise<BaseBackup>
  readonly #text: string
  readonly #open: BaseBackupOptions['open']
  readonly #onProgress: (bytes: number) => void
  #bytes = 0
  readonly #rows: (string | null)[][] = []
  readonly #settle: PromiseWithResolvers<BaseBackup>
  #connection: Connection | undefined
  #file: Writable | undefined
  readonly #ends: Promise<void>[] = []
  #error: Error | undefined
  /** The server keeps its log for as long as the copy takes: one that stands still must not fill its disk. */
  readonly #stillness = setTimeout(
    () => this.#fail(new Error('The backup stood still for 15 minutes')),
    stillMs,
  )

  constructor(
    text: string,
    { open, onProgress }: Pick<BaseBackupOptions, 'open'> & { onProgress: (bytes: number) => void },
  ) {
    this.#text = text
    this.#open = open
    this.#onProgress = onProgress
    this.#settle = Promise.withResolvers()
    this.result = this.#settle.promise
    const end = (): void => clearTimeout(this.#stillness)
    this.result.then(end, end)
  }

  submit(connection: unknown): void {
    this.#connection = connection as Connection // the one of pg, whose parts are in no type
    this.#connection.query(this.#text)
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    this.#stillness.refresh()
    if (kind === kinds.archive) this.#beginArchive(chunk)
    else if (kind === kinds.manifest) this.#begin('backup_manifest')
    else if (kind === kinds.data) this.#write(chunk.subarray(1))
  }

  /** Its name comes first, and ends with a zero. */
  #beginArchive(chunk: Buffer): void {
    const name = chunk.toString('latin1', 1, chunk.indexOf(0, 1))
    if (name === 'base.tar') this.#begin('base.tar.zst')
    else this.#fail(new Error(`The database lies in several places, which is not backed up: ${name}`))
  }

  #begin(name: BaseBackupFile): void {
    this.#file?.end()
    // One that ends tells no more that it has room.
    this.#connection?.stream.resume()
    const file = this.#open(name)
    const end = finished(file)
    end.catch((error: Error) => this.#fail(error))
    this.#ends.push(end)
    this.#file = name === 'backup_manifest' ? file : compressedTo(file)
    this.#file.on('drain', () => this.#connection?.stream.resume())
    this.#file.on('error', (error) => this.#fail(error))
  }

  #write(chunk: Buffer): void {
    this.#bytes += chunk.length
    this.#onProgress(this.#bytes)
    // The parser uses its memory again.
    if (this.#file?.write(Buffer.from(chunk)) === false) this.#connection?.stream.pause()
  }

  /** The server would go on sending for as long as the database is large. */
  #fail(error: Error): void {
    this.#error ??= error
    this.#connection?.stream.destroy(error)
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#error ??= isEnd(error)
      ? new Error('The database stopped while it was backed up', { cause: error })
      : error
    this.#file?.destroy()
    this.#settle.reject(this.#error)
  }

  handleReadyForQuery(): void {
    this.#file?.end()
    void Promise.all(this.#ends).then(
      () => this.#settle.resolve(this.#read()),
      () => this.#settle.reject(this.#error),
    )
  }

  #read(): BaseBackup {
    const [start] = this.#rows
    const end = this.#rows.at(-1)
    return { startLsn: start?.[0] ?? '', timeline: Number(end?.[1]), endLsn: end?.[0] ?? '' }
  }
}
