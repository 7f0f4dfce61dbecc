import { formatMoney } from '../../format/format-money.ts'

const places = { list: [2, 2], detail: [2, 6], rate: [4, 4] } as const

interface MoneyProps {
  /** An exact decimal in text, as the API has it. */
  readonly amount: string | null | undefined
  /** Left out where the column's head names it. */
  readonly currency?: string
  /** `list`: two places; `detail`: all that matter; `rate`: four; or so many, for a column whose points stand in line. */
  readonly precision?: keyof typeof places | number
  /** Says what went in or out: sign and colour. */
  readonly isChange?: boolean
}

/** An amount in tabular figures; the exact one is in its title. */
export function Money({ amount, currency, precision = 'list', isChange = false }: MoneyProps) {
  if (amount === null || amount === undefined) return <span className="faint">–</span>
  const [placesMin, placesMax] = typeof precision === 'number' ? [precision, precision] : places[precision]
  const named = currency === undefined ? {} : { currency }
  const isNegative = amount.startsWith('-')
  const tone = isNegative ? 'neg' : isChange && /[1-9]/.test(amount) ? 'pos' : ''
  return (
    <span className={`num ${tone}`} title={formatMoney(amount, { ...named, placesMax: 6 })}>
      {formatMoney(amount, { ...named, placesMin, placesMax, isSigned: isChange })}
    </span>
  )
}

interface MoneyRangeProps {
  readonly min: string
  readonly max: string
  readonly currency?: string
}

/** The lowest and the highest of several amounts; one of them where they are the same. */
export function MoneyRange({ min, max, currency }: MoneyRangeProps) {
  const named = currency === undefined ? {} : { currency }
  if (min === max) return <Money amount={min} precision="detail" {...named} />
  return (
    <span className="num">
      {formatMoney(min, { ...named, placesMax: 6 })}–{formatMoney(max, { placesMax: 6 })}
    </span>
  )
}
