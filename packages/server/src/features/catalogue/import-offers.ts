import { isCapped } from '@quoin/core/conversions/caps.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { OfferInput } from '@quoin/core/offers/offer-row.ts'
import { presetOf } from '../../networks/index.ts'
import type { FileEntry } from '../../ports/offer-files.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import type { Db } from '../../store/pg/database.ts'
import { testNetworkSlug } from './keep-test-offers.ts'
import { type ImportProblem, OfferIntake } from './offer-intake.ts'

export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly refused: number
  /** The first of them; `refused` counts all. */
  readonly problems: readonly ImportProblem[]
}

const batchSize = 500

type Needs = Pick<Ports, 'db' | 'store'> & AuditNeeds & { readonly snapshots: Pick<Snapshots, 'refresh'> }

interface OfferImport {
  readonly networkSlug: string
  readonly entries: AsyncIterable<FileEntry>
  /** Adds the network's parameter for our click id to addresses that have none, which are refused otherwise. */
  readonly addClickId?: boolean
}

/**
 * Imports offers of one network as they stream in. A bad row is reported with its line and changes nothing; the
 * others are written, new ones created and known ones (network + external id) updated.
 */
export async function importOffers(
  needs: Needs,
  { networkSlug, entries, addClickId = false }: OfferImport,
): Promise<ImportReport> {
  const { db, store, snapshots } = needs
  const network = await store.networks.findNetworkBySlug(db, networkSlug)
  if (!network)
    throw notFound(`There is no network "${networkSlug}". Create it first: quoin networks create.`)
  const { clickParameter } = presetOf(network)
  const intake = new OfferIntake({ clickParameter, isAdded: addClickId })
  const counts = { created: 0, updated: 0 }
  const change = { name: 'catalogue', what: `import ${network.id}` } as const
  const write = async (offers: readonly OfferInput[]): Promise<void> => {
    // Should this process die before it has announced what it wrote, another does (end-abandoned-imports.ts).
    await store.snapshotVersions.noteLongChange(db, change)
    const written = await db.transaction((tx) => writeOffers(needs, tx, { network, offers }))
    counts.created += written.created
    counts.updated += written.updated
  }
  try {
    for await (const entry of entries) {
      intake.take(entry)
      if (intake.offers.length >= batchSize) await write(intake.takeBatch())
    }
    if (intake.offers.length > 0) await write(intake.takeBatch())
  } finally {
    // Once per import, also when the file ends in the middle: what was written must be seen.
    if (counts.created + counts.updated > 0) {
      const details = { ...counts, refused: intake.refused }
      const object = `network:${networkSlug}`
      await noteChange(needs, db, { action: 'offers.imported', object, details })
      await store.snapshotVersions.endLongChange(db, change)
      await snapshots.refresh('catalogue')
    }
  }
  return { ...counts, refused: intake.refused, problems: intake.problems }
}

interface Written {
  readonly network: Pick<Network, 'id' | 'slug'>
  readonly offers: readonly OfferInput[]
}

/** Writes offers of a network, new and known ones; those of the test network are test offers. */
export async function writeOffers(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  tx: Db,
  { network, offers }: Written,
): Promise<{ readonly created: number; readonly updated: number }> {
  await gateNewCaps({ store }, tx, network.id, offers)
  const written = await store.offers.upsertOffers(tx, network.id, { offers, nowMs: clock.nowMs() })
  if (network.slug === testNetworkSlug) await store.testOffers.markTestOffers(tx, network.id)
  return written
}

/**
 * A decision made without knowing of an offer's first cap is not counted by it. All work under way is therefore
 * awaited, and what comes after knows. Without the lock, a cap could begin with less than what counts.
 */
async function gateNewCaps(
  { store }: Pick<Ports, 'store'>,
  tx: Db,
  networkId: number,
  offers: readonly OfferInput[],
): Promise<void> {
  const capped = offers.filter(isCapped).map(({ externalId }) => externalId)
  if (capped.length === 0 || !(await store.offers.isCapNew(tx, networkId, capped))) return
  await store.caps.lockCaps(tx)
  await store.snapshotVersions.bumpSnapshot(tx, 'caps')
}
