import { notFound } from '@quoin/core/errors.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'

/** An operator's pause outlasts every import, until it is taken back. */
type PauseChange = 'paused' | 'active'

type Needs = Pick<Ports, 'db' | 'store' | 'clock'> & { readonly snapshots: Pick<Snapshots, 'refresh'> }

/**
 * Pauses or resumes an offer, in every process at once. A paused one is not listed and its links fall back; what was
 * clicked before still counts. Throws RESOURCE_NOT_FOUND for an unknown offer.
 */
export async function pauseOffer(
  { db, store, clock, snapshots }: Needs,
  { offerId, status, actor }: { offerId: number; status: PauseChange; actor: string },
): Promise<void> {
  const nowMs = clock.nowMs()
  await db.transaction(async (tx) => {
    const before = await store.offers.findStoredOffer(tx, offerId)
    const isThere =
      status === 'paused'
        ? await store.offers.pauseOffer(tx, offerId, nowMs)
        : await store.offers.resumeOffer(tx, offerId)
    if (!isThere) throw notFound(`There is no offer ${offerId}.`)
    const object = `offer:${offerId}`
    const states = { before: { status: before?.status }, after: { status } }
    await noteChange({ store, clock, actor }, tx, { action: `offer.${status}`, object, ...states })
    await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
  })
  await snapshots.refresh('catalogue')
}
