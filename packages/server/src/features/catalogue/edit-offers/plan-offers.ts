import { createHash } from 'node:crypto'
import { invalidFields, invalidRequest } from '@quoin/core/errors.ts'
import type { EditedOffer } from '@quoin/core/offers/edit/edit-values.ts'
import {
  type FieldEdit,
  type OfferEdit,
  type OfferPlan,
  planEdit,
  readEdit,
} from '@quoin/core/offers/edit/plan-edit.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { Db } from '../../../store/pg/database.ts'
import { isBuiltIn } from '../keep-test-offers.ts'

/** More are not edited at once: the filter is to be narrowed. */
export const editedMax = 10_000
/** Every process holds all margin rules, those that have ended too. */
const marginsMax = 1_000

/** All offers that a filter finds but for some, or some by their ids. Capped ones are given by their ids. */
export type OfferSelection = Parameters<Ports['store']['offerEdits']['listEdited']>[1]

/** An offer with the outcome of the edit for it. */
export interface PlannedOffer {
  readonly offer: EditedOffer & { readonly updatedAtMs: number }
  readonly plan: OfferPlan
}

export interface PlannedEdit {
  readonly offers: readonly PlannedOffer[]
  /** Everything that the outcome depends on, hashed: another one means that the preview is old. */
  readonly digest: string
}

/** Reads the changes of an edit. Throws INVALID_REQUEST that names every bad one. */
export function readChanges(given: readonly FieldEdit[]): OfferEdit {
  const reading = readEdit(given)
  if ('edit' in reading) return reading.edit
  throw invalidFields(
    reading.problems.map(({ at, message }) => ({
      field: at === '' ? 'changes' : `changes.${at}`,
      rule: 'format',
      message,
    })),
  )
}

interface Asked {
  readonly selection: OfferSelection
  readonly edit: OfferEdit
  readonly nowMs: number
}

/** The outcome of an edit for each offer of a selection. Throws INVALID_REQUEST where there are too many. */
export async function planOffers(
  store: Pick<Ports['store'], 'offerEdits'>,
  db: Db,
  { selection, edit, nowMs }: Asked,
): Promise<PlannedEdit> {
  const isMargin = edit.some(({ given }) => given.field === 'margin')
  const most = isMargin ? marginsMax : editedMax
  const rows = await store.offerEdits.listEdited(db, selection, most + 1)
  if (rows.length > most) throw tooMany(most, isMargin)
  const hash = createHash('sha256')
  const offers = rows.map(({ externalId, isTest, fileStatus, pausedAtMs, ...row }): PlannedOffer => {
    const ofGoals = row.goals.flatMap(({ goal, prices = [] }) => prices.map((price) => ({ ...price, goal })))
    const offer = {
      ...row,
      prices: [...row.prices, ...ofGoals],
      isBuiltIn: isTest && isBuiltIn(externalId),
      state: { file: fileStatus, pausedAtMs },
    }
    const plan = planEdit(edit, offer, nowMs)
    const seen = edit.map(({ given }) => offer[given.field])
    hash.update(JSON.stringify([offer.id, offer.revenueMicros, seen, plan.kind]))
    return { offer, plan }
  })
  return { offers, digest: hash.digest('hex').slice(0, 32) }
}

function tooMany(most: number, isMargin: boolean) {
  return invalidRequest(
    isMargin
      ? `A margin rule is set for at most ${most} offers at once: narrow the selection, or set one rule for all.`
      : `More than ${most} offers match: narrow the selection.`,
  )
}

/** Whether an offer gets its first cap: work under way does not count for it. */
export function hasNewCap(
  changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[],
): boolean {
  return changes.some(({ field, before, after }) => field === 'dailyCap' && before === null && after !== null)
}
