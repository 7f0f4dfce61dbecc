import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { findRunningEmbeddedPostgres } from '../../../packages/embedded-postgres/src/embedded-postgres.ts'
import { checkLedger } from '../../../packages/server/src/features/ledger/check-ledger.ts'
import { type Database, openDatabase } from '../../../packages/server/src/store/pg/database.ts'
import { store } from '../../../packages/server/src/store/index.ts'

const idsAtOnce = 20_000
const databaseWaitsMax = 100
/** Clicks that wait to be reported; older ones are forgotten, since many more are clicked than reported. */
const unreportedMax = 2_000

/** The fate of everything that was acknowledged. */
export interface Verdict {
  readonly clicks: number
  readonly postbacks: number
  /** Acknowledged, and not in the database. */
  readonly lostClicks: number
  readonly lostPostbacks: number
  /** Clicks with more than one conversion. */
  readonly doubles: number
  /** The findings of `quoin ledger check`: conversions that are booked wrongly, in part or not at all. */
  readonly ledgerFaults: number
  readonly ledgerEntries: number
}

export function describe(verdict: Verdict): string {
  return Object.entries(verdict)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

export function assertNothingLost(verdict: Verdict): void {
  const { lostClicks, lostPostbacks, doubles, ledgerFaults } = verdict
  const wrong = [lostClicks, lostPostbacks, doubles, ledgerFaults]
  assert.deepEqual(wrong, [0, 0, 0, 0], `lost, doubled or wrongly booked: ${describe(verdict)}`)
}

/** A client's own book: what it was told is done. */
export class Journal {
  readonly #clicks: string[] = []
  readonly #postbacks: string[] = []
  readonly #unreported: string[] = []

  get acknowledged(): number {
    return this.#clicks.length + this.#postbacks.length
  }

  get postbacks(): readonly string[] {
    return this.#postbacks
  }

  clickAcknowledged(clickId: string): void {
    this.#clicks.push(clickId)
    if (this.#unreported.length < unreportedMax) this.#unreported.push(clickId)
  }

  takeUnreported(): string | undefined {
    return this.#unreported.shift()
  }

  /** The network tries again later, as networks do. */
  reportAgain(clickId: string): void {
    this.#unreported.push(clickId)
  }

  postbackAcknowledged(clickId: string): void {
    this.#postbacks.push(clickId)
  }

  /** The same book as it is now, which goes on no more. */
  copy(): Journal {
    const copied = new Journal()
    // More than a call takes arguments.
    for (const id of this.#clicks) copied.#clicks.push(id)
    for (const id of this.#postbacks) copied.#postbacks.push(id)
    return copied
  }

  /** The entries after an earlier copy of it, without reports of clicks from before. */
  since(earlier: Journal): Journal {
    const later = new Journal()
    const clicks = this.#clicks.slice(earlier.#clicks.length)
    const own = new Set(clicks)
    later.#clicks.push(...clicks)
    later.#postbacks.push(...this.#postbacks.slice(earlier.#postbacks.length).filter((id) => own.has(id)))
    return later
  }

  async compare(databaseUrl: string): Promise<Verdict> {
    const database = await openDatabase({ url: databaseUrl, connectionsMax: 1, statementTimeoutMs: 0 })
    try {
      const [row] = await database.query<{ doubles: number }>(
        `select count(*) as doubles from (
           select click_id from conversions where click_id is not null
           group by click_id, goal, txn_key having count(*) > 1) twice`,
      )
      const ledger = await checkLedger({ db: database, store })
      return {
        clicks: this.#clicks.length,
        postbacks: this.#postbacks.length,
        lostClicks: await countMissing(
          database,
          this.#clicks,
          'select id from clicks where id = any($1::uuid[])',
        ),
        lostPostbacks: await countMissing(
          database,
          this.#postbacks,
          'select distinct click_id as id from conversions where click_id = any($1::uuid[])',
        ),
        doubles: row?.doubles ?? Number.NaN,
        ledgerFaults: ledger.faults.length,
        ledgerEntries: ledger.entries,
      }
    } finally {
      await database.close()
    }
  }
}

async function countMissing(database: Database, ids: readonly string[], query: string): Promise<number> {
  let missing = 0
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = new Set(ids.slice(start, start + idsAtOnce))
    for (const { id } of await database.query<{ id: string }>(query, [[...some]])) some.delete(id)
    missing += some.size
  }
  return missing
}

/** The database of a running embedded server, which may just be taking it back after a crash. */
export async function databaseOf(dataDir: string): Promise<string> {
  for (let waits = 0; waits < databaseWaitsMax; waits += 1) {
    const url = await findRunningEmbeddedPostgres(dataDir)
    if (url !== undefined) return url
    await delay(100)
  }
  throw new Error(`no database runs on ${dataDir}`)
}
