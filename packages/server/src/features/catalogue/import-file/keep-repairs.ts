import { noRepairs, type Repairs } from '@quoin/core/offers/repair/repairs.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { Db } from '../../../store/pg/database.ts'
import { type AuditNeeds, noteChange } from '../../audit/note-change.ts'

/** The repairs that were accepted for files of a network. */
export async function findRepairs(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  networkId: number,
): Promise<Repairs> {
  return (await store.importRepairs.findImportRepairs(db, networkId)) ?? noRepairs
}

/** Keeps repairs for the next file of a network; those that were kept before are replaced. */
export async function keepRepairs(
  needs: Pick<Ports, 'db'> & AuditNeeds,
  network: Pick<Network, 'id' | 'slug'>,
  repairs: Repairs,
): Promise<void> {
  await needs.db.transaction((tx) => writeRepairs(needs, tx, network, () => repairs))
}

/** The same within a transaction, by those that were kept before. */
export async function writeRepairs(
  needs: AuditNeeds,
  tx: Db,
  { id: networkId, slug }: Pick<Network, 'id' | 'slug'>,
  change: (before: Repairs) => Repairs,
): Promise<void> {
  const before = await needs.store.importRepairs.findImportRepairs(tx, networkId)
  const repairs = change(before ?? noRepairs)
  await needs.store.importRepairs.upsertImportRepairs(tx, { networkId, repairs, nowMs: needs.clock.nowMs() })
  const action = 'network.repairs_kept'
  await noteChange(needs, tx, { action, object: `network:${slug}`, before, after: repairs })
}
