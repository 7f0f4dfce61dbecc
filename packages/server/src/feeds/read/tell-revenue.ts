import { cutText } from './clean-text.ts'
import type { RevenueReading } from './read-revenue.ts'

/** The amount of a reading as a member of a row; nothing where there is none. */
export function amountIn(reading: RevenueReading): { readonly revenue?: string } {
  return typeof reading === 'object' && 'amount' in reading ? { revenue: reading.amount } : {}
}

/** A goal as the subject of a sentence. */
export function tellGoal(name: string): string {
  return `Goal “${cutText(name, 60)}”`
}

/** The doubt of a reading as a sentence about whatever is paid. */
export function tellRevenue(paid: string, reading: RevenueReading): readonly string[] {
  if (reading === 'none') return [`${paid} has no payout.`]
  return 'doubt' in reading ? [`${paid} has a payout that ${reading.doubt}.`] : []
}
