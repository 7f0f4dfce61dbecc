import type { Conversion } from './conversion.ts'

/** The probability of fraud, in tenths of a percent, of a conversion against which nothing speaks. */
export const unscoredTenths = 30

/** The money that a wrong decision about it would lose, on the average: the payout times the probability of fraud. */
export function stakeOf({ payoutMicros, risk }: Pick<Conversion, 'payoutMicros' | 'risk'>): number {
  return Math.round((payoutMicros * (risk?.scoreTenths ?? unscoredTenths)) / 1000)
}
