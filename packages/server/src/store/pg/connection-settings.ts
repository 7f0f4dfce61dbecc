import type pg from 'pg'
import { columnParsers } from './column-parsers.ts'

/** How every session with a database is opened. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'quoin',
    types: columnParsers,
    // A peer that vanished without a word is noticed by the kernel, not after hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}
