import type { Conversion } from '@quoin/core/conversions/conversion.ts'

const rank = ['rejected', 'reversed', 'pending', 'approved']

/** The conversion that got furthest stands for the click when several goals were reported. */
export function mostTelling(conversions: readonly Conversion[]): Conversion | undefined {
  return conversions.toSorted((a, b) => rank.indexOf(b.status) - rank.indexOf(a.status))[0]
}
