import type { Database } from '../../store/pg/database.ts'
import type { DatabaseGate } from './database-gate.ts'

/** A database that is silent for longer is away to whoever waits for an answer. */
export const silenceMaxMs = 3_000
/** Statements of a transaction may wait for each other's locks. */
export const lockWaitMaxMs = 5_000

/**
 * The database as requests see it: while it is away everybody hears so at once, a silent one is given up after
 * seconds, and each failure tells the gate. Whoever may wait longer says so.
 */
export function gateDatabase(db: Database, gate: DatabaseGate): Database {
  const guard = async <T>(run: () => Promise<T>, isShort = false): Promise<T> => {
    gate.assertThere()
    try {
      return await run()
    } catch (error) {
      gate.noteFailure(error, { isShort })
      throw error
    }
  }
  return {
    query: (text, values, options = { timeoutMs: silenceMaxMs }) =>
      guard(() => db.query(text, values, options)),
    transaction: (work, options = { timeoutMs: lockWaitMaxMs }) => guard(() => db.transaction(work, options)),
    // A group of clicks: written in milliseconds, or nobody is there.
    copy: (text, rows, options = { timeoutMs: silenceMaxMs }) =>
      guard(() => db.copy(text, rows, options), true),
    listen: (channel, onPayload, onReconnect) => db.listen(channel, onPayload, onReconnect),
    close: () => db.close(),
    renew: () => db.renew(),
    poolState: () => db.poolState(),
  }
}
