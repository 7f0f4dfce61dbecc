import { Writable } from 'node:stream'
import type { S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'
import { openUpload, type Upload } from './multipart-upload.ts'

/** All parts have the same size, as R2 wants them; two are in memory. */
const partBytes = 8 * 1024 * 1024
const partsMax = 10_000

interface WriterOptions {
  /** Cleans up. */
  readonly hurried: S3Client
  readonly bytesPerPart?: number
  readonly onClose: () => void
}

/** A request that was sent is let come to its end for so long. */
const graceMs = 5_000

/**
 * An object that is there only when the stream has finished: a small one by one request, another in parts. One that is
 * destroyed is not, and its parts are removed.
 */
export class ObjectWriter extends Writable {
  readonly #client: S3Client
  readonly #hurried: S3Client
  readonly #key: string
  readonly #onClose: () => void
  readonly #stopping = new AbortController()
  readonly #breaking = new AbortController()
  readonly #partBytes: number
  readonly #ends = { stopping: this.#stopping.signal, signal: this.#breaking.signal }
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #upload: Upload | undefined
  #parts = 0
  #isThere = false
  /** The part that is on its way. */
  #sending: Promise<void> = Promise.resolve()
  /** The work of this stream that is under way. */
  #working: Promise<void> = Promise.resolve()

  constructor(client: S3Client, key: string, { hurried, bytesPerPart = partBytes, onClose }: WriterOptions) {
    super({ highWaterMark: 1 << 20 })
    this.#client = client
    this.#hurried = hurried
    this.#key = key
    this.#partBytes = bytesPerPart
    this.#onClose = onClose
  }

  get key(): string {
    return this.#key
  }

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error | null) => void): void {
    this.#gathered.push(chunk)
    this.#gatheredBytes += chunk.length
    if (this.#gatheredBytes <= this.#partBytes) callback()
    else this.#run(async () => await this.#sendParts(), callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#run(async () => {
      const last = Buffer.concat(this.#gathered)
      this.#gathered = []
      if (this.#upload === undefined) {
        // A request that is broken off may be carried out all the same, and later than what is asked next.
        await this.#client.ask({ method: 'PUT', key: this.#key, body: last, isSummed: true, ...this.#ends })
        this.#isThere = true
        return
      }
      await this.#sending
      await this.#sendPart(this.#upload, last)
      this.#stopping.signal.throwIfAborted()
      await this.#upload.complete(this.#ends)
      this.#upload = undefined
      this.#isThere = true
    }, callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#stopping.abort()
    const end = async (): Promise<void> => {
      const timer = setTimeout(() => this.#breaking.abort(), graceMs)
      await Promise.allSettled([this.#working, this.#sending])
      clearTimeout(timer)
      if (this.writableFinished) return
      // Parts that stay go by the bucket's own rule.
      await this.#upload?.abort(this.#hurried).catch(() => {})
      if (this.#isThere) await this.#hurried.ask({ method: 'DELETE', key: this.#key }).catch(() => {})
    }
    // A stream that has ended and is destroyed without an error passes for one that has finished.
    const isCut = this.writableEnded && !this.writableFinished
    void end().then(() => {
      this.#onClose()
      callback(error ?? (isCut ? new Error(`${this.#key} was given up before it was written`) : null))
    })
  }

  /** The last part is kept back: it may be the end, and an upload must have one. */
  async #sendParts(): Promise<void> {
    let bytes = Buffer.concat(this.#gathered)
    this.#upload ??= await openUpload(this.#client, this.#key, this.#ends)
    for (; bytes.length > this.#partBytes; bytes = bytes.subarray(this.#partBytes)) {
      await this.#sending
      this.#stopping.signal.throwIfAborted()
      this.#sending = this.#sendPart(this.#upload, bytes.subarray(0, this.#partBytes))
      // It is told by whoever waits for it.
      this.#sending.catch(() => {})
    }
    // A copy: a view would keep the whole part in memory.
    this.#gathered = [Buffer.from(bytes)]
    this.#gatheredBytes = bytes.length
  }

  async #sendPart(upload: Upload, bytes: Buffer<ArrayBuffer>): Promise<void> {
    this.#parts += 1
    if (this.#parts > partsMax)
      throw new S3Error(
        `${this.#client.target.name}: ${this.#key} has more than ${Math.floor((partsMax * partBytes) / 2 ** 30)} GiB, which is the most that is written to S3`,
        { isTransient: false },
      )
    await upload.sendPart(this.#parts, bytes, this.#stopping.signal)
  }

  #run(work: () => Promise<void>, callback: (error?: Error | null) => void): void {
    this.#working = work()
    this.#working.then(
      () => callback(),
      (error: Error) => callback(error),
    )
  }
}
