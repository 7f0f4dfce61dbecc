import { isCountry } from '../../detect/country.ts'
import { findCountry } from '../words/country-words.ts'
import { plainName } from './field.ts'
import { isBlank, quote } from './reading.ts'

/** Few columns of a file get further than this. */
const mayBePrice = /^\s*(?:payout|revenue)[\s_([-]/i
const columnPattern = /^(payout_share|payout|revenue)_([a-z]{2})(?:_(desktop|android|ios))?$/

/** A column with an amount for one country, or for one platform there. */
interface PriceColumn {
  readonly column: 'payout' | 'payout_share' | 'revenue'
  readonly country: string
  readonly platform: string | undefined
}

/** A column by its name: `payout_US`, `Revenue (DE)`, `payout_share_US_ios`; undefined for any other. */
export function readPriceColumn(name: string): PriceColumn | undefined {
  if (!mayBePrice.test(name)) return undefined
  const plain = plainName(name.replaceAll(/[()[\]]/g, ' ')).replaceAll(/_+/g, '_')
  const [, column, code = '', platform] = columnPattern.exec(plain) ?? []
  const country = code.toUpperCase()
  // A code that is another spelling of a country, such as UK, is told where its price is read.
  const isKnown = isCountry(country) || findCountry(country) !== undefined
  return isKnown && isAmount(column) ? { column, country, platform } : undefined
}

function isAmount(column: string | undefined): column is PriceColumn['column'] {
  return column === 'payout' || column === 'payout_share' || column === 'revenue'
}

/** A price that several columns give. */
interface PriceOfColumns {
  /** As a list of prices has it. */
  readonly price: Readonly<Record<string, unknown>>
  /** The names of its columns in the file. */
  readonly names: Partial<Readonly<Record<string, string>>>
}

interface PricesOfColumns {
  readonly prices: readonly PriceOfColumns[]
  /** Columns of which two give the same amount. */
  readonly problems: readonly string[]
}

/** The prices of a row whose columns name their places. */
export function pricesOfColumns(row: Readonly<Record<string, unknown>>): PricesOfColumns {
  const prices = new Map<string, PriceOfColumns>()
  const problems: string[] = []
  for (const [name, value] of Object.entries(row)) {
    const read = isBlank(value) ? undefined : readPriceColumn(name)
    if (read === undefined) continue
    const { column, country, platform } = read
    const key = `${country} ${platform ?? ''}`
    const known = prices.get(key)
    const twin = known?.names[column]
    if (twin !== undefined) {
      problems.push(`has two columns for one amount: ${quote(twin)} and ${quote(name)}`)
      continue
    }
    const place = { countries: [country], ...(platform !== undefined && { platforms: [platform] }) }
    prices.set(key, {
      price: { ...place, ...known?.price, [column]: value },
      names: { ...known?.names, [column]: name },
    })
  }
  return { prices: [...prices.values()], problems }
}

/** A problem of a price by the names of its columns; `member` is the cell of it. */
export function tellPriceColumn({ names }: PriceOfColumns, member: string | null, message: string): string {
  const own = member === null ? undefined : names[member]
  if (own !== undefined) return `in ${quote(own)}: ${message}`
  const [beside = ''] = Object.values(names)
  return `in ${quote(beside)}: ${member === null ? message : `${member} ${message}`}`
}
