import { notFound } from '@quoin/core/errors.ts'
import type { NetworkChanges } from '../../store/networks/networks.ts'
import { noteChange } from '../audit/note-change.ts'
import type { NetworkNeeds } from './create-network.ts'

/** Changes settings of a network. Takes effect at once, in every process. */
export async function updateNetwork(
  needs: Pick<NetworkNeeds, 'db' | 'store' | 'snapshots' | 'clock' | 'actor'>,
  slug: string,
  changes: NetworkChanges,
): Promise<void> {
  const { db, store, snapshots } = needs
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  await db.transaction(async (tx) => {
    await store.networks.updateNetwork(tx, network.id, changes)
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
