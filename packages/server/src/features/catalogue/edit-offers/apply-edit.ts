import { invalidRequest } from '@quoin/core/errors.ts'
import {
  type FieldDifference,
  type FieldEdit,
  type OfferEdit,
  tellChange,
  withChanges,
} from '@quoin/core/offers/edit/plan-edit.ts'
import type { EditedOffer } from '@quoin/core/offers/edit/edit-values.ts'
import { tellCount } from '@quoin/core/audit/tell-value.ts'
import type { Ports, Snapshots } from '../../../ports/ports.ts'
import type { Db } from '../../../store/pg/database.ts'
import { noteChange } from '../../audit/note-change.ts'
import { nameChangers } from './name-changers.ts'
import { hasNewCap, type OfferSelection, type PlannedEdit, planOffers, readChanges } from './plan-offers.ts'

export type EditNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

interface EditAsked {
  readonly selection: OfferSelection
  readonly changes: readonly FieldEdit[]
  /** As the preview gave it; left out: whatever is there now. */
  readonly seen: string | null
  readonly actor: string
}

/**
 * Makes an edit of many offers in one transaction: all of it or nothing. It is refused where anything that its outcome
 * depends on has changed since the preview. Throws INVALID_REQUEST that says so, or that names every bad change.
 */
export async function applyEdit(needs: EditNeeds, asked: EditAsked): Promise<number> {
  const { db, store, clock, snapshots } = needs
  const edit = readChanges(asked.changes)
  const { selection } = asked
  const nowMs = clock.nowMs()
  // Looked at first without a lock: most refusals cost nobody anything, and it tells which locks are needed.
  const before = await planOffers(store, db, { selection, edit, nowMs })
  const seen = asked.seen ?? `${nowMs}.${before.digest}`
  await refuseOld(needs, { seen, planned: before })
  const isCapNew = before.offers.some(({ plan }) => plan.kind === 'change' && hasNewCap(plan.changes))
  const editId = await db.transaction(async (tx) => {
    await lockFor(needs, tx, isCapNew)
    const planned = await planOffers(store, tx, { selection, edit, nowMs })
    await refuseOld({ db: tx, store }, { seen, planned })
    return await writeEdit(needs, tx, { planned, edit, actor: asked.actor, nowMs })
  })
  await snapshots.refresh('catalogue')
  if (edit.some(({ given }) => given.field === 'margin')) await snapshots.refresh('terms')
  return editId
}

/** Caps before offers, as an import takes them: a decision made without knowing of a first cap is awaited. */
export async function lockFor({ store }: Pick<Ports, 'store'>, tx: Db, isCapNew: boolean): Promise<void> {
  if (isCapNew) {
    await store.caps.lockCaps(tx)
    await store.snapshotVersions.bumpSnapshot(tx, 'caps')
  }
  await store.offerEdits.lockOfferWrites(tx)
}

interface WrittenEdit {
  readonly planned: PlannedEdit
  readonly edit: OfferEdit
  readonly actor: string
  readonly nowMs: number
}

async function writeEdit(
  needs: EditNeeds,
  tx: Db,
  { planned, edit, actor, nowMs }: WrittenEdit,
): Promise<number> {
  const { store, clock } = needs
  const changed = planned.offers.flatMap(({ offer, plan }) =>
    plan.kind === 'change' ? [{ offer, changes: plan.changes }] : [],
  )
  if (changed.length === 0) throw invalidRequest('Nothing would change: no offer was changed.')
  await writeValues(needs, tx, { changed, nowMs })
  const networks = new Set(changed.map(({ offer }) => offer.networkId))
  const [networkId = null] = networks.size === 1 ? networks : []
  const given = edit.map((one) => one.given)
  const count = (kind: string) => planned.offers.filter(({ plan }) => plan.kind === kind).length
  const editId = await store.offerEdits.insertEdit(
    tx,
    {
      happenedAtMs: nowMs,
      actor,
      changes: given,
      changed: changed.length,
      same: count('same'),
      cannot: count('cannot'),
      networkId,
    },
    changed.map(({ offer, changes }) => ({ offerId: offer.id, changes })),
  )
  await noteChange({ store, clock, actor }, tx, {
    action: 'offers.edited',
    object: `offer_edit:${editId}`,
    details: {
      name: tellCount(changed.length, 'offer'),
      networkId,
      edit: Object.fromEntries(given.map((one) => [one.field, tellChange(one)])),
    },
  })
  return editId
}

interface ChangedValues {
  readonly changed: readonly { readonly offer: EditedOffer; readonly changes: readonly FieldDifference[] }[]
  readonly nowMs: number
}

/** Writes changed offers and announces them. */
export async function writeValues(
  { store }: Pick<Ports, 'store'>,
  tx: Db,
  { changed, nowMs }: ChangedValues,
): Promise<void> {
  const after = changed.map(({ offer, changes }) => ({ changes, offer: withChanges(offer, changes) }))
  await store.offerEdits.updateEdited(
    tx,
    after.map(({ offer }) => offer),
    nowMs,
  )
  const priced = after.filter(({ changes }) => changes.some(({ field }) => field === 'prices'))
  await store.offerEdits.updateGoalPrices(
    tx,
    priced.map(({ offer }) => offer),
    nowMs,
  )
  await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
  const margins = after
    .filter(({ changes }) => changes.some(({ field }) => field === 'margin'))
    .map(({ offer }) => ({ offerId: offer.id, basisPoints: offer.margin }))
  if (margins.length === 0) return
  await store.offerEdits.replaceOfferMargins(tx, margins, nowMs)
  await store.snapshotVersions.bumpSnapshot(tx, 'terms')
}

async function refuseOld(
  needs: Parameters<typeof nameChangers>[0],
  { seen, planned }: { readonly seen: string; readonly planned: PlannedEdit },
): Promise<void> {
  const [time = '', digest] = seen.split('.')
  if (digest === planned.digest) return
  const sinceMs = Number(time)
  const since = planned.offers.filter(({ offer }) => offer.updatedAtMs > sinceMs).map(({ offer }) => offer)
  const by = await nameChangers(needs, { offers: since, sinceMs })
  const message =
    since.length === 0
      ? 'Other offers match than the preview showed. Look at the new one.'
      : `${tellCount(since.length, 'offer')} ${since.length === 1 ? 'was' : 'were'} changed${by} since the preview. Look at the new one.`
  throw invalidRequest(`Nothing was changed: ${message}`, [{ field: 'seen', rule: 'changed', message }])
}
