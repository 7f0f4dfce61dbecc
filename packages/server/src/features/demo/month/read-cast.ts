import type { Network } from '@quoin/core/networks/network.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { DemoAppRow, DemoOfferRow } from '../../../store/demo/demo-cast.ts'

/** The demo's parties as the database has them. */
export interface Cast {
  readonly apps: ReadonlyMap<string, DemoAppRow>
  readonly networks: ReadonlyMap<string, Network>
  readonly offers: readonly DemoOfferRow[]
}

const offersMax = 5_000

export async function readCast({ db, store }: Pick<Ports, 'db' | 'store'>): Promise<Cast> {
  const apps = await store.demoCast.listDemoApps(db)
  const networks = await store.networks.listNetworks(db)
  return {
    apps: new Map(apps.map((app) => [app.name, app])),
    networks: new Map(networks.map((network) => [network.slug, network])),
    offers: await store.demoCast.listDemoOffers(db, offersMax),
  }
}
