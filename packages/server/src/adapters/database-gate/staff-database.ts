import { unavailable } from '@quoin/core/errors.ts'
import { Turns } from '@quoin/core/limits/turns.ts'
import type { Database } from '../../store/pg/database.ts'

const waitingMax = 500
const waitMaxMs = 10_000

/**
 * The database as the people of the dashboards see it: they have a sixth of the sessions between them, so that those of
 * clicks and postbacks never wait behind what a page asks.
 */
export function openStaffDatabase(db: Database, sessions: number): Database {
  return askInTurn(db, Math.max(1, Math.floor(sessions / 6)))
}

/** A database of which so much is asked at once at most. Whoever would wait for too long hears so. */
export function askInTurn(db: Database, atOnceMax: number): Database {
  const turns = new Turns({ atOnceMax, waitingMax })
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (turns.isFull) throw tooBusy()
    const waited = new AbortController()
    const timer = setTimeout(() => waited.abort(tooBusy()), waitMaxMs)
    try {
      return await turns.run(() => {
        clearTimeout(timer)
        return work()
      }, waited.signal)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    query: (text, values, options) => inTurn(() => db.query(text, values, options)),
    transaction: (work, options) => inTurn(() => db.transaction(work, options)),
    copy: (text, rows, options) => inTurn(() => db.copy(text, rows, options)),
    listen: (channel, onPayload, onReconnect) => db.listen(channel, onPayload, onReconnect),
    close: () => db.close(),
    renew: () => db.renew(),
    poolState: () => db.poolState(),
  }
}

function tooBusy() {
  return unavailable('Too much is asked at this moment. Please try again.', { retryAfterSec: 2 })
}
