import { repairCell } from '../offers/repair/cell-repair.ts'
import type { Repairs } from '../offers/repair/repairs.ts'
import { plainWord } from '../offers/words/plain-word.ts'

type Row = Readonly<Record<string, unknown>>

const wordFields = ['countries', 'platforms'] as const

/** A word of a column that nobody knows. */
interface UnknownWord {
  readonly field: (typeof wordFields)[number]
  readonly word: string
}

/** Such a word, and how many offers it holds. */
export interface HoldingWord extends UnknownWord {
  readonly offers: number
}

/** The words of a row, of its prices and of those of its goals that have no meaning so far. */
export function findUnknownWords(row: Row, repairs: Repairs): readonly UnknownWord[] {
  return [row, ...membersOf(row['prices']), ...membersOf(row['goals']).flatMap(withPrices)].flatMap((place) =>
    wordFields.flatMap((field) => wordsOf(place, field, repairs)),
  )
}

function withPrices(goal: Row): readonly Row[] {
  return [goal, ...membersOf(goal['prices'])]
}

function wordsOf(place: Row, field: UnknownWord['field'], repairs: Repairs): readonly UnknownWord[] {
  const repair = repairCell(field, place[field], repairs)
  if (repair?.kind !== 'unknown_country' && repair?.kind !== 'unknown_platform') return []
  return repair.words
    .filter(({ word, means }) => means === null && plainWord(word) !== '')
    .map(({ word }) => ({ field, word }))
}

function membersOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : []
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const wordsMax = 200
const wordLengthMax = 200

/** Counts the offers that each unknown word holds; further words are left out once there are very many. */
export class WordTally {
  readonly #words = new Map<string, { readonly field: UnknownWord['field']; word: string; offers: number }>()

  /** The words of one offer. */
  note(words: readonly UnknownWord[]): void {
    const fresh = new Map(words.map((one) => [`${one.field} ${plainWord(one.word)}`, one]))
    for (const [key, { field, word }] of fresh) {
      const known = this.#words.get(key)
      if (known !== undefined) known.offers += 1
      else if (this.#words.size < wordsMax && word.length <= wordLengthMax)
        this.#words.set(key, { field, word, offers: 1 })
    }
  }

  /** Those that hold most offers first. */
  list(): readonly HoldingWord[] {
    return [...this.#words.values()].toSorted((one, other) => other.offers - one.offers)
  }
}
