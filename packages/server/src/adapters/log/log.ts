import { writeSync } from 'node:fs'
import pino from 'pino'
import type { Log } from '../../ports/ports.ts'
import { toTerminalLine } from './terminal-line.ts'

const standardError = 2

/**
 * JSON lines on standard error, since standard output belongs to what a command prints; at a terminal lines that a
 * person can read.
 */
export function openLog(level: string): Log & { flush(): void } {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (!process.stderr.isTTY) return pino(options, pino.destination(standardError))
  return pino(options, { write: (line: string) => void writeSync(standardError, toTerminalLine(line)) })
}
