import { QueuePause } from '../../adapters/database-gate/queue-pause.ts'
import { faultOf } from '../../store/pg/connection-faults.ts'
import type { Ports } from '../../ports/ports.ts'

export type Pauses = ReturnType<typeof openPauses>

export function openPauses(
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  { noteSpooling, replay }: { noteSpooling: () => Promise<void>; replay: () => void },
) {
  const needs = {
    monotonicMs: clock.monotonicMs,
    isHeld: (error: unknown) => faultOf(error) === 'held',
  }
  return {
    clicks: new QueuePause({
      ...needs,
      onBegin: () =>
        void noteSpooling().catch((err: unknown) => log.warn({ err }, 'spooling could not be recorded')),
      onEnd: replay,
    }),
    postbacks: new QueuePause(needs),
    claims: new QueuePause(needs),
    devices: new QueuePause(needs),
    attempts: new QueuePause(needs),
  }
}
