import { notFound } from '@quoin/core/errors.ts'
import type { NetworkChanges } from '../../store/networks.ts'
import type { NetworkNeeds } from './create-network.ts'

/** Changes settings of a network; what is left out keeps its value. */
export async function updateNetwork(
  { db, store, snapshots }: Pick<NetworkNeeds, 'db' | 'store' | 'snapshots'>,
  slug: string,
  changes: NetworkChanges,
): Promise<void> {
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  await db.transaction(async (tx) => {
    await store.networks.updateNetwork(tx, network.id, changes)
    await store.snapshotVersions.bumpSnapshot(tx, 'networks')
  })
  await snapshots.refresh('networks')
}
