import { isCapped } from '@quoin/core/conversions/caps.ts'
import { notFound } from '@quoin/core/errors.ts'
import { templateProblem } from '@quoin/core/macros/expand.ts'
import { readAttributableUrl, unknownMacroProblem } from '@quoin/core/offers/click-id-url.ts'
import { type OfferInput, readOfferRow } from '@quoin/core/offers/offer-row.ts'
import { presetOf } from '../../networks/index.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import type { Db } from '../../store/pg/database.ts'

/** A row of a file, or what is wrong with a place in it; as an offer file's reader gives them. */
export type FileEntry =
  | { readonly line: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string }

export interface ImportProblem {
  readonly line: number
  readonly field: string | null
  readonly message: string
}

export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly refused: number
  /** The first of them; `refused` counts all. */
  readonly problems: readonly ImportProblem[]
}

const batchSize = 500
const problemsMax = 1_000

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
  const intake = new Intake({ clickParameter, isAdded: addClickId })
  const counts = { created: 0, updated: 0 }
  const change = { name: 'catalogue', what: `import ${network.id}` } as const
  const write = async (offers: readonly OfferInput[]): Promise<void> => {
    // Should this process die before it has announced what it wrote, another does (end-abandoned-imports.ts).
    await store.snapshotVersions.noteLongChange(db, change)
    const written = await db.transaction(async (tx) => {
      await gateNewCaps(needs, tx, network.id, offers)
      return await store.offers.upsertOffers(tx, network.id, offers)
    })
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

/**
 * A decision made without knowing of an offer's first cap is not counted by it. All work under way is therefore
 * awaited, and what comes after knows. Without the lock, a cap could begin with less than what counts.
 */
async function gateNewCaps(
  { store }: Needs,
  tx: Db,
  networkId: number,
  offers: readonly OfferInput[],
): Promise<void> {
  const capped = offers.filter(isCapped).map(({ externalId }) => externalId)
  if (capped.length === 0 || !(await store.offers.isCapNew(tx, networkId, capped))) return
  await store.caps.lockCaps(tx)
  await store.snapshotVersions.bumpSnapshot(tx, 'caps')
}

/** Reads entries into offers, and gathers what is wrong with the others. */
class Intake {
  offers: OfferInput[] = []
  refused = 0
  readonly problems: ImportProblem[] = []
  readonly #lineByExternalId = new Map<string, number>()
  readonly #clickId: ClickIdRule

  constructor(clickId: ClickIdRule) {
    this.#clickId = clickId
  }

  take(entry: FileEntry): void {
    const reading =
      'problem' in entry
        ? { ok: false as const, problems: [{ field: null, message: entry.problem }] }
        : readOfferRow(entry.row)
    if (!reading.ok) {
      this.#refuse(entry.line, reading.problems)
      return
    }
    const { offer } = reading
    const destination = readDestination(offer.destinationUrl, this.#clickId)
    const problems = [
      ...('problem' in destination ? [{ field: 'destination_url', message: destination.problem }] : []),
      ...templateProblems('fallback_url', offer.fallbackUrl),
      ...this.#repeat(entry.line, offer.externalId),
    ]
    if ('problem' in destination || problems.length > 0) {
      this.#refuse(entry.line, problems)
      return
    }
    this.#lineByExternalId.set(offer.externalId, entry.line)
    this.offers.push({ ...offer, destinationUrl: destination.value })
  }

  takeBatch(): OfferInput[] {
    const batch = this.offers
    this.offers = []
    return batch
  }

  #repeat(line: number, externalId: string): { field: string; message: string }[] {
    const first = this.#lineByExternalId.get(externalId)
    if (first === undefined || first === line) return []
    return [{ field: 'external_id', message: `repeats the offer of line ${first}` }]
  }

  #refuse(line: number, problems: readonly { field: string | null; message: string }[]): void {
    this.refused += 1
    for (const problem of problems) {
      if (this.problems.length < problemsMax) this.problems.push({ line, ...problem })
    }
  }
}

type ClickIdRule = Parameters<typeof readAttributableUrl>[1]

function readDestination(url: string, rule: ClickIdRule): ReturnType<typeof readAttributableUrl> {
  const problem = urlProblem(url)
  return problem === undefined ? readAttributableUrl(url, rule) : { problem }
}

function templateProblems(field: string, url: string | null): { field: string; message: string }[] {
  const message = url === null ? undefined : urlProblem(url)
  return message === undefined ? [] : [{ field, message }]
}

/** A macro must never choose where a link leads to, and one that nothing fills is a mistake. */
function urlProblem(url: string): string | undefined {
  return templateProblem(url) ?? unknownMacroProblem(url)
}
