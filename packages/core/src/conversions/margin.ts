import type { Conversion } from './conversion.ts'
import type { EarningOffer } from './situation.ts'

/** On a share, a report of more than so many times what the offer lists is a mistake, or worse. */
const listedTimesMax = 3

/**
 * Whether a report loses money: its network pays less than the publisher earns, or nothing where the offer lists
 * something, or on a share far more than is listed, which it will hardly pay in the end.
 */
export function losesMoney(
  {
    revenueMicros,
    payoutMicros,
    shareBasisPoints,
  }: Pick<Conversion, 'revenueMicros' | 'payoutMicros' | 'shareBasisPoints'>,
  { revenueMicros: listedMicros }: Pick<EarningOffer, 'revenueMicros'>,
): boolean {
  if (payoutMicros > revenueMicros) return true
  if (revenueMicros === 0) return listedMicros > 0
  return shareBasisPoints !== null && isFarAbove(revenueMicros, listedMicros)
}

/** More than anybody will pay in the end for what lists so much. */
export function isFarAbove(revenueMicros: number, listedMicros: number): boolean {
  return listedMicros > 0 && revenueMicros > listedTimesMax * listedMicros
}
