import { asWritten } from '../offers/foreign-amounts.ts'
import { compareOffer, type ColumnDifference } from '../offers/compare-offer.ts'
import { isSame } from '../offers/edit/plan-edit.ts'
import { columnOf, type OfferColumn, offerFields, type OfferInput } from '../offers/offer-fields.ts'
import { isBlank } from '../offers/row/reading.ts'
import {
  asFile,
  type KnownBySource,
  ownColumns,
  pickCells,
  type StoredOffer,
  wholeRow,
} from './own-columns.ts'
import type { Verdict } from './source.ts'

type Row = Readonly<Record<string, unknown>>

/** An offer as a run of its source has it. */
export interface FedOffer {
  /** Under our columns, with payouts. */
  readonly row: Row
  readonly standing: 'open' | 'not_approved' | 'ended'
  readonly forbidden?: { readonly sentence: string; readonly place: string } | undefined
  /** It says nothing of what is paid. */
  readonly isUnpriced?: boolean | undefined
  /** The reasons that a person must look at it. */
  readonly doubts: readonly string[]
}

type RowReading =
  | { readonly ok: true; readonly offer: OfferInput }
  | { readonly ok: false; readonly problems: readonly { readonly field: string; readonly message: string }[] }

interface PlanRule {
  read(row: Row): RowReading
}

/** The decision of a run about an offer. */
export interface OfferPlan {
  readonly verdict: Verdict
  /** The sentences that say why; of a forbidden one the deciding sentence. */
  readonly reasons: readonly string[]
  readonly changes: readonly ColumnDifference[]
  /** Columns that a person has changed and that stay. */
  readonly own: readonly OfferColumn[]
  /** The offer to write; absent where nothing is written. */
  readonly offer?: OfferInput
  /** The row that the source has written with it. */
  readonly given?: Row
}

const moneyColumns: readonly OfferColumn[] = [
  'payout',
  'payout_share',
  'revenue',
  'currency',
  'prices',
  'goals',
]

/** Columns that a row without payouts may leave out: those that are known stay. */
const unpricedColumns: readonly OfferColumn[] = [...moneyColumns, 'countries', 'platforms']

/** Decides about an offer of a run. Changes by a person stay; an uncertain row changes nothing. */
export function planOffer(fed: FedOffer, known: KnownBySource | undefined, rule: PlanRule): OfferPlan {
  const forbidden = known?.isAllowed === true ? undefined : fed.forbidden
  if (forbidden !== undefined) return pausing('forbidden', [forbidden.sentence], known)
  if (fed.standing !== 'open') return pausing(fed.standing, [], known)
  if (fed.doubts.length > 0) return held(fed.doubts, ownColumns(known))
  return known === undefined ? planNew(fed, rule) : planKnown(fed, known, rule)
}

/** An offer that a run did not have, often enough. */
export function planMissing(known: KnownBySource): OfferPlan {
  return pausing('missing', [], known)
}

function planNew({ row, isUnpriced }: FedOffer, { read }: PlanRule): OfferPlan {
  if (isUnpriced === true) return held(['It does not say what is paid.'], [])
  const reading = read(row)
  if (!reading.ok) return held(told(reading.problems), [])
  const { offer } = reading
  return { verdict: 'new', reasons: [], changes: factsOf(offer), own: [], offer, given: givenRow(offer, row) }
}

/** Columns by which a person judges an offer that was not there before. */
const factColumns: readonly OfferColumn[] = [...moneyColumns, 'countries', 'platforms']

/** The amounts of a new offer, and where they are paid; nothing stood there before. */
function factsOf(offer: OfferInput): readonly ColumnDifference[] {
  const written = asWritten(offer)
  return factColumns
    .map((field) => ({ field, before: '', after: offerFields[field].show(written) }))
    .filter(({ after }) => after !== '')
}

function planKnown(fed: FedOffer, known: KnownBySource, { read }: PlanRule): OfferPlan {
  const { stored } = known
  const storedRow = wholeRow(asFile(stored))
  const own = ownColumns(known)
  const row = fed.isUnpriced === true ? withKnown(fed.row, known.given ?? storedRow) : fed.row
  const alone = read(row)
  if (!alone.ok) return held(told(alone.problems), own)
  const clash = clashOf(own, alone.offer, stored)
  if (clash !== undefined) return held([clash], own)
  const reading = own.length === 0 ? alone : read({ ...row, ...pickCells(storedRow, own), hold_days: null })
  if (!reading.ok) return held(told(reading.problems), own)
  const offer = own.includes('hold_days') ? { ...reading.offer, holdDays: null } : reading.offer
  const given = givenRow(alone.offer, row)
  const changes = compareOffer(stored, offer)
  const isGivenAnew = known.given === null || !isSame(known.given, given)
  const verdict = changes.length > 0 ? 'changed' : 'same'
  const writes = changes.length > 0 ? { offer, given } : isGivenAnew ? { given } : {}
  return { verdict, reasons: [], changes, own, ...writes }
}

/** Amounts that a person has set stand in a currency: another one of the network would change what they mean. */
function clashOf(own: readonly OfferColumn[], offer: OfferInput, stored: StoredOffer): string | undefined {
  const isOwnMoney = own.some((column) => ['revenue', 'prices', 'goals', 'currency'].includes(column))
  if (!isOwnMoney || offer.currency === stored.currency) return undefined
  return `The network pays in ${offer.currency ?? 'USD'} by now, and amounts that you have set are in ${stored.currency ?? 'USD'}.`
}

/** Pauses an offer that is shown; one that is not there is not created. */
function pausing(
  verdict: 'forbidden' | 'not_approved' | 'ended' | 'missing',
  reasons: readonly string[],
  known: KnownBySource | undefined,
): OfferPlan {
  const own = ownColumns(known)
  const plan = { verdict, reasons, changes: [], own }
  if (known === undefined || known.stored.fileStatus === 'paused') return plan
  // A person who has resumed it knows; but nobody may be rewarded for what is forbidden.
  if (verdict !== 'forbidden' && own.includes('status')) return plan
  const stored = asFile(known.stored)
  const offer: OfferInput = { ...stored, status: 'paused' }
  const given = { ...(known.given ?? wholeRow(stored)), status: 'paused' }
  return { ...plan, changes: compareOffer(known.stored, offer), offer, given }
}

function held(reasons: readonly string[], own: readonly OfferColumn[]): OfferPlan {
  return { verdict: 'held', reasons, changes: [], own }
}

function told(problems: readonly { readonly field: string; readonly message: string }[]): readonly string[] {
  // Without a rate nothing else can be told: other amounts are missing for want of it.
  const ofCurrency = problems.filter(({ field }) => field === 'currency')
  const all = ofCurrency.length > 0 ? ofCurrency : problems
  return all.map(({ field, message }) => `${labelOf(field)} ${message}.`)
}

function labelOf(field: string): string {
  return Object.hasOwn(offerFields, field) ? offerFields[field as OfferColumn].label : field // one of its keys
}

/** The row to keep of what a source has written, with what it needs besides our columns. */
function givenRow(offer: OfferInput, row: Row): Row {
  const others = Object.entries(row).filter(([name]) => columnOf(name) === undefined)
  return { ...wholeRow(offer), ...Object.fromEntries(others) }
}

/** The row with the columns of another that it leaves out. */
function withKnown(row: Row, known: Row): Row {
  return {
    ...row,
    ...pickCells(
      known,
      unpricedColumns.filter((column) => isBlank(row[column])),
    ),
  }
}
