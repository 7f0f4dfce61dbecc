import { compareOffer, type ColumnDifference } from '@quoin/core/offers/compare-offer.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { type OfferColumn, offerFields, type OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { priceFields } from '@quoin/core/offers/price-fields.ts'
import {
  type FaultGroup,
  type FaultTally,
  openFaultTally,
  type RowCounts,
} from '@quoin/core/offers/repair/fault-groups.ts'
import {
  addedClickIds,
  certainKinds,
  joinRepairs,
  noRepairs,
  type Repairs,
} from '@quoin/core/offers/repair/repairs.ts'
import { presetOf } from '../../../networks/index.ts'
import type { Ports } from '../../../ports/ports.ts'
import { ratesOfNow } from '../../terms/rates-of-now.ts'
import { type ImportProblem, OfferIntake, type TakenOffer } from '../offer-intake.ts'
import { findRepairs } from './keep-repairs.ts'
import { type ColumnMapping, mapRows } from './mapped-rows.ts'
import type { GivenFile } from './preview-file.ts'
import { type MoneyFigures, openMoneyFigures } from './money-figures.ts'

export interface FileImport {
  readonly network: Network
  readonly file: GivenFile
  readonly mapping: ColumnMapping
  /** Left out: those that were kept for the network, and those that are certain and that the file needs. */
  readonly repairs?: Repairs | undefined
  /** Adds the network's parameter for our click id to addresses that have none. */
  readonly addClickId?: boolean | undefined
}

/** A cell as the file has it, and as it is read. */
interface RepairedCell {
  readonly field: OfferColumn
  readonly before: string
}

/** An offer that an import would create or change. */
interface OfferDifference {
  readonly externalId: string
  readonly name: string
  readonly kind: 'new' | 'changed' | 'paused'
  /** Ours; undefined of a new one. */
  readonly offerId: number | undefined
  readonly changes: readonly ColumnDifference[]
  readonly payoutMicros: number
  readonly revenueMicros: number
  /** A share is paid instead of the payout. */
  readonly isShare: boolean
  readonly countries: readonly string[]
  readonly platforms: readonly string[]
  /** Its prices by country and platform, as people read them; '' without any. */
  readonly prices: string
  readonly repaired: readonly RepairedCell[]
}

export interface ImportTrial {
  /** Offers, `repaired` ones among those that would be written; refused are rows of the file. */
  readonly counts: Readonly<Record<OfferDifference['kind'] | 'unchanged' | 'repaired' | 'refused', number>>
  readonly rows: RowCounts
  readonly groups: readonly FaultGroup[]
  readonly marks: ReturnType<FaultTally['marks']>
  /** Those that it was tried with, for the import itself. */
  readonly repairs: Repairs
  /** Those that were kept for the network before. */
  readonly kept: Repairs
  /** Those of all offers that would be written; undefined where there is none. */
  readonly money: MoneyFigures | undefined
  /** The first of them: what would be paused, what would change, then what is new, repaired ones first. */
  readonly differences: readonly OfferDifference[]
  readonly problems: readonly ImportProblem[]
}

const batchSize = 500
const shownMax = 200

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'offerFiles'>

/** The changes that an import would make; nothing is written. */
export async function tryImport(ports: Needs, given: FileImport): Promise<ImportTrial> {
  const kept = await findRepairs(ports, given.network.id)
  const accepted = given.repairs ?? joinRepairs(kept, await certainRepairs(ports, given, kept))
  const repairs = given.addClickId === true ? joinRepairs(accepted, addedClickIds) : accepted
  const intake = await intakeOf(ports, given, repairs)
  const tally = openFaultTally()
  const figures = openMoneyFigures()
  const differences = openDifferences()
  let taken: TakenOffer[] = []
  const compare = async (): Promise<void> => {
    intake.takeBatch()
    const offers = taken.flatMap(({ offer, entries }) => (offer === undefined ? [] : [{ offer, entries }]))
    taken = []
    differences.note(await compareBatch(ports, given.network.id, offers))
  }
  for await (const one of intake.take(entriesOf(ports, given))) {
    for (const entry of one.entries) tally.note(entry)
    if (one.offer !== undefined) figures.note(one.offer)
    taken.push(one)
    if (taken.length >= batchSize) await compare()
  }
  await compare()
  return {
    counts: { ...differences.counts, refused: intake.refused },
    rows: tally.rows(),
    groups: tally.groups(),
    marks: tally.marks(),
    repairs,
    kept,
    money: figures.sum(),
    differences: differences.list(),
    problems: intake.problems.slice(0, shownMax),
  }
}

/** Repairs that the file needs and that change no meaning. */
async function certainRepairs(ports: Needs, given: FileImport, kept: Repairs): Promise<Repairs> {
  const intake = await intakeOf(ports, given, kept)
  const needed = new Set<string>()
  for await (const { entries } of intake.take(entriesOf(ports, given))) {
    for (const { cause } of entries.flatMap(({ faults }) => faults)) needed.add(cause)
    intake.takeBatch()
  }
  return { ...noRepairs, kinds: certainKinds.filter((kind) => needed.has(kind)) }
}

async function intakeOf(ports: Needs, { network }: FileImport, repairs: Repairs): Promise<OfferIntake> {
  const { clickParameter } = presetOf(network)
  return new OfferIntake({
    clickParameter,
    repairs,
    rateOf: await ratesOfNow(ports, ports.db),
    currency: network.currency,
  })
}

function entriesOf({ offerFiles }: Needs, { file, mapping }: FileImport): ReturnType<typeof mapRows> {
  return mapRows(offerFiles.read(file.name, file.bytes), mapping)
}

/** Counts all, and keeps the first of each kind. */
function openDifferences() {
  const counts = { new: 0, changed: 0, paused: 0, unchanged: 0, repaired: 0 }
  const shown = { paused: [], changed: [], repaired: [], new: [] } as Record<string, OfferDifference[]>
  return {
    counts,
    note(all: readonly (OfferDifference | undefined)[]): void {
      for (const one of all) {
        counts[one === undefined ? 'unchanged' : one.kind] += 1
        if (one === undefined) continue
        if (one.repaired.length > 0) counts.repaired += 1
        const list = shown[one.kind === 'new' && one.repaired.length > 0 ? 'repaired' : one.kind]
        if (list !== undefined && list.length < shownMax) list.push(one)
      }
    },
    list: () => Object.values(shown).flat().slice(0, shownMax),
  }
}

interface OfferWithEntries extends Pick<TakenOffer, 'entries'> {
  readonly offer: OfferInput
}

/** Undefined for what is as it was. */
async function compareBatch(
  { db, store }: Pick<Needs, 'db' | 'store'>,
  networkId: number,
  offers: readonly OfferWithEntries[],
): Promise<(OfferDifference | undefined)[]> {
  if (offers.length === 0) return []
  const ids = offers.map(({ offer }) => offer.externalId)
  const known = new Map(
    (await store.knownOffers.listKnownOffers(db, networkId, ids)).map((one) => [one.externalId, one]),
  )
  return offers.map(({ offer, entries }) => {
    const facts = factsOf(offer, entries)
    const before = known.get(offer.externalId)
    if (before === undefined) return { ...facts, kind: 'new', offerId: undefined, changes: [] }
    const changes = compareOffer(before, offer)
    if (changes.length === 0) return undefined
    const isPaused = before.fileStatus === 'active' && offer.status === 'paused'
    return { ...facts, kind: isPaused ? 'paused' : 'changed', offerId: before.id, changes }
  })
}

function factsOf(offer: OfferInput, entries: TakenOffer['entries']) {
  const { externalId, name, payoutMicros, revenueMicros, countries, platforms } = offer
  const money = { payoutMicros, revenueMicros, isShare: offer.payoutShareBasisPoints !== null }
  const repaired = repairedCells(entries)
  return { externalId, name, ...money, countries, platforms, prices: pricesOf(offer), repaired }
}

/** Each column once; the conditions and amounts of several entries are prices. */
function repairedCells(entries: TakenOffer['entries']): readonly RepairedCell[] {
  const isJoined = entries.length > 1
  const cells = entries.flatMap(({ faults }) =>
    faults.flatMap(({ field, header, before }): RepairedCell[] => {
      if (field === null) return []
      const isOfPrice = header !== undefined || (isJoined && Object.hasOwn(priceFields, field))
      return [{ field: isOfPrice ? 'prices' : field, before }]
    }),
  )
  return cells.filter(({ field }, at) => cells.findIndex((one) => one.field === field) === at)
}

/** Its prices as people read them; those of its goals by the goal. */
function pricesOf({ prices, goals }: OfferInput): string {
  const { show } = offerFields.prices.kind
  const ofGoals = goals.filter((goal) => goal.prices.length > 0)
  return [
    ...(prices.length > 0 ? [show(prices)] : []),
    ...ofGoals.map((goal) => `${goal.name}: ${show(goal.prices)}`),
  ].join('; ')
}
