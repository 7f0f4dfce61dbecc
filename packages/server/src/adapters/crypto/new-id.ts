import { randomBytes } from 'node:crypto'
import { formatId, idRandomBytes } from '@quoin/core/tracking/click-id.ts'
import { systemClock } from '../system-clock.ts'

/**
 * Makes new UUIDv7 of this moment and a cell, for those who make a few: a server draws its randomness from a pool.
 */
export function openNewId(cell: number): () => string {
  return () => formatId(systemClock.nowMs(), randomBytes(idRandomBytes), cell)
}
