import { beginTrusted, type TrustedClock } from '@quoin/core/time/trusted-clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'

/** A person says that the database's clock is right: it is trusted from now on, whatever it was before. */
export async function confirmClock(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  actor: string,
): Promise<TrustedClock> {
  return await db.transaction(async (tx) => {
    const before = await store.trustedClock.lockTrustedClock(tx)
    const confirmed = beginTrusted(await store.trustedClock.readDatabaseClock(tx))
    await store.trustedClock.updateTrustedClock(tx, confirmed)
    await noteChange({ store, clock, actor }, tx, {
      action: 'clock.confirmed',
      object: 'clock:database',
      details: {},
      before: { trustedMs: before.trustedMs },
      after: { trustedMs: confirmed.trustedMs },
    })
    return confirmed
  })
}
