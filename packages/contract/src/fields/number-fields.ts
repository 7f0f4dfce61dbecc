import { readMicros, readMicrosFromNumber } from '@quoin/core/payout/money.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, type Reading, refused, refuseNonText } from './field.ts'

interface IntegerBounds {
  readonly min: number
  readonly max: number
  /** A larger value is taken as the maximum instead of being refused. */
  readonly clamp?: boolean
  readonly default?: number
}

function readBounded(value: number, { min, max, clamp }: IntegerBounds): Reading<number> {
  if (value > max && clamp) return accepted(max)
  if (value < min || value > max || Object.is(value, -0)) {
    return refused('range', clamp ? `must be at least ${min}` : `must be from ${min} to ${max}`)
  }
  return accepted(value)
}

/** A whole number in a query: digits and nothing else, so 1e2, 0x10, 5.0, " 5" and "" are refused. */
export function countField(bounds: IntegerBounds): Field<number> {
  const { min, max, clamp, default: standard } = bounds
  return {
    schema: Type.Integer({
      minimum: min,
      ...(clamp ? {} : { maximum: max }),
      ...(standard === undefined ? {} : { default: standard }),
    }),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      if (!/^-?[0-9]+$/.test(raw)) return refused('integer', 'must be a whole number in plain digits')
      // More digits than a number holds are beyond every bound all the same.
      return readBounded(Number(raw), bounds)
    },
  }
}

/** A whole number in a JSON body: a number, never a text. */
export function integerField(bounds: IntegerBounds): Field<number> {
  return {
    schema: Type.Integer({ minimum: bounds.min, maximum: bounds.max }),
    read(raw) {
      if (typeof raw !== 'number' || !Number.isSafeInteger(raw))
        return refused('integer', 'must be a whole number')
      return readBounded(raw, bounds)
    },
  }
}

interface MoneyBounds {
  readonly minMicros: number
  readonly maxMicros: number
}

/** An exact decimal amount with at most six decimals, as text or as a JSON number; read to micros. */
export function amountField({ minMicros, maxMicros }: MoneyBounds): Field<number> {
  return {
    schema: Type.Number({ minimum: minMicros / 1_000_000, maximum: maxMicros / 1_000_000, examples: [1.25] }),
    read(raw) {
      if (Array.isArray(raw)) return refuseNonText(raw)
      const micros = readAmount(raw)
      if (micros === undefined) return refused('decimal', 'must be a plain decimal with at most 6 decimals')
      if (micros < minMicros || micros > maxMicros) {
        return refused('range', `must be from ${minMicros / 1_000_000} to ${maxMicros / 1_000_000}`)
      }
      return accepted(micros)
    },
  }
}

function readAmount(raw: unknown): number | undefined {
  if (typeof raw === 'string') return readMicros(raw)
  return typeof raw === 'number' ? readMicrosFromNumber(raw) : undefined
}

const idMax = Number.MAX_SAFE_INTEGER

export const offerIdText = countField({ min: 1, max: idMax })
export const offerIdNumber = integerField({ min: 1, max: idMax })

const offerIdsMax = 100

/** A comma list of offer ids. */
export const offerIdList: Field<readonly number[]> = {
  schema: Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15})*$', examples: ['12,57,103'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    if (raw.length > offerIdsMax * 16 || !/^[0-9]{1,15}(,[0-9]{1,15})*$/.test(raw)) {
      return refused('format', 'must be offer ids separated by commas')
    }
    const ids = raw.split(',').map(Number)
    return ids.length > offerIdsMax
      ? refused('range', `must name at most ${offerIdsMax} offers`)
      : accepted(ids)
  },
}
