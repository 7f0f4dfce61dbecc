import type { Platform } from '../offer.ts'
import type { DecimalMark } from '../words/money-words.ts'

/** Slips of files that may be mended, in the order in which a row with several counts. */
export const repairKinds = [
  'decimal_comma',
  'thousands',
  'currency',
  'country',
  'platform',
  'address',
  'click_id',
] as const
export type RepairKind = (typeof repairKinds)[number]

/** Columns of amounts, each with marks of its own. */
export const moneyColumns = ['payout', 'revenue'] as const
export type MoneyColumn = (typeof moneyColumns)[number]

/** The repairs that somebody has accepted for the files of a network. */
export interface Repairs {
  readonly kinds: readonly RepairKind[]
  /** The decimal mark of a column, for amounts that do not say it themselves. */
  readonly marks: Readonly<Partial<Record<MoneyColumn, DecimalMark>>>
  /** Meanings of words, by their plain form; they win over those of the tables. Without countries: everywhere. */
  readonly countries: Readonly<Record<string, readonly string[]>>
  readonly platforms: Readonly<Record<string, readonly Platform[]>>
}

export const noRepairs: Repairs = { kinds: [], marks: {}, countries: {}, platforms: {} }

/**
 * Repairs that change no meaning: where a file needs one it is offered as accepted. A click id may be added under a
 * name that the network does not know, so that somebody must say it.
 */
export const certainKinds: readonly RepairKind[] = repairKinds.filter((kind) => kind !== 'click_id')

/** Adds the network's parameter for our click id to addresses that have none, which are refused otherwise. */
export const addedClickIds: Repairs = { ...noRepairs, kinds: ['click_id'] }

/** Both, and of two answers the second. */
export function joinRepairs(first: Repairs, second: Repairs): Repairs {
  return {
    kinds: repairKinds.filter((kind) => first.kinds.includes(kind) || second.kinds.includes(kind)),
    marks: { ...first.marks, ...second.marks },
    countries: { ...first.countries, ...second.countries },
    platforms: { ...first.platforms, ...second.platforms },
  }
}
