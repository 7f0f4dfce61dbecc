import { readOfferFile } from '../../adapters/offer-files/offer-files.ts'
import { testNetworkSlug } from '../../features/catalogue/keep-test-offers.ts'
import { beginMonth } from '../../features/demo/month/begin-month.ts'
import { createDemo, type DemoCredentials, demoNetworkSlug } from '../../features/demo/create-demo.ts'
import type { Ports } from '../../ports/ports.ts'
import { exampleOffers, readDemoFile, writeDemoFile } from './demo-file.ts'

/** The demo's credentials, and whether this start made them. */
export interface Demo {
  readonly credentials: DemoCredentials
  /** Made by this start: the only one that prints the secret. */
  readonly isNew: boolean
}

/**
 * The demo of an embedded database: made when the database is empty and DEMO is not off, found in its file
 * later. The file follows the addresses of the service, which change with PORT.
 */
export async function keepDemo(ports: Ports): Promise<Demo | undefined> {
  const { dataDir, demo, baseUrl, trackUrl, postbackUrl } = ports.settings
  if (!demo || (await isRemoved(ports))) return undefined
  if (await isEmpty(ports)) return { credentials: await makeDemo(ports), isNew: true }
  const kept = await readDemoFile(dataDir)
  if (kept === undefined) return undefined
  const credentials = { ...kept, baseUrl, trackUrl, postbackUrl }
  if (JSON.stringify(credentials) !== JSON.stringify(kept)) await writeDemoFile(dataDir, credentials)
  return { credentials, isNew: false }
}

async function isRemoved({ store, db }: Ports): Promise<boolean> {
  return ((await store.demoMonth.findDemoMonth(db))?.removedAtMs ?? null) !== null
}

/** Remains of a demo whose start was stopped in the middle do not count, nor do the test offers. */
async function isEmpty({ store, db }: Ports): Promise<boolean> {
  if ((await store.apps.listApps(db)).length > 0) return false
  const own = [demoNetworkSlug, testNetworkSlug]
  return (await store.networks.listNetworks(db)).every(({ slug }) => own.includes(slug))
}

async function makeDemo(ports: Ports): Promise<DemoCredentials> {
  if (ports.settings.demoMonth) await beginMonth(ports)
  const { credentials, report } = await createDemo(ports, readOfferFile(exampleOffers))
  await writeDemoFile(ports.settings.dataDir, credentials)
  ports.log.info({ offers: report.created, refused: report.refused }, 'demo data created')
  return credentials
}
