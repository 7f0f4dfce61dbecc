import { microsPerUnit } from './money.ts'

export type Rounding = 'half_up' | 'floor' | 'ceil'

export interface Conversion {
  readonly payoutMicros: number
  /** Units of the app's currency per 1 USD, in millionths. */
  readonly rateMicros: number
  /** How many decimals the app's currency shows: 0 to 6. */
  readonly decimals: number
  readonly rounding: Rounding
}

/**
 * What a payout in USD is worth in the app's currency, in micros of that currency: exact, then rounded once
 * to the app's decimals. A negative amount mirrors the positive one, so that a reversal takes back to the
 * last micro what was given. The only place where money is rounded.
 */
export function convertToLocal(conversion: Conversion): number {
  const { payoutMicros, rateMicros, decimals, rounding } = conversion
  if (!Number.isSafeInteger(payoutMicros)) throw new RangeError('payoutMicros must be a safe integer')
  if (!Number.isSafeInteger(rateMicros) || rateMicros < 0) {
    throw new RangeError('rateMicros must be a safe integer, zero or more')
  }
  const stepMicros = stepByDecimals[decimals]
  if (stepMicros === undefined) throw new RangeError('decimals must be an integer from 0 to 6')

  const magnitude = Math.abs(payoutMicros)
  const product = magnitude * rateMicros
  const steps = Number.isSafeInteger(product)
    ? divide(product, microsPerUnit * stepMicros, rounding)
    : divideBig(BigInt(magnitude) * BigInt(rateMicros), BigInt(microsPerUnit * stepMicros), rounding)
  const localMicros = steps * stepMicros
  // Beyond 2^53 `steps` may be inexact, but then `localMicros` is beyond it too and refused here.
  if (!Number.isSafeInteger(localMicros)) throw new RangeError('the converted amount is out of range')
  return payoutMicros < 0 && localMicros !== 0 ? -localMicros : localMicros
}

/** The smallest amount that a currency with so many decimals can show, in micros. */
const stepByDecimals: readonly number[] = [1_000_000, 100_000, 10_000, 1_000, 100, 10, 1]

/** Plain numbers: `%` is exact for safe integers, and so is the division of what it leaves. */
function divide(dividend: number, divisor: number, rounding: Rounding): number {
  const rest = dividend % divisor
  const quotient = (dividend - rest) / divisor
  return roundsUp[rounding](rest, divisor) ? quotient + 1 : quotient
}

function divideBig(dividend: bigint, divisor: bigint, rounding: Rounding): number {
  const rest = Number(dividend % divisor) // below the divisor, at most 10^12
  const quotient = Number(dividend / divisor)
  return roundsUp[rounding](rest, Number(divisor)) ? quotient + 1 : quotient
}

const roundsUp: Record<Rounding, (rest: number, divisor: number) => boolean> = {
  half_up: (rest, divisor) => rest * 2 >= divisor,
  floor: () => false,
  ceil: (rest) => rest > 0,
}
