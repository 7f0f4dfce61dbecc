import { dayOf } from '@quoin/core/time/calendar-day.ts'
import type { Cap } from '@quoin/core/caps/cap.ts'
import { type CapDraft, readCap } from '@quoin/core/caps/read-cap.ts'
import { changedFields } from '@quoin/core/audit/changed-fields.ts'
import { invalidFields, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

/** The command line has no snapshots of its own; the running server hears of the change. */
export type CapNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/** Every process reads the use of all of them every second. */
const capsMax = 10_000

/**
 * Sets a cap, or another limit for the one that is there. Conversions that count already count on it: for the moment in
 * which they are counted, postbacks wait. In force for every conversion that is decided afterwards, in every process.
 * Throws INVALID_REQUEST for what is no cap, RESOURCE_NOT_FOUND for a network, offer or app that there is not.
 */
export async function setCap(
  { db, store, clock, snapshots }: CapNeeds,
  { actor, ...draft }: CapDraft & { readonly actor: string },
): Promise<Cap> {
  const reading = readCap(draft)
  if (!reading.ok) throw invalidFields(reading.problems)
  const nowMs = clock.nowMs()
  const set = await db.transaction(async (tx) => {
    await assertThere(store, tx, draft)
    await store.caps.lockCaps(tx)
    const { cap, limitBefore } = await store.caps.upsertCap(tx, reading.cap)
    if (limitBefore === null) {
      if ((await store.caps.countCaps(tx)) > capsMax) {
        throw invalidRequest(`There are ${capsMax} caps already. Remove one first.`)
      }
      // Somewhere the day before is not over yet.
      await store.capCounters.beginCounters(tx, cap, dayOf(nowMs - dayMs))
    }
    const { id, ...whole } = cap
    const fields = limitBefore === null ? {} : changedFields({ limit: limitBefore }, { limit: cap.limit })
    const details = { ...whole, ...fields }
    await store.audit.insertAudit(tx, { actor, action: 'cap.set', object: `cap:${id}`, details, nowMs })
    await store.snapshotVersions.bumpSnapshot(tx, 'caps')
    return cap
  })
  await snapshots.refresh('caps')
  return set
}

async function assertThere(store: Ports['store'], tx: Db, { offerId, appId }: CapDraft): Promise<void> {
  if (offerId !== null && !(await store.offers.findOfferById(tx, offerId))) {
    throw notFound(`There is no offer ${offerId}.`)
  }
  if (appId !== null && !(await store.apps.findAppById(tx, appId)))
    throw notFound(`There is no app ${appId}.`)
}
