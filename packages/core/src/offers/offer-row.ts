import type { Price } from '../prices/price.ts'
import { sumOf } from '../prices/price-offer.ts'
import { ownCurrency } from '../terms/currencies.ts'
import { rateAgeDaysMax } from '../terms/exchange-rate.ts'
import { inUsd } from './foreign-amounts.ts'
import { columnOf, type OfferColumn, offerColumnNames, offerFields, type OfferInput } from './offer-fields.ts'
import { contradictions, losses, priceContradictions } from './row-contradictions.ts'
import type { RowProblem } from './row-problem.ts'
import { plainName, readCells } from './row/field.ts'
import { pricesOfColumns, tellPriceColumn } from './row/place-columns.ts'
import { readJson } from './row/read-json.ts'
import { isRest, sortPrices } from './row/read-prices.ts'
import { isBlank } from './row/reading.ts'

type OfferRowReading =
  | { readonly ok: true; readonly offer: OfferInput }
  | { readonly ok: false; readonly problems: readonly RowProblem[] }

/**
 * Reads one row of an import, from CSV (texts only) or JSON (numbers, booleans and arrays too). Every problem
 * is reported, not only the first. Unknown columns are ignored; a column's own name wins over its others.
 */
export function readOfferRow(
  row: Readonly<Record<string, unknown>>,
  { rateOf, currency = ownCurrency }: RowRates = {},
): OfferRowReading {
  const cells = fileCells(row)
  const { values, problems: found, tell } = readRowCells(row, cells)
  const problems: RowProblem[] = [...found]
  const { goals, isRepeatable } = values
  const rest = values.prices.find(isRest)
  const given = { payout: values.payoutMicros, revenue: values.revenueMicros }
  /** An offer pays what its goals pay, unless its file says something else; where prices stand alone, nothing elsewhere. */
  function amount(column: keyof typeof given): number {
    // Goals and prices that could not be read would give it, too.
    const isUnread = (one: OfferColumn) => found.some(({ field }) => field === one)
    const hasGoals = goals.length > 0 || isUnread('goals')
    const isPriced = values.prices.length > 0 || isUnread('prices')
    const isAlone = isPriced && !cells.has('payout') && !cells.has('revenue')
    if (!cells.has(column) && !hasGoals && !isAlone && rest === undefined) {
      problems.push({ field: column, message: 'is required', cause: 'missing' })
    }
    return given[column] ?? sumOf(goals)[`${column}Micros`]
  }
  const offer: OfferInput = {
    ...values,
    payoutMicros: amount('payout'),
    revenueMicros: amount('revenue'),
    ...(rest && { ...amountsOf(rest), prices: values.prices.filter((one) => one !== rest) }),
    goals: goals.map((goal) => ({ ...goal, isRepeatable: goal.isRepeatable ?? isRepeatable })),
  }
  const unread = new Set(problems.map(({ field }) => field))
  const worth = unread.has('currency')
    ? undefined
    : exchange({ ...offer, currency: offer.currency ?? currency }, rateOf)
  const lost = worth !== undefined && 'offer' in worth ? losses(worth.offer).map(tell) : []
  // Cells that are wrong by themselves are not compared as well: their stand-ins would give false alarms.
  if (unread.size === 0)
    problems.push(...contradictions(offer), ...priceContradictions(offer, { given, rest }))
  problems.push(
    ...lost.filter(({ field }) => (unread.size === 0 || field !== 'payout') && !unread.has(field)),
  )
  if (worth !== undefined && 'problem' in worth) problems.push(worth.problem)
  if (problems.length === 0 && worth !== undefined && 'offer' in worth)
    return { ok: true, offer: inOrder(worth.offer) }
  return { ok: false, problems: problems.toSorted((one, other) => rankOf(one) - rankOf(other)) }
}

/** The worth of a unit of a currency now, in billionths of a USD; undefined where it is not known. */
interface RowRates {
  readonly rateOf?: (currency: string) => number | undefined
  /** That of a row that names none; left out: USD. */
  readonly currency?: string
}

/** The offer with its revenues in USD. */
function exchange(
  offer: OfferInput,
  rateOf: RowRates['rateOf'],
): { readonly offer: OfferInput } | { readonly problem: RowProblem } {
  const { currency } = offer
  if (currency === null || currency === ownCurrency) return { offer: { ...offer, currency: null } }
  const usdNanos = rateOf?.(currency)
  if (usdNanos === undefined) {
    const message = `has no exchange rate: import one of ${currency} that is at most ${rateAgeDaysMax} days old`
    return { problem: { field: 'currency', message } }
  }
  const inDollars = inUsd(offer, usdNanos)
  if (inDollars !== undefined) return { offer: inDollars }
  return { problem: { field: 'currency', message: 'makes an amount too large to be exact' } }
}

function inOrder(offer: OfferInput): OfferInput {
  const goals = offer.goals.map((goal) => ({ ...goal, prices: sortPrices(goal.prices) }))
  return { ...offer, prices: sortPrices(offer.prices), goals }
}

/** Reads the cells of a row, and beside its prices those that its columns give. */
function readRowCells(row: Readonly<Record<string, unknown>>, cells: ReadonlyMap<OfferColumn, unknown>) {
  const named = pricesOfColumns(row)
  if (named.prices.length === 0)
    return { ...readCells(offerFields, cells), tell: (problem: RowProblem) => problem }
  const given = cells.get('prices') ?? []
  const listed = typeof given === 'string' ? readJson(given) : given
  const others: readonly unknown[] = Array.isArray(listed) ? listed : []
  const prices = Array.isArray(listed) ? [...others, ...named.prices.map(({ price }) => price)] : given
  const { values, problems } = readCells(offerFields, new Map([...cells, ['prices', prices]]))
  const twice = named.problems.map((message) => ({ field: 'prices', message }) as const)
  /** A price of a column is told by it. */
  const tell = (problem: RowProblem): RowProblem => {
    const { field, at } = problem
    const price =
      field === 'prices' && at !== undefined ? named.prices[at.row - others.length - 1] : undefined
    if (price === undefined || at === undefined) return problem
    return { ...problem, message: tellPriceColumn(price, at.member, at.message) }
  }
  return { values, problems: [...twice, ...problems.map(tell)], tell }
}

function rankOf({ field }: RowProblem): number {
  return offerColumnNames.indexOf(field)
}

function amountsOf({ payoutMicros, payoutShareBasisPoints, revenueMicros }: Price) {
  return { payoutMicros, payoutShareBasisPoints, revenueMicros }
}

/** The cells that are not blank, by column; those of columns that name places are left out. */
export function fileCells(row: Readonly<Record<string, unknown>>): Map<OfferColumn, unknown> {
  const cells = new Map<OfferColumn, unknown>()
  const filled = new Set<OfferColumn>() // those filled by their own name
  for (const [header, raw] of Object.entries(row)) {
    const column = columnOf(header)
    if (column === undefined || isBlank(raw) || filled.has(column)) continue
    if (plainName(header) === column) filled.add(column)
    else if (cells.has(column)) continue
    cells.set(column, raw)
  }
  return cells
}
