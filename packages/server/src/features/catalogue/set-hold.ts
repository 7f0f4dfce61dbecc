import { notFound } from '@quoin/core/errors.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'

/**
 * Sets for how many days the approved conversions of an offer are held before they count. Those that are held
 * already keep their time. Throws RESOURCE_NOT_FOUND for an unknown offer.
 */
export async function setHold(
  {
    db,
    store,
    clock,
    snapshots,
  }: Pick<Ports, 'db' | 'store' | 'clock'> & {
    readonly snapshots: Pick<Snapshots, 'refresh'>
  },
  { offerId, holdDays, actor }: { offerId: number; holdDays: number; actor: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [held] = await store.offers.listHoldDays(tx, [offerId])
    if (!(await store.offers.updateHold(tx, offerId, holdDays)))
      throw notFound(`There is no offer ${offerId}.`)
    await store.audit.insertAudit(tx, {
      actor,
      action: 'offer.hold_set',
      object: `offer:${offerId}`,
      details: { holdDays, before: { holdDays: held?.holdDays ?? null }, after: { holdDays } },
      nowMs: clock.nowMs(),
    })
    await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
  })
  await snapshots.refresh('catalogue')
}
