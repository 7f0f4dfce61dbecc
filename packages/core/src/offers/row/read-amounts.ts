import { readMicros, readMicrosFromNumber } from '../../payout/money.ts'
import { quote, type Reading } from './reading.ts'

export const amountMicrosMax = 100_000_000_000 // 100,000 USD
export const capMax = 1_000_000_000
export const holdDaysMax = 365

/** An amount in USD: an exact decimal from 0 to 100000. */
export function readAmount(raw: unknown): Reading<number> {
  const micros = readDecimal(raw)
  if (typeof micros !== 'number') return micros
  if (micros < 0) return { problem: 'must not be negative' }
  return micros > amountMicrosMax ? { problem: 'must be at most 100000' } : { value: micros }
}

/** A share in percent, `62.5` or `62.5%`, as basis points. */
export function readShare(raw: unknown): Reading<number> {
  const isMarked = typeof raw === 'string' && raw.trim().endsWith('%')
  const micros = readDecimal(isMarked ? raw.trim().slice(0, -1).trimEnd() : raw)
  if (typeof micros !== 'number') return micros
  // 0.65 may mean 65 % or 0.65 %, and a wrong guess costs money.
  if (!isMarked && micros > 0 && micros < 1_000_000) {
    return { problem: 'is a percentage: write 65 for 65 percent, or 0.65% if that is meant' }
  }
  if (micros < 0 || micros > 100_000_000) return { problem: 'must be from 0 to 100 percent' }
  return micros % 10_000 === 0 ? { value: micros / 10_000 } : { problem: 'must have at most 2 decimals' }
}

/** A number of conversions. Zero is refused because half of the feeds mean "no limit" by it. */
export function readCap(raw: unknown): Reading<number> {
  const text = typeof raw === 'number' ? String(raw) : raw
  if (typeof text !== 'string' || !/^[0-9]{1,10}$/.test(text.trim())) {
    return { problem: 'must be a whole number without separators' }
  }
  const cap = Number(text)
  if (cap === 0) return { problem: 'must be at least 1; leave it empty for no cap, or pause the offer' }
  return cap > capMax ? { problem: `must be at most ${capMax}` } : { value: cap }
}

/** Days of a hold; 0 for none. */
export function readHoldDays(raw: unknown): Reading<number> {
  const text = typeof raw === 'number' ? String(raw) : raw
  const days = typeof text === 'string' && /^[0-9]{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return days <= holdDaysMax ? { value: days } : { problem: `must be whole days from 0 to ${holdDaysMax}` }
}

interface PercentBounds {
  readonly min: number
  readonly max: number
}

/** A percentage with at most two decimals, `20` or `-7.5`, as basis points. */
export function readPercent({ min, max }: PercentBounds): (raw: unknown) => Reading<number> {
  return (raw) => {
    const text = typeof raw === 'number' ? String(raw) : raw
    const micros = typeof text === 'string' ? readMicros(text.trim().replace(/\s*%$/, '')) : undefined
    if (micros === undefined || micros % 10_000 !== 0) {
      return { problem: 'must be a percentage with at most 2 decimals, such as 20' }
    }
    const points = micros / 10_000
    return points < min || points > max
      ? { problem: `must be from ${min / 100} to ${max / 100} percent` }
      : { value: points }
  }
}

function readDecimal(raw: unknown): number | { readonly problem: string } {
  if (typeof raw === 'number') return readMicrosFromNumber(raw) ?? { problem: explain(String(raw)) }
  if (typeof raw !== 'string') return { problem: 'must be a decimal number' }
  const text = raw.trim()
  return readMicros(text) ?? { problem: explain(text) }
}

/** The commonest slips get a sentence of their own. */
function explain(text: string): string {
  const shown = quote(text)
  if (/^-?\d+,\d+$/.test(text)) {
    return `${shown} has a comma: decimals take a point (${text.replace(',', '.')}), thousands no mark`
  }
  if (/^-?[\d.,' ]+$/.test(text) && /[,' ]/.test(text))
    return `${shown} must be written without thousands marks`
  if (/^-?\d+\.\d{7,}$/.test(text)) return `${shown} has more than 6 decimals`
  if (/\d[eE][-+]?\d/.test(text)) return `${shown} must be written out, without an exponent`
  if (/^[-+]?\s*[$€£¥]|[$€£¥]$|USD/i.test(text))
    return `${shown} must be a bare number in USD, without a currency`
  return `${shown} is not a decimal number such as 1.25`
}
