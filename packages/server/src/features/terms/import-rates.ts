import { changedFields } from '@quoin/core/audit/changed-fields.ts'
import { type ExchangeRate, formatNanos } from '@quoin/core/terms/exchange-rate.ts'
import { readRate } from '@quoin/core/terms/read-rate.ts'
import type { FileEntry } from '../../ports/offer-files.ts'
import type { ImportProblem } from '../catalogue/offer-intake.ts'
import type { Db } from '../../store/pg/database.ts'
import { changeTerms, type TermsNeeds } from './change-terms.ts'
import { rerateOffers } from './rerate-offers.ts'

const rowsMax = 100_000
const problemsMax = 1_000
const batchSize = 1_000
/** Days of one currency, from the one that is set on. */
const ratesMax = 10_000

interface RatesReport {
  readonly written: number
  readonly refused: number
  /** The first of them; `refused` counts all. */
  readonly problems: readonly ImportProblem[]
}

/**
 * Imports exchange rates: rows with `currency`, `day` and `usd`. A bad row is reported with its line and changes
 * nothing; of a currency and day that comes twice the last one counts, and one that is there is replaced.
 * Conversions keep the rate that they were made with; offers in these currencies are told in USD anew.
 */
export async function importRates(
  needs: TermsNeeds,
  { entries, actor }: { entries: AsyncIterable<FileEntry>; actor: string },
): Promise<RatesReport> {
  const { rates, refused, problems } = await readRates(entries)
  if (rates.length > 0) await writeRates(needs, rates, actor)
  if ((await rerateOffers(needs)) > 0) await needs.snapshots.refresh('catalogue')
  return { written: rates.length, refused, problems }
}

interface ReadRates {
  /** No currency and day twice. */
  readonly rates: readonly ExchangeRate[]
  readonly refused: number
  readonly problems: readonly ImportProblem[]
}

export async function readRates(entries: AsyncIterable<FileEntry>): Promise<ReadRates> {
  const rates = new Map<string, ExchangeRate>()
  const problems: ImportProblem[] = []
  let refused = 0
  for await (const entry of entries) {
    const reading =
      'problem' in entry
        ? { ok: false as const, problems: [{ field: null, message: entry.problem }] }
        : readRate(entry.row)
    if (reading.ok) rates.set(`${reading.rate.currency} ${reading.rate.day}`, reading.rate)
    else refused += 1
    if (rates.size > rowsMax) throw new Error(`More than ${rowsMax} rates in one file: split it.`)
    for (const problem of reading.ok ? [] : reading.problems) {
      if (problems.length < problemsMax) problems.push({ line: entry.line, ...problem })
    }
  }
  return { rates: [...rates.values()], refused, problems }
}

async function writeRates(needs: TermsNeeds, rates: readonly ExchangeRate[], actor: string): Promise<void> {
  await changeTerms(needs, async (tx) => {
    const [first] = rates
    const details =
      rates.length === 1 && first ? await describeRate(needs, tx, first) : { rates: rates.length }
    for (let start = 0; start < rates.length; start += batchSize) {
      await needs.store.exchangeRates.upsertRates(tx, rates.slice(start, start + batchSize))
    }
    const audit = { actor, action: 'rates.imported' as const, object: 'exchange_rates', details }
    return { result: undefined, audit }
  })
}

/** One rate, with what stood for its day before. */
async function describeRate({ store }: TermsNeeds, tx: Db, rate: ExchangeRate): Promise<object> {
  const { day, currency, usdNanos } = rate
  const since = await store.exchangeRates.listRates(tx, { sinceDay: day, currency, limit: ratesMax })
  const known = since.find((one) => one.day === day)
  const usd = formatNanos(usdNanos)
  const fields = known === undefined ? {} : changedFields({ usd: formatNanos(known.usdNanos) }, { usd })
  return { ...rate, usd, ...fields }
}
