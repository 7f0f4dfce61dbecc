import type { Ports, Snapshots } from '../../ports.ts'
import { createApp } from '../apps/create-app.ts'
import { type FileEntry, type ImportReport, importOffers } from '../catalogue/import-offers.ts'
import { createNetwork } from '../networks/create-network.ts'

export interface DemoCredentials {
  readonly baseUrl: string
  readonly trackUrl: string
  readonly postbackUrl: string
  readonly apiKey: string
  readonly apiSecret: string
}

type Needs = Pick<Ports, 'db' | 'store' | 'random' | 'keyring' | 'settings'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/** A publisher, an app, a network and a catalogue, so that the first call shows a full list. */
export async function createDemo(
  needs: Needs,
  catalogue: AsyncIterable<FileEntry>,
): Promise<{ credentials: DemoCredentials; report: ImportReport }> {
  const { settings } = needs
  await createNetwork(needs, {
    slug: 'demo',
    name: 'Demo network',
    preset: 'generic',
    proof: 'none',
    allowedAddresses: [],
  })
  const app = await createApp(needs, {
    publisher: 'Demo publisher',
    name: 'Demo app',
    currencyName: 'Coins',
    currencyRateMicros: 1_000_000_000,
    currencyDecimals: 0,
  })
  const report = await importOffers(needs, { networkSlug: 'demo', entries: catalogue })
  const { baseUrl, trackUrl, postbackUrl } = settings
  return { credentials: { baseUrl, trackUrl, postbackUrl, ...app.live }, report }
}
