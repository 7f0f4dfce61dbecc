import { DomainError } from '@quoin/core/errors.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import { LogSampler } from './log-sampler.ts'

interface CalmLog extends Log {
  /** Tells of those that were left out since the last time. */
  close(): void
}

/**
 * While the database is away each periodic work fails several times a second, and says so: of these warnings the first
 * few of each event are written, the others counted. All else passes.
 */
export function calmOutages(log: Log, clock: Pick<Clock, 'monotonicMs'>): CalmLog {
  /** Events are texts of the code: there are some dozens. */
  const samplers = new Map<string, LogSampler>()
  const samplerOf = (event: string): LogSampler => {
    const known = samplers.get(event)
    if (known !== undefined) return known
    const leftOutEvent = `${event}; lines were left out of the log`
    const sampler = new LogSampler({ log, clock, level: 'warn', event, leftOutEvent })
    samplers.set(event, sampler)
    return sampler
  }
  return {
    debug: (facts, event) => log.debug(facts, event),
    info: (facts, event) => log.info(facts, event),
    error: (facts, event) => log.error(facts, event),
    warn(facts, event) {
      if (isOfOutage(facts)) samplerOf(event).note({}, facts)
      else log.warn(facts, event)
    },
    close() {
      for (const sampler of samplers.values()) sampler.close()
    },
  }
}

function isOfOutage(facts: object): boolean {
  return 'err' in facts && facts.err instanceof DomainError && facts.err.isUnavailable
}
