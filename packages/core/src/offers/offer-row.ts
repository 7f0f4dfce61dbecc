import type { Goal } from './goal.ts'
import type { OfferStatus, Platform } from './offer.ts'
import { readAmount, readCap, readHoldDays, readShare } from './row/read-amounts.ts'
import { type GoalInput, type GoalPart, readGoals } from './row/read-goals.ts'
import { readCategories, readCountries, readPlatforms } from './row/read-lists.ts'
import { readYesNo } from './row/read-plain.ts'
import { readExternalId, readText, readVisibleText } from './row/read-text.ts'
import { readUrl } from './row/read-url.ts'
import { isBlank, type Reading } from './row/reading.ts'
import { readIsoTime } from '../time/read-iso-time.ts'

/** An offer as an import delivers it: everything but what the store adds (id, network, creation time). */
export interface OfferInput {
  readonly externalId: string
  readonly name: string
  readonly description: string
  readonly categories: readonly string[]
  readonly payoutMicros: number
  readonly payoutShareBasisPoints: number | null
  readonly revenueMicros: number
  readonly destinationUrl: string
  readonly fallbackUrl: string | null
  readonly imageUrl: string | null
  /** Upper-case ISO 3166-1 alpha-2; empty means everywhere. */
  readonly countries: readonly string[]
  /** Empty means all three. */
  readonly platforms: readonly Platform[]
  readonly startsAtSec: number | null
  readonly endsAtSec: number | null
  readonly dailyCap: number | null
  readonly totalCap: number | null
  readonly status: OfferStatus
  readonly isRepeatable: boolean
  /** How long an approved conversion is held before it counts; null: as it was. */
  readonly holdDays: number | null
  readonly requirements: string | null
  /** In their order; empty for an offer that is one event. */
  readonly goals: readonly Goal[]
}

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

/** The columns of an offer file, in the order in which Quoin writes them, with the names feeds also use. */
export const offerColumns = {
  external_id: ['id'],
  name: ['title'],
  description: [],
  categories: ['category'],
  payout: [],
  payout_share: [],
  revenue: [],
  destination_url: ['url', 'link'],
  fallback_url: [],
  image_url: [],
  countries: ['country', 'geo', 'geos'],
  platforms: ['platform', 'device', 'devices'],
  starts_at: [],
  ends_at: [],
  daily_cap: [],
  total_cap: [],
  status: [],
  repeatable: [],
  hold_days: [],
  requirements: [],
  goals: ['events'],
} as const satisfies Record<string, readonly string[]>

export type OfferColumn = keyof typeof offerColumns

export const offerColumnNames: readonly OfferColumn[] = columnNames()

/**
 * Reads one row of an import, from CSV (texts only) or JSON (numbers, booleans and arrays too). Every problem
 * is reported, not only the first. Unknown columns are ignored; a column's own name wins over its others.
 */
export function readOfferRow(row: Readonly<Record<string, unknown>>): OfferRowReading {
  const cells = fileCells(row)
  const problems: RowProblem[] = []

  function optional<T, Absent>(
    field: OfferColumn,
    read: (raw: unknown) => Reading<T> & { readonly at?: GoalPart },
    absent: Absent,
  ): T | Absent {
    const raw = cells.get(field)
    if (raw === undefined) return absent
    const reading = read(raw)
    if ('value' in reading) return reading.value
    problems.push({ field, message: reading.problem, ...(reading.at && { at: reading.at }) })
    return absent
  }

  /** The stand-in is never seen: a row with a problem gives no offer. */
  function required<T>(field: OfferColumn, read: (raw: unknown) => Reading<T>, standIn: T): T {
    if (!cells.has(field)) problems.push({ field, message: 'is required', cause: 'missing' })
    return optional(field, read, standIn)
  }

  const goals = optional<GoalInput[], GoalInput[]>('goals', readGoals, [])
  const isRepeatable = optional('repeatable', readYesNo, false)
  /** An offer pays what its goals pay, unless its file says something else. */
  function amount(field: 'payout' | 'revenue', ofGoal: (goal: GoalInput) => number): number {
    // Goals that could not be read would give it, too.
    const hasGoals = goals.length > 0 || problems.some((problem) => problem.field === 'goals')
    if (!cells.has(field) && hasGoals) return goals.reduce((sum, goal) => sum + ofGoal(goal), 0)
    return required(field, readAmount, 0)
  }

  const offer: OfferInput = {
    externalId: required('external_id', readExternalId, ''),
    name: required('name', (raw) => readVisibleText(raw, 200), ''),
    description: optional('description', (raw) => readText(raw, 2000), ''),
    categories: optional('categories', readCategories, []),
    payoutMicros: amount('payout', ({ payoutMicros }) => payoutMicros),
    payoutShareBasisPoints: optional('payout_share', readShare, null),
    revenueMicros: amount('revenue', ({ revenueMicros }) => revenueMicros),
    destinationUrl: required('destination_url', readUrl, ''),
    fallbackUrl: optional('fallback_url', readUrl, null),
    imageUrl: optional('image_url', readUrl, null),
    countries: optional('countries', readCountries, []),
    platforms: optional('platforms', readPlatforms, []),
    startsAtSec: optional('starts_at', readTime, null),
    endsAtSec: optional('ends_at', readTime, null),
    dailyCap: optional('daily_cap', readCap, null),
    totalCap: optional('total_cap', readCap, null),
    status: optional('status', readOfferStatus, 'active'),
    isRepeatable,
    holdDays: optional('hold_days', readHoldDays, null),
    requirements: optional('requirements', (raw) => readText(raw, 2000), null),
    goals: goals.map((goal) => ({ ...goal, isRepeatable: goal.isRepeatable ?? isRepeatable })),
  }

  // Cells that are wrong by themselves are not compared as well: their stand-ins would give false alarms.
  if (problems.length === 0) problems.push(...contradictions(offer))
  return problems.length === 0 ? { ok: true, offer } : { ok: false, problems }
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
  return problems
}

const columnByName: ReadonlyMap<string, OfferColumn> = new Map(
  offerColumnNames.flatMap((column) =>
    [column, ...offerColumns[column]].map((name) => [name, column] as const),
  ),
)

/** TypeScript widens the keys of any object to string; those of this constant are exactly its columns. */
function columnNames(): OfferColumn[] {
  return Object.keys(offerColumns) as OfferColumn[]
}

/** The cells that are not blank, by column. */
export function fileCells(row: Readonly<Record<string, unknown>>): Map<OfferColumn, unknown> {
  const cells = new Map<OfferColumn, unknown>()
  const named = new Set<OfferColumn>() // those filled by their own name
  for (const [header, raw] of Object.entries(row)) {
    const name = header
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    const column = columnByName.get(name)
    if (column === undefined || isBlank(raw) || named.has(column)) continue
    if (name === column) named.add(column)
    else if (cells.has(column)) continue
    cells.set(column, raw)
  }
  return cells
}

function readTime(raw: unknown): Reading<number> {
  const sec = typeof raw === 'string' ? readIsoTime(raw.trim()) : undefined
  return sec === undefined
    ? { problem: 'must be ISO 8601, such as 2030-01-31 (midnight UTC) or 2030-01-31T09:30:00+02:00' }
    : { value: sec }
}

function readOfferStatus(raw: unknown): Reading<OfferStatus> {
  const word = typeof raw === 'string' ? raw.trim().toLowerCase() : ''
  return word === 'active' || word === 'paused' ? { value: word } : { problem: 'must be active or paused' }
}
