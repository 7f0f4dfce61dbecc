import { invalidRequest } from '@quoin/core/errors.ts'
import type { Repairs } from '@quoin/core/offers/repair/repairs.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'
import type { ReportProgress, RunJob } from '../../jobs/run-job.ts'
import { importOffers } from '../import-offers.ts'
import { type ColumnMapping, mapRows } from './mapped-rows.ts'

const reportEvery = 100
const problemsKept = 200

/** Imports the file of a job. Begun anew it changes nothing that it has written already. */
export const runImport: RunJob = async (ports, { about, payload, actor }, report) => {
  if (payload === null) throw invalidRequest('The file is not there any more: send it again.')
  const name = String(about['file'])
  const total = await countRows(ports.offerFiles.read(name, payload))
  report({ done: 0, total })
  const mapping = (about['mapping'] ?? {}) as ColumnMapping // as the operation has read it
  const entries = counted(mapRows(ports.offerFiles.read(name, payload), mapping), total, report)
  const { causes, problems, ...counts } = await importOffers(
    { ...ports, actor },
    {
      networkSlug: String(about['slug']),
      entries,
      repairs: (about['repairs'] ?? undefined) as Repairs | undefined, // as the operation has read it
      isKept: about['remember'] === true,
      addClickId: about['addClickId'] === true,
    },
  )
  const left = causes
    .filter(({ outcome, rows }) => outcome !== 'repaired' && rows > 0)
    .map(({ cause, field, rows, message }) => ({ cause, field, rows, message }))
  return { done: total, result: { ...counts, left, problems: problems.slice(0, problemsKept) } }
}

async function countRows(entries: AsyncIterable<FileEntry>): Promise<number> {
  let count = 0
  for await (const _entry of entries) count += 1
  return count
}

async function* counted(
  entries: AsyncIterable<FileEntry>,
  total: number,
  report: ReportProgress,
): AsyncGenerator<FileEntry> {
  let done = 0
  for await (const entry of entries) {
    yield entry
    done += 1
    if (done % reportEvery === 0) report({ done, total })
  }
}
