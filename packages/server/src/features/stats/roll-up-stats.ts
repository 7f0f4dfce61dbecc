import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

/**
 * About as many rows go into one transaction: it holds back the watermark, and what it did is lost with it.
 */
const rowsPerBatch = 20_000
/** Transaction numbers that one batch tries at first; it is doubled and halved by what was found. */
const firstSpan = 1_000

type Needs = Pick<Ports, 'db' | 'store'>

export interface RolledUp {
  /** Clicks and steps of conversions that were added. */
  readonly rows: number
  /** Steps of conversions alone. */
  readonly events: number
}

/**
 * Adds to the statistics what has happened since, up to the oldest transaction that is still running: each
 * row exactly once, because the position is moved in the transaction that adds. Any process may try; one at a
 * time does. Sums that a new version brought get one more week each time.
 */
export async function rollUpStats(ports: Needs, signal?: AbortSignal): Promise<RolledUp> {
  let span = firstSpan
  let rows = 0
  let events = 0
  while (!signal?.aborted) {
    const batch = await ports.db.transaction((tx) => rollUpBatch(ports, tx, span))
    if (batch === undefined) break
    rows += batch.rows
    events += batch.events
    if (batch.isLast) break
    if (batch.rows > rowsPerBatch) span = Math.max(1, Math.floor(span / 2))
    else if (batch.rows < rowsPerBatch / 2) span *= 2
  }
  if (!signal?.aborted) await ports.db.transaction((tx) => ports.store.statsWeeks.sumEarlierWeek(tx))
  return { rows, events }
}

interface Batch extends RolledUp {
  readonly isLast: boolean
}

/** Undefined when another process is at it. */
async function rollUpBatch({ store }: Needs, tx: Db, span: number): Promise<Batch | undefined> {
  const progress = await store.stats.lockStatsProgress(tx)
  if (progress === undefined) return undefined
  const { position, watermark, redoClick, redoConversion } = progress
  // The position must not move before all that lies before it has been gone through.
  if (redoClick !== null) {
    await store.stats.redoClicks(tx, redoClick, rowsPerBatch)
    return { rows: rowsPerBatch, events: 0, isLast: false }
  }
  if (redoConversion !== null) {
    await store.stats.redoConversions(tx, redoConversion, rowsPerBatch)
    return { rows: rowsPerBatch, events: 0, isLast: false }
  }
  if (position >= watermark) {
    await store.stats.noteSettled(tx)
    return { rows: 0, events: 0, isLast: true }
  }
  const to = Math.min(watermark, position + span)
  const { clicks, events } = await store.stats.rollUpWritten(tx, { from: position, to })
  await store.stats.noteSettled(tx)
  return { rows: clicks + events, events, isLast: to === watermark }
}
