import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ClickSpool } from '../../adapters/click-spool/click-spool.ts'
import { DatabaseGate } from '../../adapters/database-gate/database-gate.ts'
import type { Settings } from '../../settings/config.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import { upsertClickOutage } from '../../store/tracking/click-outages.ts'
import { awayReasonOf, faultOf, isSilence } from '../../store/pg/connection-faults.ts'
import type { Database } from '../../store/pg/database.ts'

const probeTimeoutMs = 1_000
/** A session must be had in this time, too. */
const lookTimeoutMs = 1_000
/** The smallest commit there is: it waits for the disk, and for standbys, as those of postbacks do, and locks nothing. */
const smallCommit = `select pg_logical_emit_message(true, 'quoin', 'look')`
/** Clicks that were under way when the outage ended may be a little younger than its end. */
const slackMs = 60_000
const mebibyte = 1024 * 1024

interface OutageNeeds {
  readonly settings: Settings
  /** Not behind the gate: it finds out whether the gate may open. */
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly newId: () => string
}

interface OpenOutages {
  readonly gate: DatabaseGate
  readonly spool: ClickSpool
  /** Puts on record that an earlier process has left clicks; returns whether one has. */
  noteLeftover(): Promise<boolean>
  /** Puts on record that clicks of this moment go to the spool although the database is there. */
  noteSpooling(): Promise<void>
}

async function failLater(): Promise<never> {
  await delay(lookTimeoutMs, undefined, { ref: false })
  throw new Error('The database did not answer')
}

/** The bridge over the time in which the database is away: the gate, and the place where clicks go. */
export async function openOutages({ settings, db, clock, log, newId }: OutageNeeds): Promise<OpenOutages> {
  const spool = await ClickSpool.open({
    directory: join(settings.dataDir, 'spool'),
    maxBytes: settings.spoolMaxMb * mebibyte,
    nowMs: clock.nowMs,
    monotonicMs: clock.monotonicMs,
  })
  /** A row of its own per outage, and a write that shows whether the database takes any. */
  const note = async (id: string, fromMs: number): Promise<void> => {
    const outage = { id, spoolId: spool.id, fromMs, toMs: clock.nowMs() + slackMs }
    await upsertClickOutage(db, outage, { timeoutMs: probeTimeoutMs })
  }
  let outageId = newId()
  const gate = new DatabaseGate({
    clock,
    log,
    isAway: (error) => faultOf(error) === 'away',
    isSilence,
    look: () => Promise.race([db.query(smallCommit, [], { timeoutMs: lookTimeoutMs }), failLater()]),
    isFault: (error) => !['row', undefined].includes(faultOf(error)),
    reasonOf: awayReasonOf,
    onAway: () => db.renew(),
    async probe({ sinceMs }) {
      try {
        await note(outageId, Math.min((await spool.sinceMs()) ?? sinceMs, sinceMs))
      } catch (error) {
        // Another host may be the one to write to by now.
        db.renew()
        throw error
      }
      outageId = newId()
    },
  })
  return {
    gate,
    spool,
    noteSpooling: () => note(newId(), clock.nowMs() - slackMs),
    async noteLeftover() {
      const sinceMs = await spool.sinceMs()
      if (sinceMs !== undefined) await note(newId(), sinceMs)
      return sinceMs !== undefined
    },
  }
}
