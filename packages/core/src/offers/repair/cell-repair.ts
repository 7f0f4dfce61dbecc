import { readUrl } from '../row/read-url.ts'
import { isBlank } from '../row/reading.ts'
import { type OfferColumn, offerFields } from '../offer-fields.ts'
import { platforms as allPlatforms } from '../offer.ts'
import { isPlainlyEverywhere, readCountryWords } from '../words/country-words.ts'
import { type MoneyWord, readMoneyWord } from '../words/money-words.ts'
import { plainWord } from '../words/plain-word.ts'
import { findPlainPlatforms, readPlatformWords } from '../words/platform-words.ts'
import type { MoneyColumn, RepairKind, Repairs } from './repairs.ts'

/** A cell that no repair helps, by its reason. */
type Hopeless = 'no_amount' | 'other_currency' | 'unknown_country' | 'unknown_platform'

/** A word of a cell, and what it is read as, as a file has it (`AT|DE`); null where nobody knows. */
export interface MeantWord {
  readonly word: string
  readonly means: string | null
  /** A person has said so. */
  readonly isAnswered: boolean
}

/** The outcome for a cell that is not as a file must have it. */
export type CellRepair =
  | {
      readonly kind: 'repair'
      /** All of these must be accepted. */
      readonly needs: readonly RepairKind[]
      readonly after: string
      readonly words: readonly MeantWord[]
      /** Read by the column's answer. */
      readonly isAnswered: boolean
    }
  | { readonly kind: 'unclear' }
  | { readonly kind: Hopeless; readonly words: readonly MeantWord[] }

type RepairCell = (raw: unknown, repairs: Repairs, column: OfferColumn) => CellRepair | undefined

const byColumn: Readonly<Partial<Record<OfferColumn, RepairCell>>> = {
  payout: (raw, repairs) => repairMoney(raw, repairs, 'payout'),
  revenue: (raw, repairs) => repairMoney(raw, repairs, 'revenue'),
  countries: repairCountries,
  platforms: repairPlatforms,
}

/** Undefined for a cell that needs none, and for one that its reader judges better. */
export function repairCell(column: OfferColumn, raw: unknown, repairs: Repairs): CellRepair | undefined {
  if (isBlank(raw)) return undefined
  if (byColumn[column]) return byColumn[column](raw, repairs, column)
  return offerFields[column].kind.isAddress ? repairAddress(raw) : undefined
}

function repairMoney(raw: unknown, repairs: Repairs, column: MoneyColumn): CellRepair | undefined {
  if (typeof raw !== 'string') return undefined
  const hasCommas = repairs.kinds.includes('decimal_comma')
  const reading = readMoneyWord(raw, { mark: repairs.marks[column], hasCommas })
  if (reading === undefined) return { kind: 'no_amount', words: [] }
  if (reading === 'unclear') return { kind: 'unclear' }
  if (reading.currency !== null && reading.currency !== 'USD') return { kind: 'other_currency', words: [] }
  const { amount: after, isAnswered } = reading
  if (after === raw.trim()) return undefined
  return { kind: 'repair', needs: needsOf(reading), after, words: [], isAnswered }
}

/** The answer about a column's marks is an acceptance by itself. */
function needsOf({ hasDecimalComma, hasThousands, currency, isAnswered }: MoneyWord): readonly RepairKind[] {
  return [
    ...(hasDecimalComma && !isAnswered ? (['decimal_comma'] as const) : []),
    ...(hasThousands && !isAnswered ? (['thousands'] as const) : []),
    ...(currency === null ? [] : (['currency'] as const)),
  ]
}

function repairCountries(raw: unknown, { countries: own }: Repairs): CellRepair | undefined {
  const text = textOf(raw)
  if (text === undefined) return undefined
  const named = readCountryWords(text, own)
  const words = named.map(({ word, codes }) => ({
    word,
    means: codes === undefined ? null : codes.join('|'),
    isAnswered: Object.hasOwn(own, plainWord(word)),
  }))
  if (named.every(({ word, codes }) => isPlainCountry(word, codes))) return undefined
  // A word for everywhere among others would open all that the others close.
  const isMixed = named.length > 1 && named.some(({ codes }) => codes?.length === 0)
  const asked = words.filter((_one, at) => !isPlainCountry(named[at]?.word ?? '', named[at]?.codes))
  if (isMixed || named.some(({ codes }) => codes === undefined)) {
    return { kind: 'unknown_country', words: isMixed ? asked : asked.filter(({ means }) => means === null) }
  }
  const codes = [...new Set(named.flatMap(({ codes: some = [] }) => some))]
  const after = codes.join('|') || '*'
  return { kind: 'repair', needs: ['country'], after, words: asked, isAnswered: false }
}

function isPlainCountry(word: string, codes: readonly string[] | undefined): boolean {
  if (codes === undefined) return false
  return codes.length === 0
    ? isPlainlyEverywhere(word)
    : codes.length === 1 && codes[0] === word.toUpperCase()
}

function repairPlatforms(raw: unknown, { platforms: own }: Repairs): CellRepair | undefined {
  const text = textOf(raw)
  // Files may separate those with spaces, too.
  if (text === undefined || isPlainPlatforms(text, own)) return undefined
  const named = readPlatformWords(text, own)
  const words = named.map(({ word, platforms }) => ({
    word,
    means: platforms === undefined ? null : platforms.join('|'),
    isAnswered: Object.hasOwn(own, plainWord(word)),
  }))
  const unknown = words.filter(({ means }) => means === null)
  if (unknown.length > 0) return { kind: 'unknown_platform', words: unknown }
  const meant = new Set(named.flatMap(({ platforms = [] }) => platforms))
  const after = allPlatforms.filter((platform) => meant.has(platform)).join('|')
  const asked = words.filter(({ word, isAnswered }) => isAnswered || findPlainPlatforms(word) === undefined)
  return { kind: 'repair', needs: ['platform'], after, words: asked, isAnswered: false }
}

function isPlainPlatforms(text: string, own: Repairs['platforms']): boolean {
  return text
    .split(/[|,;\s]+/)
    .filter((word) => word !== '')
    .every((word) => findPlainPlatforms(word) !== undefined && !Object.hasOwn(own, plainWord(word)))
}

/** An array of JSON as a cell would have it; undefined for what is neither. */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  return Array.isArray(raw) && raw.every((one) => typeof one === 'string') ? raw.join('|') : undefined
}

/** Written so by their readers; a host outside ASCII is a matter of spelling that nobody guesses. */
function repairAddress(raw: unknown): CellRepair | undefined {
  if (typeof raw !== 'string' || 'value' in readUrl(raw)) return undefined
  const text = raw.trim()
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]+)([\s\S]*)$/i.exec(text) ?? []
  if (!rest.isWellFormed()) return undefined
  const after =
    origin + rest.replaceAll(/[^\x21-\x7e]|["<>\\^`]/gu, (character) => encodeURIComponent(character))
  if (after === text || !('value' in readUrl(after))) return undefined
  return { kind: 'repair', needs: ['address'], after, words: [], isAnswered: false }
}
