import {
  type ClockOutcome,
  differenceOf,
  dueTimeMs,
  isApart,
  lookAtClock,
  tellDoubt,
  type TrustedClock,
} from '@quoin/core/time/trusted-clock.ts'
import type { Clock, Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/** The outcomes that are news. */
const events: Partial<Record<ClockOutcome, string>> = {
  doubted: 'database clock in doubt; nothing is decided that cannot be undone',
  corrected: 'database clock trusted again',
  believed: 'database clock believed after seven days',
}

/**
 * Looks at the database's clock and moves the trusted time. Returns the clock by which is decided now what cannot be
 * undone; undefined while the clocks of this process and of the database disagree: one of them is wrong.
 */
export async function keepTrustedTime(needs: Needs & Pick<Ports, 'log'>): Promise<Clock | undefined> {
  const { db, store, log } = needs
  const { clock, outcome, differenceMs } = await db.transaction(async (tx) => {
    const before = await store.trustedClock.lockTrustedClock(tx)
    const read = await compareClocks(needs, tx)
    const look = lookAtClock(before, read.databaseMs)
    await store.trustedClock.updateTrustedClock(tx, look.clock)
    return { ...look, ...read }
  })
  const event = events[outcome]
  if (event !== undefined) log.warn({ outcome, clock: tellDoubt(clock) }, event)
  return isApart(differenceMs) ? undefined : trustedClockOf(needs, clock)
}

/** It stands still until the next look: what is due a minute later is done then. */
function trustedClockOf({ clock }: Needs, trusted: TrustedClock): Clock {
  const dueMs = dueTimeMs(trusted)
  return { nowMs: () => dueMs, monotonicMs: () => clock.monotonicMs() }
}

interface Compared {
  readonly databaseMs: number
  /** How far this process is ahead of the database. */
  readonly differenceMs: number
}

export async function compareClocks(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  db: Db,
): Promise<Compared> {
  const sentMs = clock.nowMs()
  const databaseMs = await store.trustedClock.readDatabaseClock(db)
  return { databaseMs, differenceMs: differenceOf({ sentMs, databaseMs, gotMs: clock.nowMs() }) }
}
