import pino from 'pino'
import type { Log } from '../ports.ts'

/** JSON lines on standard error: standard output belongs to what a command prints. */
export function openLog(level: string): Log & { flush(): void } {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
  return logger
}
