/** One unit of any currency in micros. Money is an integer of micros everywhere; a float never. */
export const microsPerUnit = 1_000_000

const decimalsInMicros = 6

/** Longer texts are refused unread: no amount within the safe integers needs as many characters. */
const textLengthMax = 32

/**
 * An exact decimal such as `0.3`, `12` or `-1.25` as micros. Undefined for everything else: more than six
 * decimals, an exponent, `+`, `.5`, `5.`, spaces, separators of thousands, amounts beyond the safe integers.
 */
export function readMicros(text: string): number | undefined {
  if (text.length > textLengthMax) return undefined
  const match = /^(-?)([0-9]+)(?:\.([0-9]{1,6}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole = '', fraction = ''] = match
  // Where this product is not exact it is at least 2^53 and refused, because rounding is monotone.
  const micros = Number(whole) * microsPerUnit + Number(fraction.padEnd(decimalsInMicros, '0'))
  if (!Number.isSafeInteger(micros)) return undefined
  return sign === '-' && micros !== 0 ? -micros : micros // never -0: JSON and SQL do not know it
}

/**
 * A JSON number by its shortest decimal text, which is what the sender wrote (up to 15 significant digits);
 * 0.1 + 0.2 is therefore refused for its 17 decimals instead of being rounded in silence.
 */
export function readMicrosFromNumber(value: number): number | undefined {
  return readMicros(String(value))
}

/**
 * The shortest exact decimal: `0.3`, `12`, `-1.25`. It never rounds: an amount that needs more than
 * `decimalsMax` decimals, or is no safe integer of micros, is a RangeError (core/payout/convert.ts rounds).
 */
export function formatMicros(micros: number | bigint, decimalsMax: number = decimalsInMicros): string {
  if (typeof micros === 'number' && !Number.isSafeInteger(micros)) {
    throw new RangeError('micros must be a safe integer')
  }
  const isNegative = micros < 0
  const digits = (isNegative ? -micros : micros).toString().padStart(decimalsInMicros + 1, '0')
  const whole = digits.slice(0, -decimalsInMicros)
  const fraction = digits.slice(-decimalsInMicros).replace(/0+$/, '')
  if (fraction.length > decimalsMax) throw new RangeError(`the amount has more than ${decimalsMax} decimals`)
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
