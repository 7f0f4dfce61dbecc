import type { Step } from './send-ahead.ts'

export interface QueryOptions {
  /** How long to wait for the answer before the connection is given up; 0 waits for ever. */
  timeoutMs?: number
  /**
   * A plan is made for this call alone, by the size that tables have now. It costs a millisecond: for what is asked for
   * a few times a second at most, and joins what a plan from the time when tables were small would scan.
   */
  isPlannedAnew?: boolean
}

/** The database as a store function needs it: the pool, or the transaction it is called in. */
export interface Db {
  /**
   * Runs one statement and returns its rows. int8 and timestamptz (epoch milliseconds) come back as numbers,
   * numeric and date as text, bytea as Buffer, json as the value. An array given as a value becomes a
   * PostgreSQL array, so a json array must be given as `JSON.stringify(…)`. Text without values may hold
   * several statements.
   */
  query<Row>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]>
}

export interface Transaction extends Db {
  /**
   * Does something that nobody waits for: it goes to the server in one packet with the next statement, or with
   * COMMIT, which fails when it did.
   */
  send(step: Step): void
}

export interface Database extends Db {
  /**
   * Commits when `run` resolves, rolls back when it throws. The answer is there only after COMMIT. The
   * options are for each statement, COMMIT included; after one that was given up nobody knows whether it was
   * committed.
   */
  transaction<T>(run: (tx: Transaction) => Promise<T>, options?: QueryOptions): Promise<T>
  /** Runs a `copy … (format binary)` in a transaction of its own: all rows (copy-rows.ts) or none. */
  copy(text: string, rows: Buffer, options?: QueryOptions): Promise<void>
  /**
   * Listens on a connection of its own. When that connection was lost and is there again, `onReconnect` says
   * that payloads may have been missed. Resolves, once listening, to the function that stops it.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>
  /** Waits for what is running, then closes every connection. */
  close(): Promise<void>
  /** Every session that there is now is used no more: what comes from now on comes on a new one. */
  renew(): void
  poolState(): { total: number; idle: number; waiting: number }
}
