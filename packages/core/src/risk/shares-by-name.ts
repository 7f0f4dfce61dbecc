import { nameSpoken } from './score.ts'
import { signals } from './signals/index.ts'

/** The shares of the signals that said something, by name: a list of signals that grows reads them still. */
export function nameShares(shares: Float64Array): Record<string, number> {
  return nameSpoken(shares, (share) => Math.round(share * 10_000) / 10_000)
}

export function sharesNamed(named: Readonly<Record<string, number>>): Float64Array {
  return Float64Array.from(signals, ({ name }) => Math.min(1, Math.max(-1, named[name] ?? 0)))
}
