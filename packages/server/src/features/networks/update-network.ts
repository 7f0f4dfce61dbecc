import { notFound } from '@quoin/core/errors.ts'
import type { NetworkChanges, NetworkSetting } from '../../store/networks/networks.ts'
import { noteChange } from '../audit/note-change.ts'
import type { NetworkNeeds } from './create-network.ts'

/** Changes settings of a network; what is left out keeps its value, what is unset gets back its default. */
export async function updateNetwork(
  needs: Pick<NetworkNeeds, 'db' | 'store' | 'snapshots' | 'clock' | 'actor'>,
  slug: string,
  changes: NetworkChanges,
  unset: readonly NetworkSetting[] = [],
): Promise<void> {
  const { db, store, snapshots } = needs
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  await db.transaction(async (tx) => {
    await store.networks.updateNetwork(tx, network.id, changes)
    await store.networks.unsetOfNetwork(tx, network.id, unset)
    const after = await store.networks.findNetworkBySlug(tx, slug)
    await noteChange(needs, tx, {
      action: 'network.updated',
      object: `network:${slug}`,
      before: network,
      after,
    })
    await store.snapshotVersions.bumpSnapshot(tx, 'networks')
  })
  await snapshots.refresh('networks')
}
