import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProcessFacts } from '../ports/process-facts.ts'

/** A measurement is begun anew after that, so that a bad minute does not stay. */
const spanMs = 60_000
const resolutionMs = 20

interface ProcessNeeds extends Omit<ProcessFacts, 'lagMs' | 'memoryBytes'> {
  readonly monotonicMs: () => number
}

interface OpenProcessFacts extends ProcessFacts {
  close(): void
}

/** The facts of the process, with those that only its engine knows: its memory, and how late its event loop runs. */
export function openProcessFacts({ monotonicMs, ...facts }: ProcessNeeds): OpenProcessFacts {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let begunMs = monotonicMs()
  return {
    ...facts,
    memoryBytes: () => process.memoryUsage.rss(),
    lagMs() {
      const measured = delays.percentile(99) / 1e6
      if (monotonicMs() - begunMs > spanMs) {
        delays.reset()
        begunMs = monotonicMs()
      }
      // It counts from one tick to the next.
      return Number.isFinite(measured) ? Math.max(0, measured - resolutionMs) : 0
    },
    close: () => delays.disable(),
  }
}
