import type { Ports, Snapshots } from '../../ports/ports.ts'
import { createApp } from '../apps/create-app.ts'
import type { FileEntry } from '../../ports/offer-files.ts'
import { type ImportReport, importOffers } from '../catalogue/import-offers.ts'
import { firstApp, firstPublisher } from './script/cast.ts'
import { createNetwork } from '../networks/create-network.ts'

export interface DemoCredentials {
  readonly baseUrl: string
  readonly trackUrl: string
  readonly postbackUrl: string
  readonly apiKey: string
  readonly apiSecret: string
}

type Needs = Pick<Ports, 'db' | 'store' | 'random' | 'keyring' | 'settings' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/** The network of the demo. While there is no other and no app, a demo may be made. */
export const demoNetworkSlug = 'demo'

/**
 * A publisher, an app, a network and a catalogue, so that the first call shows a full list. The app comes last: a
 * start that was stopped before it is made up for by the next.
 */
export async function createDemo(
  needs: Needs,
  catalogue: AsyncIterable<FileEntry>,
): Promise<{ credentials: DemoCredentials; report: ImportReport }> {
  const { db, store, settings } = needs
  if (!(await store.networks.findNetworkBySlug(db, demoNetworkSlug))) {
    await createNetwork(needs, {
      slug: demoNetworkSlug,
      name: 'Demo network',
      preset: 'generic',
      proof: 'none',
      allowedAddresses: [],
    })
  }
  const report = await importOffers(needs, { networkSlug: demoNetworkSlug, entries: catalogue })
  const app = await createApp(needs, {
    ...firstApp.settings,
    publisher: firstPublisher,
    name: firstApp.name,
  })
  const { baseUrl, trackUrl, postbackUrl } = settings
  return { credentials: { baseUrl, trackUrl, postbackUrl, ...app.live }, report }
}
