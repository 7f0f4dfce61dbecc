import type { ApiCall, CallLog } from '../../ports/calls.ts'
import type { Log } from '../../ports/ports.ts'
import { addCalls, keepNewestCalls } from '../../store/calls/calls.ts'
import type { Database } from '../../store/pg/database.ts'

const writeEveryMs = 5_000

/**
 * Rows kept of one kind: an app's calls of one operation that ended the same way. Further ones are counted on the last
 * row.
 */
const keptOfKind = 5

/** Kinds that wait; calls of further ones are not noted. */
const kindsMax = 5_000

/** Rows of an app and mode that stay. */
const keptOfApp = 1_000

/** Old rows go each minute: until then an app has a few thousand at most. */
const writesPerPruning = 12

type Kind = { readonly row: ApiCall; others: number }[]

/**
 * Gathers calls and writes them now and then: a call costs a look-up in memory, however many there are, and a process
 * that dies loses what came within the last seconds.
 */
export class GatheredCalls implements CallLog {
  readonly #db: Database
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  readonly #written = new Map<string, Pick<ApiCall, 'appId' | 'isTest'>>()
  #kinds = new Map<string, Kind>()
  #writes = 0
  #writing: Promise<void> | undefined

  constructor({ db, log }: { db: Database; log: Log }) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => void this.write(), writeEveryMs)
    this.#timer.unref()
  }

  note(call: ApiCall): void {
    const { appId, isTest, operation, status } = call
    const name = `${appId} ${isTest} ${operation} ${status}`
    const kind = this.#kinds.get(name) ?? []
    const last = kind.at(-1)
    if (last !== undefined && kind.length === keptOfKind) {
      last.others += 1
      return
    }
    if (kind.length === 0) {
      if (this.#kinds.size === kindsMax) return
      this.#kinds.set(name, kind)
    }
    kind.push({ row: call, others: 0 })
  }

  /** Writes what was gathered; one statement at a time. */
  async write(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.write()
  }

  async #write(): Promise<void> {
    const calls = [...this.#kinds.values()].flat().map(({ row, others }) => ({ ...row, others }))
    this.#kinds = new Map()
    calls.sort((a, b) => a.atMs - b.atMs)
    for (const { appId, isTest } of calls) this.#written.set(`${appId} ${isTest}`, { appId, isTest })
    this.#writes += 1
    try {
      if (calls.length > 0) await addCalls(this.#db, calls)
      if (this.#writes % writesPerPruning === 0 && this.#written.size > 0) {
        await keepNewestCalls(this.#db, [...this.#written.values()], keptOfApp)
        this.#written.clear()
      }
    } catch (error) {
      // They are lost: a log of calls must not be what fills the memory while the database is away.
      this.#log.warn({ err: error, calls: calls.length }, 'request log could not be written')
    }
  }
}
