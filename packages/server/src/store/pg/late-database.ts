import { NoSessionError } from './connection-faults.ts'
import type { Database } from './db.ts'

/** A database that is opened while others hold it already: until then whoever asks it hears that it is away. */
export interface LateDatabase {
  readonly database: Database
  /** Why nothing can be asked yet, as the end of a sentence. */
  reason(): string
  /** Tells of another reason; it is asked for when somebody wants to know. */
  wait(reason: () => string): void
  /** From now on it is this one. */
  become(opened: Database): void
}

/** Another process that migrates is waited for without a word of how far it is. */
export const notOpenYet =
  'it is being opened; where another process brings its tables up to date, that one says how far it is'

const noSessions = { total: 0, idle: 0, waiting: 0 }

export function openLateDatabase(): LateDatabase {
  let opened: Database | undefined
  let reason = (): string => notOpenYet
  const ask = <T>(question: (database: Database) => Promise<T>): Promise<T> =>
    opened === undefined ? Promise.reject(new NoSessionError(reason())) : question(opened)
  return {
    reason: () => reason(),
    wait(why) {
      reason = why
    },
    become(database) {
      opened = database
    },
    database: {
      query: (text, values, options) => ask((database) => database.query(text, values, options)),
      transaction: (work, options) => ask((database) => database.transaction(work, options)),
      copy: (text, rows, options) => ask((database) => database.copy(text, rows, options)),
      listen: (channel, onPayload, onReconnect) =>
        ask((database) => database.listen(channel, onPayload, onReconnect)),
      async close() {
        await opened?.close()
      },
      renew: () => opened?.renew(),
      poolState: () => opened?.poolState() ?? noSessions,
    },
  }
}
