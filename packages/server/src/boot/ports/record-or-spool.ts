import { busy } from '@quoin/core/errors.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import type { ClickSpool } from '../../adapters/click-spool/click-spool.ts'
import { SpoolOverflow } from '../../adapters/click-spool/spool-overflow.ts'
import type { DatabaseGate } from '../../adapters/database-gate/database-gate.ts'
import type { LogSampler } from '../../adapters/log/log-sampler.ts'
import type { MeterRegistry } from '../../adapters/metrics/meters.ts'
import { type Batcher, QueueFullError } from '../../group-commit/batcher.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Pauses } from './open-pauses.ts'

export interface Fallback {
  readonly spool: ClickSpool
  readonly gate: DatabaseGate
  /** A disk that is full refuses each of them. */
  readonly unspooled: LogSampler
  readonly pauses: Pauses
  readonly overflow: SpoolOverflow
  readonly replay: () => Promise<unknown>
}

/** Clicks of peaks have a quarter of the spool: the rest is for outages. */
export function openOverflow(
  { settings, clock, log }: Pick<Ports, 'settings' | 'clock' | 'log'>,
  needs: {
    readonly spool: ClickSpool
    readonly noteSpooling: () => Promise<void>
    readonly meters: MeterRegistry
    readonly isCalm: () => boolean
    readonly replay: () => Promise<boolean>
  },
): SpoolOverflow {
  return new SpoolOverflow({
    ...needs,
    ageMaxMs: settings.spoolOverflowSec * 1000,
    bytesMax: (settings.spoolMaxMb * 1024 * 1024) / 4,
    note: needs.noteSpooling,
    monotonicMs: clock.monotonicMs,
    onClick: () => needs.meters.count('clicks_overflowed_total'),
    log,
  })
}

/** A visitor is sent on also while the database is away: their click is then durable on the local disk. */
export function recordOrSpool(
  click: Click,
  clicks: Batcher<Click, undefined>,
  fallback: Fallback,
): Promise<void> {
  const { gate, pauses } = fallback
  if (gate.isAway || pauses.clicks.isOn) return spoolClick(click, fallback)
  return clicks.add(click).catch((error: unknown) => {
    if (error instanceof QueueFullError) return overflowClick(click, error, fallback)
    // It may have been written all the same: the id makes a replay change nothing then.
    if (!gate.noteFailure(error)) throw error
    pauses.clicks.note(error)
    return spoolClick(click, fallback)
  })
}

/** A peak is written when it is over; what the spool does not take either is refused. */
async function overflowClick(click: Click, full: QueueFullError, fallback: Fallback): Promise<void> {
  if (!fallback.overflow.takes) throw full
  await orBusy(() => fallback.overflow.add(click), fallback)
}

async function spoolClick(click: Click, fallback: Fallback): Promise<void> {
  const { spool, gate, pauses, replay } = fallback
  await orBusy(() => spool.add(click), fallback)
  // The database came back in between: nobody else would bring this one over before the next outage.
  if (!gate.isAway && !pauses.clicks.isOn) void replay()
}

async function orBusy(write: () => Promise<void>, { unspooled }: Fallback): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (error instanceof QueueFullError) throw error
    unspooled.note({ reason: error instanceof Error ? error.name : 'unknown' }, { err: error })
    throw busy(error)
  }
}
