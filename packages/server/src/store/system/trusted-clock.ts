import type { TrustedClock } from '@quoin/core/time/trusted-clock.ts'
import type { Db } from '../pg/database.ts'

interface ClockRow {
  readonly seenMs: number
  readonly trustedMs: number
  readonly sinceMs: number | null
  readonly days: number
  readonly lastDay: string | null
}

const columns = `seen_at as "seenMs", trusted_at as "trustedMs", doubted_at as "sinceMs", doubt_days as days,
  doubt_last_day as "lastDay"`

/** The time by the clock of the database itself. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const [row] = await db.query<{ nowMs: number }>('select clock_timestamp() as "nowMs"')
  return row?.nowMs ?? Number.NaN
}

/** The last look at the clock; undefined before the first one. */
export async function findTrustedClock(db: Db): Promise<TrustedClock | undefined> {
  const [row] = await db.query<ClockRow>(`select ${columns} from trusted_clock`)
  return row === undefined ? undefined : readClock(row)
}

/** The same, locked until the end of the transaction: who looks takes turns. */
export async function lockTrustedClock(tx: Db): Promise<TrustedClock> {
  await tx.query(
    `insert into trusted_clock (seen_at, trusted_at) select t, t from clock_timestamp() t on conflict do nothing`,
  )
  const [row] = await tx.query<ClockRow>(`select ${columns} from trusted_clock for update`)
  if (row === undefined) throw new Error('the trusted clock has no row')
  return readClock(row)
}

export async function updateTrustedClock(tx: Db, { seenMs, trustedMs, doubt }: TrustedClock): Promise<void> {
  await tx.query(
    `update trusted_clock set seen_at = $1, trusted_at = $2, doubted_at = $3, doubt_days = $4, doubt_last_day = $5`,
    [
      new Date(seenMs),
      new Date(trustedMs),
      doubt === null ? null : new Date(doubt.sinceMs),
      doubt?.days ?? 0,
      doubt?.lastDay ?? null,
    ],
  )
}

function readClock({ seenMs, trustedMs, sinceMs, days, lastDay }: ClockRow): TrustedClock {
  const doubt = sinceMs === null || lastDay === null ? null : { sinceMs, days, lastDay }
  return { seenMs, trustedMs, doubt }
}
