import { statSync } from 'node:fs'
import { shippedWeights, type Weights } from '@quoin/core/risk/weights.ts'
import type { Log } from '../../ports/ports.ts'
import { readWeightsFile } from './risk-files.ts'

const checkEveryMs = 5_000

/** The weights in use: the shipped ones, or those of a file, which is read again when it changes. */
export class WeightsFile {
  readonly #path: string | null
  readonly #log: Log
  #weights: Weights
  #stamp: string

  /** Throws when the file cannot be read: a server must not start with other weights than it was told. */
  constructor(path: string | null, log: Log) {
    this.#path = path
    this.#log = log
    this.#stamp = this.#stampNow()
    this.#weights = path === null ? shippedWeights : readWeightsFile(path)
  }

  current(): Weights {
    return this.#weights
  }

  /** Reads a changed file; one that cannot be read leaves the weights that were there. */
  refresh(): void {
    const stamp = this.#stampNow()
    if (this.#path === null || stamp === this.#stamp) return
    this.#stamp = stamp
    try {
      this.#weights = readWeightsFile(this.#path)
      this.#log.info({ version: this.#weights.version }, 'risk weights read again')
    } catch (error) {
      this.#log.warn({ err: error }, 'changed risk weights could not be read; the previous ones stay in use')
    }
  }

  follow(): () => void {
    const timer = setInterval(() => this.refresh(), checkEveryMs)
    timer.unref()
    return () => clearInterval(timer)
  }

  #stampNow(): string {
    const found = this.#path === null ? undefined : statSync(this.#path, { throwIfNoEntry: false })
    return found === undefined ? '' : `${found.mtimeMs}:${found.size}`
  }
}
