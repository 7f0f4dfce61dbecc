import { notFound } from '@quoin/core/errors.ts'
import type { NetworkChanges, NetworkSetting } from '../../store/networks/networks.ts'
import type { NetworkNeeds } from './create-network.ts'

/** Changes settings of a network; what is left out keeps its value, what is unset gets back its default. */
export async function updateNetwork(
  { db, store, snapshots }: Pick<NetworkNeeds, 'db' | 'store' | 'snapshots'>,
  slug: string,
  changes: NetworkChanges,
  unset: readonly NetworkSetting[] = [],
): Promise<void> {
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  await db.transaction(async (tx) => {
    await store.networks.updateNetwork(tx, network.id, changes)
    await store.networks.unsetOfNetwork(tx, network.id, unset)
    await store.snapshotVersions.bumpSnapshot(tx, 'networks')
  })
  await snapshots.refresh('networks')
}
