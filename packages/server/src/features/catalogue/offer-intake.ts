import { templateProblem } from '@quoin/core/macros/expand.ts'
import { readAttributableUrl, unknownMacroProblem } from '@quoin/core/offers/click-id-url.ts'
import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { readOfferRow, type RowProblem } from '@quoin/core/offers/offer-row.ts'
import { repairRow } from '@quoin/core/offers/repair/repair-row.ts'
import type { Repairs } from '@quoin/core/offers/repair/repairs.ts'
import { faultsOfRow, type RowFault } from '@quoin/core/offers/repair/row-faults.ts'
import type { FileEntry } from '../../ports/offer-files.ts'

export interface ImportProblem {
  readonly line: number
  readonly field: string | null
  readonly message: string
}

/** An entry as it was taken: an offer, unless something is wrong that no accepted repair mends. */
export interface TakenEntry {
  readonly line: number
  readonly offer: OfferInput | undefined
  /** The gravest first; of an offer those that were mended. */
  readonly faults: readonly RowFault[]
  /** Mended, under our names. */
  readonly row: Readonly<Record<string, unknown>>
  readonly problems: readonly Omit<ImportProblem, 'line'>[]
}

const problemsMax = 1_000

interface IntakeRules {
  /** The name under which the network takes our click id. */
  readonly clickParameter: string
  readonly repairs: Repairs
}

/** Reads entries into offers, with the accepted repairs, and gathers what is wrong with the others. */
export class OfferIntake {
  offers: OfferInput[] = []
  refused = 0
  readonly problems: ImportProblem[] = []
  readonly #lineByExternalId = new Map<string, number>()
  readonly #rules: IntakeRules

  constructor(rules: IntakeRules) {
    this.#rules = rules
  }

  take(entry: FileEntry): TakenEntry {
    const taken = 'problem' in entry ? unreadable(entry) : this.#read(entry)
    if (taken.offer !== undefined) {
      this.#lineByExternalId.set(taken.offer.externalId, entry.line)
      this.offers.push(taken.offer)
      return taken
    }
    this.refused += 1
    for (const problem of taken.problems) {
      if (this.problems.length < problemsMax) this.problems.push({ line: entry.line, ...problem })
    }
    return taken
  }

  takeBatch(): OfferInput[] {
    const batch = this.offers
    this.offers = []
    return batch
  }

  #read({ line, row: given }: Extract<FileEntry, { row: unknown }>): TakenEntry {
    const { clickParameter, repairs } = this.#rules
    const { row, faults: cells } = repairRow(given, repairs)
    const isAdded = repairs.kinds.includes('click_id')
    const reading = readOfferInput(row, { clickParameter, isAdded })
    const unclear: RowProblem[] = cells
      .filter(({ repair }) => repair.kind === 'unclear')
      .map(({ field, before }) => ({
        field,
        message: `"${before}" may have a mark of decimals or of thousands`,
      }))
    const others = (reading.ok ? [] : reading.problems).filter(
      ({ field }) => !unclear.some((one) => one.field === field),
    )
    const problems = [...unclear, ...others]
    if (reading.ok && problems.length === 0) problems.push(...this.#repeat(line, reading.offer.externalId))
    const withClickId = addedClickId(row, clickParameter)
    const faults = faultsOfRow({ cells, problems, withClickId, kinds: repairs.kinds, row })
    const offer = reading.ok && problems.length === 0 ? reading.offer : undefined
    return { line, offer, faults, row, problems: problems.map(({ field, message }) => ({ field, message })) }
  }

  #repeat(line: number, externalId: string): RowProblem[] {
    const first = this.#lineByExternalId.get(externalId)
    if (first === undefined || first === line) return []
    return [{ field: 'external_id', message: `repeats the offer of line ${first}`, cause: 'repeated' }]
  }
}

function unreadable({ line, problem: message }: Extract<FileEntry, { problem: string }>): TakenEntry {
  const fault = {
    field: null,
    cause: 'unreadable',
    outcome: 'out',
    before: '',
    after: null,
    words: [],
  } as const
  const problems = [{ field: null, message }]
  return { line, offer: undefined, faults: [{ ...fault, message }], row: {}, problems }
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

/** A row as an offer that may be written: its addresses too are such that links work and conversions are found. */
export function readOfferInput(row: Readonly<Record<string, unknown>>, rule: ClickIdRule): OfferReading {
  const reading = readOfferRow(row)
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
