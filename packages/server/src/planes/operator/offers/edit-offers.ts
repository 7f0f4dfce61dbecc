import {
  editOffers as editOperation,
  getOfferEdit as getOperation,
  previewOfferEdit as previewOperation,
  undoOfferEdit as undoOperation,
} from '@quoin/contract/operator/catalogue/edit-operations.ts'
import type { ValuesOf } from '@quoin/contract/fields/field.ts'
import { tellActor } from '@quoin/core/audit/audit-actor.ts'
import { notFound } from '@quoin/core/errors.ts'
import { showChange, tellChange } from '@quoin/core/offers/edit/plan-edit.ts'
import { undoableMs } from '@quoin/core/offers/edit/undo-edit.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { findThings } from '../../../features/audit/find-things.ts'
import type { OfferSelection } from '../../../features/catalogue/edit-offers/plan-offers.ts'
import { findCapped } from '../../../features/catalogue/find-capped.ts'
import type { ShownOffer } from '../../../features/catalogue/edit-offers/preview-edit.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { Ports } from '../../../ports/ports.ts'

const shownOffers = 50

/** A start does without them: they are loaded with the first edit. */
const features = {
  preview: () => import('../../../features/catalogue/edit-offers/preview-edit.ts'),
  apply: () => import('../../../features/catalogue/edit-offers/apply-edit.ts'),
  undo: () => import('../../../features/catalogue/edit-offers/undo-edit.ts'),
}

const previewOfferEdit = staffRoute(previewOperation, async ({ ports, body }) => {
  const { limit = shownOffers, csv: isWhole = false, changes } = body
  const selection = await selectionOf(ports, body)
  const { previewEdit } = await features.preview()
  const preview = await previewEdit(ports, { selection, changes, limit, isWhole })
  const { seen, seenAtMs, counts, offers, payout, underMargin, closing, closingCount, csv } = preview
  return {
    data: {
      seen,
      seen_at: secondsOf(seenAtMs),
      counts,
      change: offers.change.map(presentShown),
      same: offers.same.map(presentShown),
      cannot: offers.cannot.map(presentShown),
      payout: payout && {
        rises: payout.rises,
        falls: payout.falls,
        difference: formatMicros(payout.differenceMicros),
      },
      under_margin: underMargin,
      closing: closing.map(presentShown),
      closing_count: closingCount,
      csv,
    },
    message: 'Nothing was written.',
  }
})

const editOffers = staffRoute(editOperation, async ({ ports, body, staff: { actor } }) => {
  const { changes, seen = null } = body
  const selection = await selectionOf(ports, body)
  const { applyEdit } = await features.apply()
  const editId = await applyEdit(ports, { selection, changes, seen, actor })
  const data = await presentEdit(ports, editId)
  return { status: 201, data, message: `${data.changed} offers are changed.` }
})

const getOfferEdit = staffRoute(getOperation, async ({ ports, path: { editId }, query }) => {
  const { afterId = 0, limit = shownOffers } = query
  const edit = await presentEdit(ports, editId)
  const rows = await ports.store.offerEdits.listEditRows(ports.db, { editId, afterId, limit })
  const offers = rows.map(({ offerId, name, changes }) =>
    presentShown({ id: offerId, name, changes: changes.map(showChange), closesAt: null, reason: null }),
  )
  return { data: { edit, offers }, message: 'The edit.' }
})

const undoOfferEdit = staffRoute(undoOperation, async ({ ports, path: { editId }, staff: { actor } }) => {
  const { undoEdit } = await features.undo()
  const { putBack, stayed, message } = await undoEdit(ports, { editId, actor })
  return { data: { put_back: putBack, stayed, told: message }, message }
})

export const offerEditRoutes = [previewOfferEdit, editOffers, getOfferEdit, undoOfferEdit]

type Given = Omit<ValuesOf<(typeof editOperation)['body']>, 'seen' | 'changes'>

async function selectionOf(ports: Parameters<typeof findCapped>[0], given: Given): Promise<OfferSelection> {
  const { search = null, networkId = null, status = null, country = null, platform = null } = given
  const { category = null, ids = null, exceptIds = [] } = given
  const filter = { search, networkId, country, platform, category, exceptIds }
  if (status !== 'capped') return { ...filter, status, ids }
  const wanted = ids === null ? undefined : new Set(ids)
  const capped = await findCapped(ports)
  return { ...filter, status: null, ids: wanted ? capped.filter((id) => wanted.has(id)) : capped }
}

function presentShown({ id, name, changes, closesAt, reason }: ShownOffer) {
  return { id: String(id), name, changes, closes_at: closesAt, reason }
}

async function presentEdit(ports: Pick<Ports, 'db' | 'store' | 'clock' | 'snapshots'>, editId: number) {
  const edit = await ports.store.offerEdits.findEdit(ports.db, editId)
  if (!edit) throw notFound(`There is no edit ${editId}.`)
  const { actor, networkId, happenedAtMs, undoneAtMs } = edit
  const asChange = { id: 0, happenedAtMs, actor, action: '', object: '', details: {}, origin: null }
  const things = await findThings(ports, [asChange])
  const network = networkId === null ? undefined : ports.snapshots.networks().findNetwork(networkId)
  return {
    id: String(edit.id),
    made_at: secondsOf(happenedAtMs),
    actor,
    who: tellActor(actor, things).name,
    changed: edit.changed,
    same: edit.same,
    cannot: edit.cannot,
    network: network?.name ?? null,
    changes: edit.changes.map((change) => ({ field: change.field, told: tellChange(change) })),
    undo_until: secondsOf(happenedAtMs + undoableMs),
    undoable: undoneAtMs === null && ports.clock.nowMs() <= happenedAtMs + undoableMs,
    undone_at: secondsOf(undoneAtMs),
    put_back: edit.putBack,
    stayed: edit.stayed,
  }
}
