import { compareOffer, type ColumnDifference } from '@quoin/core/offers/compare-offer.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { OfferInput } from '@quoin/core/offers/offer-row.ts'
import { presetOf } from '../../../networks/index.ts'
import type { Ports } from '../../../ports/ports.ts'
import { type ImportProblem, OfferIntake } from '../offer-intake.ts'
import { type ColumnMapping, mapRows } from './mapped-rows.ts'
import type { GivenFile } from './preview-file.ts'

interface FileImport {
  readonly network: Network
  readonly file: GivenFile
  readonly mapping: ColumnMapping
  /** Adds the network's parameter for our click id to addresses that have none. */
  readonly addClickId: boolean
}

/** An offer that an import would create or change. */
interface OfferDifference {
  readonly externalId: string
  readonly name: string
  readonly kind: 'new' | 'changed' | 'paused'
  /** Ours; undefined of a new one. */
  readonly offerId: number | undefined
  readonly changes: readonly ColumnDifference[]
}

export interface ImportTrial {
  readonly counts: Readonly<Record<OfferDifference['kind'] | 'unchanged' | 'refused', number>>
  /** The first of them, what would be paused before what would change before what is new. */
  readonly differences: readonly OfferDifference[]
  readonly problems: readonly ImportProblem[]
}

const batchSize = 500
const shownMax = 200

type Needs = Pick<Ports, 'db' | 'store' | 'offerFiles'>

/** The changes that an import would make; nothing is written. */
export async function tryImport(
  ports: Needs,
  { network, file, mapping, addClickId }: FileImport,
): Promise<ImportTrial> {
  const intake = new OfferIntake({ clickParameter: presetOf(network).clickParameter, isAdded: addClickId })
  const counts = { new: 0, changed: 0, paused: 0, unchanged: 0, refused: 0 }
  const shown = {
    paused: [] as OfferDifference[],
    changed: [] as OfferDifference[],
    new: [] as OfferDifference[],
  }
  const compare = async (): Promise<void> => {
    for (const one of await compareBatch(ports, network.id, intake.takeBatch())) {
      counts[one === undefined ? 'unchanged' : one.kind] += 1
      if (one !== undefined && shown[one.kind].length < shownMax) shown[one.kind].push(one)
    }
  }
  for await (const entry of mapRows(ports.offerFiles.read(file.name, file.bytes), mapping)) {
    intake.take(entry)
    if (intake.offers.length >= batchSize) await compare()
  }
  if (intake.offers.length > 0) await compare()
  const differences = [...shown.paused, ...shown.changed, ...shown.new].slice(0, shownMax)
  return {
    counts: { ...counts, refused: intake.refused },
    differences,
    problems: intake.problems.slice(0, shownMax),
  }
}

/** Undefined for what is as it was. */
async function compareBatch(
  { db, store }: Needs,
  networkId: number,
  offers: readonly OfferInput[],
): Promise<(OfferDifference | undefined)[]> {
  const ids = offers.map(({ externalId }) => externalId)
  const known = new Map(
    (await store.knownOffers.listKnownOffers(db, networkId, ids)).map((one) => [one.externalId, one]),
  )
  return offers.map((offer) => {
    const { externalId, name } = offer
    const before = known.get(externalId)
    if (before === undefined) return { externalId, name, kind: 'new', offerId: undefined, changes: [] }
    const changes = compareOffer(before, offer)
    if (changes.length === 0) return undefined
    const isPaused = before.fileStatus === 'active' && offer.status === 'paused'
    return { externalId, name, kind: isPaused ? 'paused' : 'changed', offerId: before.id, changes }
  })
}
