import { microsPerUnit } from './money.ts'

export const roundings = ['half_up', 'floor', 'ceil'] as const
export type Rounding = (typeof roundings)[number]

export interface ExchangeTerms {
  readonly payoutMicros: number
  /** Units of the app's currency per 1 USD, in millionths. */
  readonly rateMicros: number
  /** How many decimals the app's currency shows: 0 to 6. */
  readonly decimals: number
  readonly rounding: Rounding
  /** A promotion: of the ordinary amount, in hundredths of a percent. */
  readonly promotionBasisPoints?: number | null
}

/**
 * The worth of a payout in USD in the app's currency, in micros of that currency: exact, then rounded once
 * to the app's decimals. A negative amount mirrors the positive one, so that a reversal takes back to the
 * last micro what was given. A publisher sets the rate and its promotions: an amount that is too large to be
 * exact is the largest exact one instead, since an error would keep a network's report from being booked. The only
 * place where money is rounded.
 */
export function convertToLocal(conversion: ExchangeTerms): number {
  const { payoutMicros, rateMicros, decimals, rounding, promotionBasisPoints = null } = conversion
  if (!Number.isSafeInteger(payoutMicros)) throw new RangeError('payoutMicros must be a safe integer')
  if (!Number.isSafeInteger(rateMicros) || rateMicros < 0) {
    throw new RangeError('rateMicros must be a safe integer, zero or more')
  }
  const stepMicros = stepByDecimals[decimals]
  if (stepMicros === undefined) throw new RangeError('decimals must be an integer from 0 to 6')

  const magnitude = Math.abs(payoutMicros)
  const product = magnitude * rateMicros
  const steps =
    Number.isSafeInteger(product) && promotionBasisPoints === null
      ? divide(product, microsPerUnit * stepMicros, rounding)
      : divideBig(
          BigInt(magnitude) * BigInt(rateMicros) * BigInt(promotionBasisPoints ?? unpromoted),
          BigInt(microsPerUnit * stepMicros) * BigInt(unpromoted),
          rounding,
        )
  // Beyond 2^53 `steps` may be inexact, but then it is more than the most as well.
  const localMicros = Math.min(steps, Math.floor(Number.MAX_SAFE_INTEGER / stepMicros)) * stepMicros
  return payoutMicros < 0 && localMicros !== 0 ? -localMicros : localMicros
}

const unpromoted = 10_000
const nanosPerUnit = 1_000_000_000

/**
 * The worth of a foreign amount in USD, in micros: exact, then rounded once, half up to the whole
 * micro; a negative amount mirrors the positive one. Undefined beyond the safe integers.
 */
export function convertToUsd(amountMicros: number, usdNanos: number): number | undefined {
  const magnitude = BigInt(Math.abs(amountMicros)) * BigInt(usdNanos)
  const micros = divideBig(magnitude, BigInt(nanosPerUnit), 'half_up')
  if (!Number.isSafeInteger(micros)) return undefined
  return amountMicros < 0 && micros !== 0 ? -micros : micros
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
  const rest = dividend % divisor
  const quotient = dividend / divisor
  return Number(roundsUpBig[rounding](rest, divisor) ? quotient + 1n : quotient)
}

const roundsUp: Record<Rounding, (rest: number, divisor: number) => boolean> = {
  half_up: (rest, divisor) => rest * 2 >= divisor,
  floor: () => false,
  ceil: (rest) => rest > 0,
}

const roundsUpBig: Record<Rounding, (rest: bigint, divisor: bigint) => boolean> = {
  half_up: (rest, divisor) => rest * 2n >= divisor,
  floor: () => false,
  ceil: (rest) => rest > 0n,
}

/** A whole number of anything times basis points, exact and then rounded once to a whole number. */
export function scaleWhole(value: number, basisPoints: number, rounding: 'floor' | 'ceil'): number {
  return divideBig(BigInt(value) * BigInt(basisPoints), BigInt(unpromoted), rounding)
}
