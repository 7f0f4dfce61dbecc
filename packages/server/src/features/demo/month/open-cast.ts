import { dayMs } from '@quoin/core/time/durations.ts'
import { createApp } from '../../apps/create-app.ts'
import { disableEndpoint } from '../../callbacks/endpoints/switch-endpoint.ts'
import { setEndpoint } from '../../callbacks/endpoints/set-endpoint.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'
import { importOffers } from '../../catalogue/import-offers.ts'
import { createNetwork } from '../../networks/create-network.ts'
import { type EndpointRole, demoActors, demoApps, demoNetworks, slugOfFile } from '../script/cast.ts'
import { receiverUrl } from './demo-receiver.ts'
import { type Cast, readCast } from './read-cast.ts'
import { setTerms } from './set-terms.ts'
import { startOf } from '../script/write-script.ts'
import type { ShiftedPorts } from './shifted-ports.ts'

const changed = ['networks', 'apps', 'catalogue', 'terms', 'caps', 'lists'] as const

/**
 * Makes publishers, apps, networks, offers, endpoints and terms, as they were a month ago; what an earlier start has
 * made is found. Endpoints rest until the month is written: what is told by then is told at its own time.
 */
export async function openCast(
  shifted: ShiftedPorts,
  { endsAtMs, readCatalogue }: { endsAtMs: number; readCatalogue: () => AsyncIterable<FileEntry> },
): Promise<Cast> {
  // Once at the end: each change by itself would have the catalogue built anew.
  const ports: ShiftedPorts = { ...shifted, snapshots: { ...shifted.snapshots, refresh: async () => {} } }
  const { db, store } = ports
  const [actor] = demoActors
  ports.moveTo(startOf(endsAtMs) - 2 * dayMs)
  const publishers = [...new Set(demoApps.map(({ publisher }) => publisher))]
  await store.demoCast.markDemoPublishers(db, publishers)
  for (const { slug, name, preset, timeZone } of demoNetworks) {
    if (await store.networks.findNetworkBySlug(db, slug)) continue
    await createNetwork(
      { ...ports, actor },
      { slug, name, preset, timeZone, proof: 'token', allowedAddresses: [] },
    )
    const entries = entriesOf(readCatalogue(), slug)
    await importOffers({ ...ports, actor }, { networkSlug: slug, entries })
  }
  await store.demoCast.markDemoNetworks(
    db,
    demoNetworks.map(({ slug }) => slug),
  )
  const known = await store.demoCast.listDemoApps(db)
  for (const app of demoApps) {
    if (known.some(({ name }) => name === app.name)) continue
    const { appId } = await createApp(
      { ...ports, actor },
      { ...app.settings, publisher: app.publisher, name: app.name },
    )
    if (app.endpoint !== null) await makeEndpoint(ports, appId, app.endpoint)
  }
  const cast = await readCast(ports)
  await setTerms(ports, cast)
  await store.demoCast.ageDemoCast(db, startOf(endsAtMs) - 2 * dayMs)
  for (const name of changed) await shifted.snapshots.refresh(name)
  return cast
}

/** The rows of one network of a file with those of several. */
async function* entriesOf(entries: AsyncIterable<FileEntry>, slug: string): AsyncGenerator<FileEntry> {
  for await (const entry of entries) {
    if ('row' in entry && slugOfFile(String(entry.row['network'])) === slug) yield entry
  }
}

async function makeEndpoint(ports: ShiftedPorts, appId: number, endpoint: EndpointRole): Promise<void> {
  const [actor] = demoActors
  const { name, format, method, path } = endpoint
  const parameters =
    format === 'template' ? 'user={user_id}&amount={amount}&id={transaction_id}&status={status}' : undefined
  const { endpointId } = await setEndpoint(ports, {
    appId,
    name,
    actor,
    choices: { format, method, url: receiverUrl(path), ...(parameters === undefined ? {} : { parameters }) },
  })
  await disableEndpoint(ports, { endpointId, actor })
}
