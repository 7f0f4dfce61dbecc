import { formatMicros } from '@quoin/core/payout/money.ts'

/** The number whose shortest text is the exact decimal: JSON writes it without float noise. */
export function presentAmount(micros: number): number {
  return Number(formatMicros(micros))
}
