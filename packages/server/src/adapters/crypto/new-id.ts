import { randomBytes } from 'node:crypto'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { systemClock } from '../system-clock.ts'

/** A new UUIDv7 of this moment, for those who make a few: a server draws its randomness from a pool. */
export function newId(): string {
  return formatId(systemClock.nowMs(), randomBytes(10))
}
