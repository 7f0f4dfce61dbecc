import { redactCredentials } from '@quoin/core/credentials/credential.ts'
import type { Clock, Log, UsageNotes } from '../ports/ports.ts'
import { addListHits } from '../store/lists/list-hits.ts'
import { noteKeysUsed, noteSecretLeaked, noteSecretsUsed } from '../store/credentials/credentials.ts'
import type { Database } from '../store/pg/database.ts'

const writeEveryMs = 10_000
const originMaxLength = 200

/** Gathers what is noted about credentials and lists, and writes it now and then: hints, not records. */
export class GatheredUsage implements UsageNotes {
  readonly #db: Database
  readonly #log: Log
  readonly #clock: Clock
  readonly #keys = new Set<number>()
  readonly #secrets = new Set<number>()
  /** As many as there are entries at most. */
  readonly #listHits = new Map<number, number>()
  readonly #leaks = new Map<number, string>()
  /** Each is written once per process: the first sighting is what is kept. */
  readonly #leaksWritten = new Set<number>()
  readonly #timer: NodeJS.Timeout

  constructor({ db, log, clock }: { db: Database; log: Log; clock: Clock }) {
    this.#db = db
    this.#log = log
    this.#clock = clock
    this.#timer = setInterval(() => void this.write(), writeEveryMs)
    this.#timer.unref()
  }

  keyUsed(keyId: number): void {
    this.#keys.add(keyId)
  }

  secretUsed(secretId: number): void {
    this.#secrets.add(secretId)
  }

  secretLeaked(secretId: number, origin: string): void {
    if (this.#leaksWritten.has(secretId) || this.#leaks.has(secretId)) return
    this.#leaks.set(secretId, redactCredentials(origin).slice(0, originMaxLength))
  }

  listMatched(entryId: number): void {
    this.#listHits.set(entryId, (this.#listHits.get(entryId) ?? 0) + 1)
  }

  async write(): Promise<void> {
    const nowMs = this.#clock.nowMs()
    const keys = take(this.#keys)
    const secrets = take(this.#secrets)
    const hits = [...this.#listHits].map(([entryId, count]) => ({ entryId, count }))
    this.#listHits.clear()
    try {
      if (keys.length > 0) await noteKeysUsed(this.#db, keys, nowMs)
      if (secrets.length > 0) await noteSecretsUsed(this.#db, secrets, nowMs)
      if (hits.length > 0) await addListHits(this.#db, hits, nowMs)
      for (const [id, origin] of this.#leaks) {
        await noteSecretLeaked(this.#db, id, origin, nowMs)
        this.#leaksWritten.add(id)
        this.#leaks.delete(id)
        this.#log.warn({ secretId: id, origin }, 'API secret received from a browser; rotate it')
      }
    } catch (error) {
      // Worth a line, not a failed request: the next use notes it again. Leaks are kept: they may not come again.
      this.#log.warn({ err: error }, 'use of credentials and lists could not be noted')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }
}

function take(ids: Set<number>): number[] {
  const taken = [...ids]
  ids.clear()
  return taken
}
