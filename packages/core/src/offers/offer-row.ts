import { costContradiction } from './cost.ts'
import { columnOf, type OfferColumn, offerColumnNames, offerFields, type OfferInput } from './offer-fields.ts'
import { plainName, readCells } from './row/field.ts'
import { isBlank, type GoalPart } from './row/reading.ts'

/** `field` is the column's name in the file. */
export interface RowProblem {
  readonly field: OfferColumn
  readonly message: string
  /** Its cause, where others have the same. */
  readonly cause?: 'missing' | 'losing' | 'click_id' | 'repeated'
  /** Which of several goals it is about. */
  readonly at?: GoalPart
}

type OfferRowReading =
  | { readonly ok: true; readonly offer: OfferInput }
  | { readonly ok: false; readonly problems: readonly RowProblem[] }

/**
 * Reads one row of an import, from CSV (texts only) or JSON (numbers, booleans and arrays too). Every problem
 * is reported, not only the first. Unknown columns are ignored; a column's own name wins over its others.
 */
export function readOfferRow(row: Readonly<Record<string, unknown>>): OfferRowReading {
  const cells = fileCells(row)
  const { values, problems: found } = readCells(offerFields, cells)
  const problems: RowProblem[] = [...found]
  const { goals, isRepeatable } = values
  /** An offer pays what its goals pay, unless its file says something else. */
  function amount(column: 'payout' | 'revenue', member: 'payoutMicros' | 'revenueMicros'): number {
    // Goals that could not be read would give it, too.
    const hasGoals = goals.length > 0 || found.some((problem) => problem.field === 'goals')
    if (!cells.has(column) && !hasGoals) {
      problems.push({ field: column, message: 'is required', cause: 'missing' })
    }
    return values[member] ?? goals.reduce((sum, goal) => sum + goal[member], 0)
  }
  const offer: OfferInput = {
    ...values,
    payoutMicros: amount('payout', 'payoutMicros'),
    revenueMicros: amount('revenue', 'revenueMicros'),
    goals: goals.map((goal) => ({ ...goal, isRepeatable: goal.isRepeatable ?? isRepeatable })),
  }
  // Cells that are wrong by themselves are not compared as well: their stand-ins would give false alarms.
  if (problems.length === 0) problems.push(...contradictions(offer))
  if (problems.length === 0) return { ok: true, offer }
  return { ok: false, problems: problems.toSorted((one, other) => rankOf(one) - rankOf(other)) }
}

function rankOf({ field }: RowProblem): number {
  return offerColumnNames.indexOf(field)
}

/** The contradictions between columns of which each alone is right. */
function contradictions(offer: OfferInput): RowProblem[] {
  const problems: RowProblem[] = []
  // A share is paid of what the network reports, so it cannot exceed it; a fixed payout can.
  // Goals are paid by their own terms, which were compared as they were read.
  const isOneEvent = offer.goals.length === 0
  if (isOneEvent && offer.payoutShareBasisPoints === null && offer.payoutMicros > offer.revenueMicros) {
    const message = 'is above revenue: every conversion would lose money'
    problems.push({ field: 'payout', message, cause: 'losing' })
  }
  if (offer.startsAtSec !== null && offer.endsAtSec !== null && offer.endsAtSec <= offer.startsAtSec) {
    problems.push({ field: 'ends_at', message: 'must be after the start' })
  }
  const cost = costContradiction(offer)
  if (cost !== undefined) problems.push(cost)
  return problems
}

/** The cells that are not blank, by column. */
export function fileCells(row: Readonly<Record<string, unknown>>): Map<OfferColumn, unknown> {
  const cells = new Map<OfferColumn, unknown>()
  const named = new Set<OfferColumn>() // those filled by their own name
  for (const [header, raw] of Object.entries(row)) {
    const column = columnOf(header)
    if (column === undefined || isBlank(raw) || named.has(column)) continue
    if (plainName(header) === column) named.add(column)
    else if (cells.has(column)) continue
    cells.set(column, raw)
  }
  return cells
}

/**
 * An offer as a row of a file would have it: read again it is the same offer. The hold is left out, which leaves it as
 * it is; so are amounts that are the sum of the goals', which go on following them.
 */
export function rowOfOffer(offer: OfferInput): Readonly<Record<OfferColumn, unknown>> {
  const cells = offerColumnNames.map((column) => [column, offerFields[column].write(offer)])
  return {
    ...(Object.fromEntries(cells) as Record<OfferColumn, unknown>), // one cell per row of the table
    ...(isOfGoals(offer, 'payoutMicros') && { payout: null }),
    ...(isOfGoals(offer, 'revenueMicros') && { revenue: null }),
  }
}

function isOfGoals({ goals, ...offer }: OfferInput, member: 'payoutMicros' | 'revenueMicros'): boolean {
  return goals.length > 0 && goals.reduce((sum, goal) => sum + goal[member], 0) === offer[member]
}
