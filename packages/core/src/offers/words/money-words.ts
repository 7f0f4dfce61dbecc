/** The mark before the decimals. */
export type DecimalMark = ',' | '.'

/** An amount as somebody wrote it, and as we write it. */
export interface MoneyWord {
  /** Exact, with a point, without anything else. */
  readonly amount: string
  /** The currency beside it; null where none is named. */
  readonly currency: string | null
  readonly hasDecimalComma: boolean
  readonly hasThousands: boolean
  /** It could be read in two ways: which one was the column's answer. */
  readonly isAnswered: boolean
}

interface MoneyContext {
  /** The mark of the column's decimals, where a person has said it. */
  readonly mark?: DecimalMark | undefined
  /** The column has decimal commas, so that `1.500` may be fifteen hundred. */
  readonly hasCommas: boolean
}

/** Signs and words of currencies; `$` alone is the US dollar of a column in US dollars. */
const currencies: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  $us: 'USD',
  'u.s.$': 'USD',
  usd$: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  'us dollar': 'USD',
  'us dollars': 'USD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  '₹': 'INR',
  rs: 'INR',
  'rs.': 'INR',
  '₽': 'RUB',
  руб: 'RUB',
  'руб.': 'RUB',
  '₺': 'TRY',
  tl: 'TRY',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  '₩': 'KRW',
  '₫': 'VND',
  '₴': 'UAH',
  r$: 'BRL',
  c$: 'CAD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  s$: 'SGD',
  hk$: 'HKD',
  mx$: 'MXN',
  '¥': 'JPY',
  '₪': 'ILS',
  '₦': 'NGN',
  '฿': 'THB',
  '₱': 'PHP',
  kr: 'SEK',
  'kr.': 'DKK',
  fr: 'CHF',
  'fr.': 'CHF',
}

const codes: ReadonlySet<string> = new Set(
  (
    'USD EUR GBP CHF JPY CNY INR RUB TRY PLN CZK HUF RON BGN SEK NOK DKK ISK AUD NZD CAD MXN BRL ARS CLP COP PEN UAH ' +
    'ILS AED SAR QAR KWD EGP MAD NGN KES ZAR KRW TWD HKD SGD MYR THB IDR PHP VND PKR BDT LKR KZT GEL RSD USDT'
  ).split(' '),
)

const textMax = 60

/**
 * Reads an amount as people write it: `1,50`, `$3.00`, `USD 4`, `1.234,56`, `1 234.5`. `'unclear'` where a single mark
 * before three digits may be either (`1,500`), and nobody has said what the column's marks are; undefined for what is no
 * amount.
 */
export function readMoneyWord(text: string, context: MoneyContext): MoneyWord | 'unclear' | undefined {
  if (text.length > textMax) return undefined
  const spaced = text.replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ').trim()
  const parts = /^(?<before>[^0-9+-]*)(?<number>-?[0-9](?:[0-9.,'’ ]*[0-9])?)(?<after>[^0-9]*)$/u.exec(
    spaced,
  )?.groups
  if (parts === undefined) return undefined
  const currency = currencyOf(parts['before'] ?? '', parts['after'] ?? '')
  if (currency === undefined) return undefined
  const reading = readNumber((parts['number'] ?? '').replaceAll('’', "'"), context)
  return typeof reading === 'object' ? { ...reading, currency } : reading
}

/** Null where none is named; undefined where something stands there that is no currency, or two that differ. */
function currencyOf(before: string, after: string): string | null | undefined {
  const named = [before, after].map((part) => part.trim()).filter((part) => part !== '')
  const read = named.map(findCurrency)
  if (read.some((code) => code === undefined)) return undefined
  // A dollar sign beside a code is that code's dollar.
  const strong = new Set(read.filter((_code, at) => named[at] !== '$'))
  if (strong.size > 1) return undefined
  return [...strong][0] ?? read[0] ?? null
}

/** The currency of a sign, a code or a word; of `$` the US dollar. */
export function findCurrency(word: string): string | undefined {
  const code = word.toUpperCase()
  if (codes.has(code)) return code
  const key = word.toLowerCase()
  return Object.hasOwn(currencies, key) ? currencies[key] : undefined
}

type NumberReading = Omit<MoneyWord, 'currency'>

const groupings = [
  // By spaces or apostrophes: either mark then begins the decimals.
  { pattern: /^-?\d{1,3}(?:([ '])\d{3})(?:\1\d{3})*(?:[.,]\d{1,6})?$/, thousands: /[ ']/g },
  // Both marks: the last one begins the decimals.
  { pattern: /^-?\d{1,3}(?:,\d{3})+\.\d{1,6}$/, thousands: /,/g },
  { pattern: /^-?\d{1,3}(?:\.\d{3})+,\d{1,6}$/, thousands: /\./g },
  // One mark several times.
  { pattern: /^-?\d{1,3}(?:,\d{3}){2,}$/, thousands: /,/g },
  { pattern: /^-?\d{1,3}(?:\.\d{3}){2,}$/, thousands: /\./g },
] as const

function readNumber(text: string, context: MoneyContext): NumberReading | 'unclear' | undefined {
  if (/^-?\d+$/.test(text)) return plain(text)
  const grouping = groupings.find(({ pattern }) => pattern.test(text))
  if (grouping !== undefined) {
    const bare = text.replaceAll(grouping.thousands, '')
    return { ...plain(bare.replace(',', '.')), hasDecimalComma: bare.includes(','), hasThousands: true }
  }
  const single = /^(-?)(\d+)([.,])(\d{1,6})$/.exec(text)
  if (single === null) return undefined
  const [, sign = '', whole = '', mark = '', decimals = ''] = single
  const asDecimal = { ...plain(`${sign}${whole}.${decimals}`), hasDecimalComma: mark === ',' }
  if (!/^[1-9]\d{0,2}$/.test(whole) || decimals.length !== 3) return asDecimal
  if (context.mark === undefined) return mark === '.' && !context.hasCommas ? asDecimal : 'unclear'
  const asThousands = { ...plain(`${sign}${whole}${decimals}`), hasThousands: true }
  return { ...(context.mark === mark ? asDecimal : asThousands), isAnswered: true }
}

function plain(amount: string): NumberReading {
  return { amount, hasDecimalComma: false, hasThousands: false, isAnswered: false }
}
