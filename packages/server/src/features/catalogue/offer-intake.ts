import { templateProblem } from '@quoin/core/macros/expand.ts'
import { readAttributableUrl, unknownMacroProblem } from '@quoin/core/offers/click-id-url.ts'
import { type OfferInput, readOfferRow, type RowProblem } from '@quoin/core/offers/offer-row.ts'
import type { FileEntry } from '../../ports/offer-files.ts'

export interface ImportProblem {
  readonly line: number
  readonly field: string | null
  readonly message: string
}

const problemsMax = 1_000

/** Reads entries into offers, and gathers what is wrong with the others. */
export class OfferIntake {
  offers: OfferInput[] = []
  refused = 0
  readonly problems: ImportProblem[] = []
  readonly #lineByExternalId = new Map<string, number>()
  readonly #clickId: ClickIdRule

  constructor(clickId: ClickIdRule) {
    this.#clickId = clickId
  }

  take(entry: FileEntry): void {
    if ('problem' in entry) {
      this.#refuse(entry.line, [{ field: null, message: entry.problem }])
      return
    }
    const reading = readOfferInput(entry.row, this.#clickId)
    const problems = reading.ok ? this.#repeat(entry.line, reading.offer.externalId) : reading.problems
    if (!reading.ok || problems.length > 0) {
      this.#refuse(entry.line, problems)
      return
    }
    const { offer } = reading
    this.#lineByExternalId.set(offer.externalId, entry.line)
    this.offers.push(offer)
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
    for (const { field, message } of problems) {
      if (this.problems.length < problemsMax) this.problems.push({ line, field, message })
    }
  }
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
  const problems: RowProblem[] = [
    ...('problem' in destination
      ? [{ field: 'destination_url' as const, message: destination.problem }]
      : []),
    ...templateProblems('fallback_url', offer.fallbackUrl),
  ]
  if ('problem' in destination || problems.length > 0) return { ok: false, problems }
  return { ok: true, offer: { ...offer, destinationUrl: destination.value } }
}

function readDestination(url: string, rule: ClickIdRule): ReturnType<typeof readAttributableUrl> {
  const problem = urlProblem(url)
  return problem === undefined ? readAttributableUrl(url, rule) : { problem }
}

function templateProblems(field: RowProblem['field'], url: string | null): RowProblem[] {
  const message = url === null ? undefined : urlProblem(url)
  return message === undefined ? [] : [{ field, message }]
}

/** A macro must never choose where a link leads to, and one that nothing fills is a mistake. */
function urlProblem(url: string): string | undefined {
  return templateProblem(url) ?? unknownMacroProblem(url)
}
