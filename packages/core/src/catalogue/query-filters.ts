import { hasBit } from './bitmap.ts'
import type { CatalogueData } from './catalogue-data.ts'
import { type Pricing, payoutAt } from './pricing.ts'
import { slabText } from './slab.ts'
import { type Cost, costs } from '../offers/cost.ts'
import { foldText } from './fold-text.ts'
import { defaultSort } from '../targeting/sort.ts'

/** A caller's conditions on a list besides its page, its category and who is looking. */
interface Asked {
  readonly search: string | WideSearch
  readonly minPayoutMicros: number
  readonly offerIds: readonly number[]
  readonly cost: Cost
  readonly maxMinutes: number
}

/** A text in a name, or any of these categories. */
interface WideSearch {
  readonly text: string
  readonly categories: readonly string[]
}

/** Undefined: not asked for. */
export type QueryFilters = { readonly [Name in keyof Asked]: Asked[Name] | undefined }

/** Whether the offer of an index is listed. */
export type OfferTest = (index: number) => boolean

interface Listed {
  readonly data: CatalogueData
  readonly pricing: Pricing | undefined
}

/** Every query filter, cheap ones first: the test that it asks of each offer; undefined where it leaves none out. */
const queryFilters: {
  readonly [Name in keyof Asked]: (asked: Asked[Name], listed: Listed) => OfferTest | undefined
} = {
  offerIds: (ids, { data }) => {
    const wanted = new Set(ids)
    return (index) => wanted.has(data.ids[index] ?? -1)
  },
  minPayoutMicros:
    (least, { data, pricing }) =>
    (index) =>
      payoutAt(data, index, pricing) >= least,
  cost: (cost, { data }) => {
    const place = costs.indexOf(cost) + 1
    return (index) => data.costs[index] === place
  },
  // An unknown time is not a short one.
  maxMinutes:
    (most, { data }) =>
    (index) => {
      const minutes = data.minutes[index] ?? 0
      return minutes > 0 && minutes <= most
    },
  search: (search, { data }) => {
    const { text, categories } = typeof search === 'string' ? { text: search, categories: [] } : search
    const needle = foldText(text)
    if (needle === '') return undefined
    const order = data.orders[defaultSort]
    const bitmaps = categories.flatMap((slug) => order.categories.get(slug) ?? [])
    return (index) =>
      bitmaps.some((bitmap) => hasBit(bitmap, order.positionOf[index] ?? 0)) ||
      slabText(data.names, data.textAt[index] ?? 0).includes(needle)
  },
}

export const noFilters: QueryFilters = {
  search: undefined,
  minPayoutMicros: undefined,
  offerIds: undefined,
  cost: undefined,
  maxMinutes: undefined,
}

const names = Object.keys(queryFilters).filter(isName)

function isName(name: string): name is keyof Asked {
  return Object.hasOwn(queryFilters, name)
}

/** The tests of all query filters that are asked for. */
export function testsOf(asked: QueryFilters, listed: Listed): OfferTest[] {
  const tests: OfferTest[] = []
  for (const name of names) {
    const test = testOf(name, asked, listed)
    if (test !== undefined) tests.push(test)
  }
  return tests
}

function testOf<Name extends keyof Asked>(
  name: Name,
  asked: QueryFilters,
  listed: Listed,
): OfferTest | undefined {
  const value: Asked[Name] | undefined = asked[name]
  return value === undefined ? undefined : queryFilters[name](value, listed)
}
