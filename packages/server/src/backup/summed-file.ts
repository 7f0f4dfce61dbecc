import { createHash } from 'node:crypto'
import { Transform, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** The size and the SHA-256 of a file, in hexadecimal digits. */
export interface FileSum {
  readonly bytes: number
  readonly sha256: string
}

/** Passes everything on to another stream, has finished when that has, and knows the sum of it then. */
export class SummedFile extends Writable {
  readonly #target: Writable
  readonly #hash = createHash('sha256')
  #bytes = 0

  constructor(target: Writable) {
    super({ highWaterMark: target.writableHighWaterMark })
    this.#target = target
    target.on('error', (error) => this.destroy(error))
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    this.#target.write(chunk, encoding, callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#target.end()
    finished(this.#target).then(() => callback(), callback)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // One that has finished is left as it is.
    if (!this.#target.writableFinished) this.#target.destroy()
    callback(error)
  }

  /** Asked once, when it has finished. */
  sum(): FileSum {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Passes a file on, and fails at its end where it is not the one of the sum. */
export function comparedWith(sum: FileSum, name: string): Transform {
  const hash = createHash('sha256')
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk)
      bytes += chunk.length
      callback(null, chunk)
    },
    flush(callback) {
      const isSame = bytes === sum.bytes && hash.digest('hex') === sum.sha256
      callback(
        isSame ? null : new Error(`${name} of the backup is damaged: it is not the file that was written`),
      )
    },
  })
}
