import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { tellCount } from '@quoin/core/audit/tell-value.ts'
import { undoableMs, undoEdit as undoOf } from '@quoin/core/offers/edit/undo-edit.ts'
import type { Db } from '../../../store/pg/database.ts'
import { noteChange } from '../../audit/note-change.ts'
import { type EditNeeds, lockFor, writeValues } from './apply-edit.ts'
import { nameChangers } from './name-changers.ts'
import { editedMax, hasNewCap, planOffers } from './plan-offers.ts'

interface UndoneEdit {
  readonly putBack: number
  /** Those of which something stays: it was changed since, or would be refused now. */
  readonly stayed: number
  /** All in a sentence. */
  readonly message: string
}

const everyOffer = {
  search: null,
  networkId: null,
  status: null,
  country: null,
  platform: null,
  category: null,
  exceptIds: [],
}

/**
 * Takes an edit back, within a day and once: fields that are still as it left them, in one transaction. Throws
 * RESOURCE_NOT_FOUND for an unknown edit and INVALID_REQUEST where it is too late.
 */
export async function undoEdit(
  needs: EditNeeds,
  { editId, actor }: { readonly editId: number; readonly actor: string },
): Promise<UndoneEdit> {
  const { db, store, clock, snapshots } = needs
  const nowMs = clock.nowMs()
  const undone = await db.transaction(async (tx) => {
    const edit = await store.offerEdits.lockEdit(tx, editId)
    if (!edit) throw notFound(`There is no edit ${editId}.`)
    if (edit.undoneAtMs !== null) throw invalidRequest('It was taken back already: nothing was changed.')
    if (nowMs > edit.happenedAtMs + undoableMs)
      throw invalidRequest('It was made more than 24 hours ago: nothing was changed. Edit the offers anew.')
    const rows = await store.offerEdits.listEditRows(tx, { editId, afterId: 0, limit: editedMax })
    const isCapNew = rows.some(({ changes }) =>
      hasNewCap(changes.map(({ field, before, after }) => ({ field, before: after, after: before }))),
    )
    await lockFor(needs, tx, isCapNew)
    const ids = rows.map(({ offerId }) => offerId)
    const { offers } = await planOffers(store, tx, { selection: { ...everyOffer, ids }, edit: [], nowMs })
    const made = new Map(rows.map(({ offerId, changes }) => [offerId, changes]))
    const plans = offers.map(({ offer }) => ({ offer, ...undoOf(made.get(offer.id) ?? [], offer) }))
    const changed = plans.filter(({ changes }) => changes.length > 0)
    if (changed.length > 0) await writeValues(needs, tx, { changed, nowMs })
    const kept = plans.filter(({ stays }) => stays.length > 0)
    const counts = { putBack: plans.length - kept.length, stayed: kept.length }
    await store.offerEdits.endEdit(tx, { id: editId, nowMs, actor, ...counts })
    // The log is asked who changed the others before it knows of this undo.
    const told = { putBack: counts.putBack, kept, sinceMs: edit.happenedAtMs }
    const message = await tellUndo({ db: tx, store }, told)
    await noteUndo(needs, tx, { edit, actor, ...counts })
    return { ...counts, message }
  })
  await snapshots.refresh('catalogue')
  await snapshots.refresh('terms')
  return undone
}

type LogNeeds = Parameters<typeof nameChangers>[0]
type Stays = readonly { readonly reason: 'changed' | 'refused' }[]

interface ToldUndo {
  readonly putBack: number
  readonly kept: readonly {
    readonly offer: { readonly id: number; readonly networkId: number }
    readonly stays: Stays
    /** The fields that were put back all the same. */
    readonly changes: readonly unknown[]
  }[]
  readonly sinceMs: number
}

async function tellUndo(needs: LogNeeds, { putBack, kept, sinceMs }: ToldUndo): Promise<string> {
  const since = kept.filter(({ stays }) => stays.some(({ reason }) => reason === 'changed'))
  const refused = kept.length - since.length
  const by = await nameChangers(needs, { offers: since.map(({ offer }) => offer), sinceMs: sinceMs + 1 })
  const was = since.length === 1 ? 'was' : 'were'
  const stay = since.length === 1 ? 'stays' : 'stay'
  const theirs = since.length === 1 ? 'its' : 'their'
  const rest = since.some(({ changes }) => changes.length > 0) ? `, but for ${theirs} other fields` : ''
  return [
    `${putBack} put back`,
    ...(since.length === 0 ? [] : [`${since.length} ${was} changed since${by} and ${stay}${rest}`]),
    ...(refused === 0
      ? []
      : [
          `${refused} would now be refused, such as a payout above the revenue, and ${refused === 1 ? 'stays' : 'stay'}`,
        ]),
  ]
    .join(', ')
    .concat('.')
}

interface NotedUndo {
  readonly edit: { readonly id: number; readonly changed: number; readonly networkId: number | null }
  readonly actor: string
  readonly putBack: number
  readonly stayed: number
}

async function noteUndo(
  { store, clock }: EditNeeds,
  tx: Db,
  { edit, actor, putBack, stayed }: NotedUndo,
): Promise<void> {
  const { id, changed, networkId } = edit
  await noteChange({ store, clock, actor }, tx, {
    action: 'offers.edit_undone',
    object: `offer_edit:${id}`,
    details: { name: tellCount(changed, 'offer'), networkId, putBack, stayed },
  })
}
