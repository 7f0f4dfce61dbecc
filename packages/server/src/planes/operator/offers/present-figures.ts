import { formatMicros } from '@quoin/core/payout/money.ts'
import { perPieceMicros, ratioMicros } from '@quoin/core/stats/ratio.ts'
import type { Ports } from '../../../ports/ports.ts'

type Measured = Awaited<ReturnType<Ports['store']['offerFigures']['measureOffers']>>[number]

const none: Omit<Measured, 'id'> = {
  clicks: 0,
  approved: 0,
  pending: 0,
  reversed: 0,
  earnedMicros: '0',
  revenueMicros: '0',
}

/** How an offer fared, by the definitions of the reports. */
export function presentOfferFigures(measured: Omit<Measured, 'id'> = none) {
  const { clicks, approved, pending, reversed } = measured
  const [earned, revenue] = [BigInt(measured.earnedMicros), BigInt(measured.revenueMicros)]
  const credited = approved + reversed
  const epc = perPieceMicros(earned, BigInt(clicks))
  return {
    clicks,
    approved,
    earned: formatMicros(earned),
    margin: formatMicros(revenue - earned),
    conversion_rate: rate(pending + credited, clicks),
    epc: epc === undefined ? null : formatMicros(epc),
    reversal_rate: rate(reversed, credited),
  }
}

function rate(part: number, whole: number): number | null {
  const micros = ratioMicros(BigInt(part), BigInt(whole))
  return micros === undefined ? null : Number(micros) / 1_000_000
}
