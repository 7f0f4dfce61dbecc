import { type DomainError, invalidFields, notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'

type ViewPorts = Pick<Ports, 'db' | 'store' | 'clock'>

interface Maker {
  readonly actor: string
  readonly name: string
}

/** Bounds of a person's own, and of the team's. */
const ownMax = 50
const sharedMax = 100

interface ViewToSave {
  readonly name: string
  readonly search: string
  readonly isShared: boolean
}

/** Saves a view under a name; one of the same maker with this name is replaced. */
export async function saveStatsView(
  { db, store, clock }: ViewPorts,
  { name, search, isShared }: ViewToSave,
  maker: Maker,
): Promise<number> {
  return await db.transaction(async (tx) => {
    const counted = await store.statsViews.lockStatsViews(tx, maker.actor)
    const before = await store.statsViews.findStatsView(tx, maker.actor, name)
    if (before === undefined && counted.own >= ownMax)
      throw tooMany(`is one more than the ${ownMax} that you may have: delete one first`)
    if (isShared && !before?.isShared && counted.shared >= sharedMax)
      throw tooMany(`is one more than the ${sharedMax} of the team: delete one first`)
    const view = { name, search, isShared }
    const id = await store.statsViews.upsertStatsView(tx, {
      ...view,
      maker: maker.actor,
      makerName: maker.name,
      nowMs: clock.nowMs(),
    })
    await noteChange({ store, clock, actor: maker.actor }, tx, {
      action: 'stats_view.saved',
      object: `stats_view:${id}`,
      before: before && savedOf(before),
      after: view,
      details: { name },
    })
    return id
  })
}

/** Deletes one's own view, or one of the team. */
export async function deleteStatsView(
  { db, store, clock }: ViewPorts,
  id: number,
  { actor }: Pick<Maker, 'actor'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const view = await store.statsViews.lockStatsView(tx, id)
    const mayDelete = view !== undefined && (view.maker === actor || view.isShared)
    // Whoever may not delete it learns nothing about what others saved for themselves.
    if (!mayDelete) throw notFound('There is no such view that you may delete.')
    await store.statsViews.deleteStatsView(tx, id)
    await noteChange({ store, clock, actor }, tx, {
      action: 'stats_view.deleted',
      object: `stats_view:${id}`,
      before: savedOf(view),
    })
  })
}

function savedOf({ name, search, isShared }: ViewToSave): ViewToSave {
  return { name, search, isShared }
}

function tooMany(message: string): DomainError {
  return invalidFields([{ field: 'name', rule: 'limit', message }])
}
