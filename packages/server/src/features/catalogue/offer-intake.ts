import { templateProblem } from '@quoin/core/macros/expand.ts'
import { readAttributableUrl, unknownMacroProblem } from '@quoin/core/offers/click-id-url.ts'
import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { joinLines, type LineProblem } from '@quoin/core/offers/join-lines.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'
import type { RowProblem } from '@quoin/core/offers/row-problem.ts'
import type { Repairs } from '@quoin/core/offers/repair/repairs.ts'
import { faultsOfRow, gravity, problemField, type RowFault } from '@quoin/core/offers/repair/row-faults.ts'
import { isBlank, quote } from '@quoin/core/offers/row/reading.ts'
import type { FileEntry } from '../../ports/offer-files.ts'
import type { RateOf } from '../terms/rates-of-now.ts'
import { type EntryGroup, gatherEntries, repeats, type RepairedEntry } from './gather-entries.ts'

export interface ImportProblem {
  readonly line: number
  readonly field: string | null
  readonly message: string
}

/** An entry of an offer, as it was taken. */
interface TakenEntry {
  readonly entry: FileEntry
  readonly line: number
  /** The gravest first; of an offer those that were mended. */
  readonly faults: readonly RowFault[]
  /** The gravest fault of another entry of its offer, where that keeps it out. */
  readonly keptOutBy: RowFault | undefined
  /** Mended, under our names. */
  readonly row: Readonly<Record<string, unknown>>
}

/** An offer, unless something is wrong that no accepted repair mends. */
export interface TakenOffer {
  readonly offer: OfferInput | undefined
  /** Several where each is a price of it. */
  readonly entries: readonly TakenEntry[]
  readonly problems: readonly ImportProblem[]
}

const problemsMax = 1_000

interface IntakeRules {
  /** The name under which the network takes our click id. */
  readonly clickParameter: string
  readonly rateOf: RateOf
  /** The currency of rows that name none. */
  readonly currency: string
  readonly repairs: Repairs
}

/** Reads entries into offers, with the accepted repairs, and gathers what is wrong with the others. */
export class OfferIntake {
  offers: OfferInput[] = []
  /** Entries, of which an offer may have several. */
  refused = 0
  readonly problems: ImportProblem[] = []
  readonly #lineByExternalId = new Map<string, number>()
  readonly #rules: IntakeRules

  constructor(rules: IntakeRules) {
    this.#rules = rules
  }

  /** Takes a file, offer by offer. */
  async *take(entries: AsyncIterable<FileEntry>): AsyncGenerator<TakenOffer> {
    for await (const group of gatherEntries(entries, this.#rules.repairs)) yield this.#keep(this.#read(group))
  }

  takeBatch(): OfferInput[] {
    const batch = this.offers
    this.offers = []
    return batch
  }

  #keep(taken: TakenOffer): TakenOffer {
    const { offer, entries, problems } = taken
    const [first] = entries
    if (offer !== undefined && first !== undefined) {
      this.#lineByExternalId.set(offer.externalId, first.line)
      this.offers.push(offer)
      return taken
    }
    this.refused += entries.length
    this.problems.push(...problems.slice(0, problemsMax - this.problems.length))
    return taken
  }

  #read(group: EntryGroup): TakenOffer {
    const [first] = group.entries
    if ('problem' in first.entry) return unreadable(first.entry)
    const reading = this.#readGroup(group)
    const problems = withUnclear(group.entries, reading.ok ? [] : reading.problems)
    if (reading.ok && problems.length === 0) problems.push(...this.#repeat(first.line, reading.offer))
    const offer = reading.ok && problems.length === 0 ? reading.offer : undefined
    const { clickParameter, repairs } = this.#rules
    const entries = group.entries.map(({ entry, line, row, cells }) => {
      const withClickId = addedClickId(row, clickParameter)
      const own = problems.filter((problem) => problem.line === line)
      return {
        ...{ entry, line, row },
        faults: faultsOfRow({ cells, problems: own, withClickId, kinds: repairs.kinds, row }),
        keptOutBy: undefined,
      }
    })
    return {
      offer,
      entries: offer === undefined ? keptOut(entries) : entries,
      problems: problems.map(({ line, field, message }) => ({ line, field, message })),
    }
  }

  #readGroup({ entries, problem }: EntryGroup): GroupReading {
    const { clickParameter, rateOf, currency, repairs } = this.#rules
    const [first, ...others] = entries
    const { line } = first
    if (problem !== undefined) return { ok: false, problems: [{ ...problem, line }] }
    const joined = others.length === 0 ? { row: first.row, problems: [] } : joinLines(entries)
    const rule = { clickParameter, isAdded: repairs.kinds.includes('click_id'), rateOf, currency }
    const reading = readOfferInput(joined.row, rule)
    if (reading.ok && joined.problems.length === 0) return reading
    const ofWhole = (reading.ok ? [] : reading.problems)
      // A price that cannot be read is told at its own line.
      .filter(({ at }) => at === undefined || joined.problems.length === 0)
      .map((one) => (others.length === 0 ? { ...one, line } : atLine(one, entries)))
    return { ok: false, problems: [...ofWhole, ...joined.problems] }
  }

  #repeat(line: number, { externalId }: OfferInput): LineProblem[] {
    const first = this.#lineByExternalId.get(externalId)
    return first === undefined || first === line ? [] : [{ ...repeats({ line: first }), line }]
  }
}

/** Whether one of its entries was mended. */
export function isRepaired({ entries }: Pick<TakenOffer, 'entries'>): boolean {
  return entries.some(({ faults }) => faults.length > 0)
}

type GroupReading =
  | { readonly ok: true; readonly offer: OfferInput }
  | { readonly ok: false; readonly problems: readonly LineProblem[] }

/** The problems of entries, with those of cells that may be read in two ways in place of what their reader says. */
function withUnclear(entries: readonly RepairedEntry[], problems: readonly LineProblem[]): LineProblem[] {
  const unclear = entries.flatMap(({ line, cells }) =>
    cells
      .filter(({ repair }) => repair.kind === 'unclear')
      .map((cell): LineProblem => {
        const where = cell.header === undefined ? '' : `in ${quote(cell.header)}: `
        const message = `${where}"${cell.before}" may have a mark of decimals or of thousands`
        return { line, field: problemField(cell), message }
      }),
  )
  const isUnclear = ({ line, field }: LineProblem): boolean =>
    unclear.some((one) => one.line === line && one.field === field)
  return [...unclear, ...problems.filter((problem) => !isUnclear(problem))]
}

/** Entries of an offer that is refused: each has a fault of its own, or is kept out by the gravest of the others. */
function keptOut(entries: readonly TakenEntry[]): readonly TakenEntry[] {
  const [gravest] = entries
    .flatMap(({ faults }) => faults.filter(({ outcome }) => outcome !== 'repaired'))
    .toSorted((one, other) => gravity(one) - gravity(other))
  return entries.map((entry) => {
    const [own] = entry.faults
    const isOwn = gravest === undefined || (own !== undefined && gravity(own) <= gravity(gravest))
    return isOwn ? entry : { ...entry, keptOutBy: gravest }
  })
}

function unreadable(entry: Extract<FileEntry, { problem: string }>): TakenOffer {
  const { line, problem: message } = entry
  const fault = {
    field: null,
    cause: 'unreadable',
    outcome: 'out',
    before: '',
    after: null,
    words: [],
  } as const
  const faults = [{ ...fault, message }]
  return {
    offer: undefined,
    entries: [{ entry, line, faults, keptOutBy: undefined, row: {} }],
    problems: [{ line, field: null, message }],
  }
}

/** The destination with the click id; null where it has one, and where adding it would not help. */
function addedClickId(row: Readonly<Record<string, unknown>>, clickParameter: string): string | null {
  const url = row['destination_url']
  if (typeof url !== 'string' || urlProblem(url.trim()) !== undefined) return null
  const reading = readAttributableUrl(url.trim(), { clickParameter, isAdded: true })
  return 'value' in reading && reading.value !== url.trim() ? reading.value : null
}

type ClickIdRule = Parameters<typeof readAttributableUrl>[1]

type OfferReading =
  | { readonly ok: true; readonly offer: OfferInput }
  | { readonly ok: false; readonly problems: readonly RowProblem[] }

/** A problem of a price that a line gives, at that line. */
function atLine(problem: RowProblem, entries: readonly RepairedEntry[]): LineProblem {
  const { at, field } = problem
  const [first] = entries
  const priced = entries.filter(({ row }) => !isBlank(row['countries']) || !isBlank(row['platforms']))
  const own = field === 'prices' && at !== undefined ? priced[at.row - 1] : undefined
  const line = (own ?? first)?.line ?? 0
  if (own === undefined || at === undefined) return { ...problem, line }
  const { cause } = problem
  return { field: 'payout', message: at.message, line, ...(cause && { cause }) }
}

/** A row as an offer that may be written: its addresses too are such that links work and conversions are found. */
export function readOfferInput(
  row: Readonly<Record<string, unknown>>,
  rule: ClickIdRule & Pick<IntakeRules, 'rateOf' | 'currency'>,
): OfferReading {
  const reading = readOfferRow(row, rule)
  if (!reading.ok) return reading
  const { offer } = reading
  const destination = readDestination(offer.destinationUrl, rule)
  const problems = [
    ...('problem' in destination ? [destination.problem] : []),
    ...templateProblems('fallback_url', offer.fallbackUrl),
  ]
  if ('problem' in destination || problems.length > 0) return { ok: false, problems }
  return { ok: true, offer: { ...offer, destinationUrl: destination.value } }
}

function readDestination(
  url: string,
  rule: ClickIdRule,
): { readonly value: string } | { readonly problem: RowProblem } {
  const [problem] = templateProblems('destination_url', url)
  if (problem !== undefined) return { problem }
  const reading = readAttributableUrl(url, rule)
  if ('value' in reading) return reading
  const message = reading.problem
  const isMended = 'value' in readAttributableUrl(url, { ...rule, isAdded: true })
  return { problem: { field: 'destination_url', message, ...(isMended && { cause: 'click_id' }) } }
}

function templateProblems(field: RowProblem['field'], url: string | null): RowProblem[] {
  const message = url === null ? undefined : urlProblem(url)
  return message === undefined ? [] : [{ field, message }]
}

/** A macro must never choose where a link leads to, and one that nothing fills is a mistake. */
function urlProblem(url: string): string | undefined {
  return templateProblem(url) ?? unknownMacroProblem(url)
}
