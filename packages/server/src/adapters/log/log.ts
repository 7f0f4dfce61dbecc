import { writeSync } from 'node:fs'
import pino from 'pino'
import type { Log } from '../../ports/ports.ts'
import { systemClock } from '../system-clock.ts'
import { calmOutages } from './calm-outages.ts'
import { toTerminalLine } from './terminal-line.ts'

const standardError = 2

/**
 * JSON lines on standard error, since standard output belongs to what a command prints; at a terminal lines that a
 * person can read.
 */
export function openLog(level: string): Log & { flush(): void } {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const written = process.stderr.isTTY
    ? pino(options, { write: (line: string) => void writeSync(standardError, toTerminalLine(line)) })
    : pino(options, pino.destination(standardError))
  const calm = calmOutages(written, systemClock)
  return {
    ...calm,
    flush() {
      calm.close()
      written.flush()
    },
  }
}
