import { isCapped } from '@quoin/core/conversions/caps.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { type FaultGroup, openFaultTally } from '@quoin/core/offers/repair/fault-groups.ts'
import { addedClickIds, joinRepairs, noRepairs, type Repairs } from '@quoin/core/offers/repair/repairs.ts'
import { presetOf } from '../../networks/index.ts'
import type { FileEntry } from '../../ports/offer-files.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import type { Db } from '../../store/pg/database.ts'
import { findRepairs, keepRepairs } from './import-file/keep-repairs.ts'
import { testNetworkSlug } from './keep-test-offers.ts'
import { ratesOfNow } from '../terms/rates-of-now.ts'
import { type ImportProblem, isRepaired, OfferIntake } from './offer-intake.ts'

export interface ImportReport {
  readonly created: number
  readonly updated: number
  /** Written ones that had a repair. */
  readonly repaired: number
  /** Rows of the file, of which an offer may have several. */
  readonly refused: number
  /** Rows by cause: those that were repaired, and those that were refused. */
  readonly causes: readonly FaultGroup[]
  /** The first of them; `refused` counts all. */
  readonly problems: readonly ImportProblem[]
}

const batchSize = 500

type Needs = Pick<Ports, 'db' | 'store'> & AuditNeeds & { readonly snapshots: Pick<Snapshots, 'refresh'> }

interface OfferImport {
  readonly networkSlug: string
  readonly entries: AsyncIterable<FileEntry>
  /** Accepted for this file; left out: those that were kept for the network. */
  readonly repairs?: Repairs | undefined
  /** Accepted beside those. */
  readonly moreRepairs?: Repairs | undefined
  /** Keeps them for the next file of the network. */
  readonly isKept?: boolean
  /** Adds the network's parameter for our click id to addresses that have none, which are refused otherwise. */
  readonly addClickId?: boolean
}

/**
 * Imports offers of one network as they stream in. A bad row is reported with its line and changes nothing; the
 * others are written, with the accepted repairs: new ones created, known ones (network + external id) updated.
 */
export async function importOffers(
  needs: Needs,
  { networkSlug, entries, repairs, moreRepairs = noRepairs, isKept = false, addClickId = false }: OfferImport,
): Promise<ImportReport> {
  const { db, store, snapshots } = needs
  const network = await store.networks.findNetworkBySlug(db, networkSlug)
  if (!network) throw notFound(`There is no network "${networkSlug}". Create it first.`)
  const { clickParameter } = presetOf(network)
  const accepted = joinRepairs(repairs ?? (await findRepairs(needs, network.id)), moreRepairs)
  if (isKept) await keepRepairs(needs, network, accepted)
  const ofThisFile = addClickId ? joinRepairs(accepted, addedClickIds) : accepted
  const rateOf = await ratesOfNow(needs, db)
  const intake = new OfferIntake({ clickParameter, repairs: ofThisFile, rateOf, currency: network.currency })
  const tally = openFaultTally()
  const counts = { created: 0, updated: 0, repaired: 0 }
  const change = { name: 'catalogue', what: `import ${network.id}` } as const
  const write = async (offers: readonly OfferInput[]): Promise<void> => {
    // Should this process die before it has announced what it wrote, another does (end-abandoned-imports.ts).
    await store.snapshotVersions.noteLongChange(db, change)
    const written = await db.transaction((tx) => writeOffers(needs, tx, { network, offers }))
    counts.created += written.created
    counts.updated += written.updated
  }
  try {
    for await (const taken of intake.take(entries)) {
      for (const entry of taken.entries) tally.note(entry)
      if (taken.offer !== undefined && isRepaired(taken)) counts.repaired += 1
      if (intake.offers.length >= batchSize) await write(intake.takeBatch())
    }
    if (intake.offers.length > 0) await write(intake.takeBatch())
  } finally {
    // Once per import, also when the file ends in the middle: what was written must be seen.
    if (counts.created + counts.updated > 0) {
      const { created, updated } = counts
      const details = { created, updated, refused: intake.refused, ...repairsOf(tally.groups()) }
      const object = `network:${networkSlug}`
      await noteChange(needs, db, { action: 'offers.imported', object, details })
      await store.snapshotVersions.endLongChange(db, change)
      await snapshots.refresh('catalogue')
    }
  }
  const { refused, problems } = intake
  return { ...counts, refused, causes: tally.groups(), problems }
}

/** The repairs that were applied, with the rows of each; absent where there was none. */
function repairsOf(groups: readonly FaultGroup[]): { readonly repairs?: string } {
  const applied = groups
    .filter(({ outcome }) => outcome === 'repaired')
    .map(({ cause, field, touched }) => `${cause}${field === null ? '' : ` of ${field}`}: ${touched}`)
  return applied.length === 0 ? {} : { repairs: applied.join(', ') }
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
