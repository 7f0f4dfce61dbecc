/** An amount of the wire: an exact decimal in text. */
interface MoneyStyle {
  readonly currency?: string
  /** At least so many places; never fewer than the amount needs unless `placesMax` says so. */
  readonly placesMin?: number
  readonly placesMax?: number
  /** A plus before what is more than nothing. */
  readonly isSigned?: boolean
  readonly isCompact?: boolean
}

/**
 * Writes an amount without making a float of it: `Intl` reads the digits of a text. Signs are real minus signs, and
 * stand before the currency.
 */
export function formatMoney(amount: string, style: MoneyStyle = {}): string {
  const { currency, placesMin = 2, placesMax = 2, isSigned = false, isCompact = false } = style
  const format = new Intl.NumberFormat(locale(), {
    ...(currency === undefined ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    ...(isCompact ? { notation: 'compact', maximumFractionDigits: 1 } : {}),
    ...(isCompact ? {} : { minimumFractionDigits: placesMin, maximumFractionDigits: placesMax }),
    signDisplay: isSigned ? 'exceptZero' : 'negative',
  })
  return format.format(asDecimal(amount)).replaceAll('-', '−')
}

/** The places that a set of amounts needs to be written alike; two at least. */
export function placesOf(amounts: readonly string[]): number {
  return Math.max(2, ...amounts.map((amount) => /\.(\d*[1-9])/.exec(amount)?.[1]?.length ?? 0))
}

/** The words for one unit of an app's own currency, and for several. */
export interface CurrencyWords {
  readonly one: string
  readonly many: string
}

/** An amount of an app's own currency: `3,506 Embers`, with the decimals that it has. */
export function formatReward(amount: string, { one, many }: CurrencyWords): string {
  const isOne = microsOf(amount) === 1_000_000
  return `${formatMoney(amount, { placesMin: 0, placesMax: 6 })} ${isOne ? one : many}`.trimEnd()
}

/** `Intl` takes a text as it stands; its type asks for the shape of one. */
function asDecimal(amount: string): Intl.StringNumericLiteral {
  return (/^-?\d+(?:\.\d+)?$/.test(amount) ? amount : '0') as Intl.StringNumericLiteral // checked in this line
}

/** Whole micros of an exact decimal, for heights of marks and for sums of a table. */
export function microsOf(amount: string): number {
  const found = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(amount)
  if (!found) return 0
  const [, sign, whole = '0', part = ''] = found
  return (sign === '-' ? -1 : 1) * (Number(whole) * 1_000_000 + Number(part.padEnd(6, '0')))
}

/** Days, points and separators as the reader's browser has them; texts are English. */
export function locale(): string {
  return navigator.language.startsWith('en') ? navigator.language : 'en-GB'
}
