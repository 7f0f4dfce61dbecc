import type { ExchangeRate } from '@quoin/core/terms/exchange-rate.ts'
import type { FileEntry } from '../../ports/offer-files.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ImportProblem } from '../catalogue/offer-intake.ts'
import { readRates } from './import-rates.ts'

/** A rate that would be written, with the one that is there for its day. */
interface RateChange extends ExchangeRate {
  /** Undefined where the day has none yet. */
  readonly nanosBefore: number | undefined
}

interface RatesTrial {
  /** Those that are as they are already are left out. */
  readonly changes: readonly RateChange[]
  readonly unchanged: number
  readonly refused: number
  readonly problems: readonly ImportProblem[]
}

/** The changes that an import of rates would make; nothing is written. */
export async function tryRates(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  entries: AsyncIterable<FileEntry>,
): Promise<RatesTrial> {
  const { rates, refused, problems } = await readRates(entries)
  const known = await store.exchangeRates.findRates(db, rates)
  const before = new Map(known.map(({ currency, day, usdNanos }) => [`${currency} ${day}`, usdNanos]))
  const changes = rates
    .map((rate) => ({ ...rate, nanosBefore: before.get(`${rate.currency} ${rate.day}`) }))
    .filter(({ usdNanos, nanosBefore }) => usdNanos !== nanosBefore)
  return { changes, unchanged: rates.length - changes.length, refused, problems }
}
