import {
  listRefusedRows as refusedOperation,
  previewOfferImport as previewOperation,
  startOfferImport as startOperation,
  tryOfferImport as tryOperation,
} from '@quoin/contract/operator/catalogue/import-operations.ts'
import { presentRepairs, repairsOfBody } from '@quoin/contract/operator/catalogue/repair-fields.ts'
import type { ValuesOf } from '@quoin/contract/fields/field.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { listRefused } from '../../../features/catalogue/import-file/list-refused.ts'
import { previewFile } from '../../../features/catalogue/import-file/preview-file.ts'
import {
  type FileImport,
  type ImportTrial,
  tryImport,
} from '../../../features/catalogue/import-file/try-import.ts'
import { startJob } from '../../../features/jobs/start-job.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { Ports } from '../../../ports/ports.ts'

export const previewOfferImport = staffRoute(previewOperation, async ({ ports, body }) => {
  const preview = await previewFile(ports, { name: body.fileName, bytes: Buffer.from(body.text) })
  return {
    data: {
      rows: preview.rowsCount,
      columns: preview.columns.map(({ name, samples, guess }) => ({ name, samples, field: guess ?? null })),
      fields: preview.fields,
      problems: preview.problems.map((one) => ({ ...one, field: null })),
    },
    message: `${preview.rowsCount} rows.`,
  }
})

export const tryOfferImport = staffRoute(tryOperation, async ({ ports, body }) => ({
  data: presentTrial(await tryImport(ports, importOf(ports, body))),
  message: 'Nothing was written.',
}))

export const listRefusedRows = staffRoute(refusedOperation, async ({ ports, body }) => {
  const { rowsCount, csv } = await listRefused(ports, importOf(ports, body))
  return { data: { rows: rowsCount, csv }, message: 'Nothing was written.' }
})

export const startOfferImport = staffRoute(startOperation, async ({ ports, body, staff: { actor } }) => {
  const { id, slug, name } = networkIn(ports, body.networkId)
  const { mapping = {}, addClickId = false, remember = false, fileName: file } = body
  const repairs = repairsOfBody(body) ?? null
  const about = { network_id: String(id), network: name, slug, file, mapping, repairs, remember, addClickId }
  const request = { kind: 'offers.import', actor, about, payload: Buffer.from(body.text) } as const
  const jobId = await startJob(ports, ports.db, request)
  return { status: 202, data: { job_id: jobId }, message: 'The import is in the queue.' }
})

function importOf(
  ports: Pick<Ports, 'snapshots'>,
  body: ValuesOf<(typeof tryOperation)['body']>,
): FileImport {
  const { fileName, text, networkId, mapping = {}, addClickId } = body
  const file = { name: fileName, bytes: Buffer.from(text) }
  return { network: networkIn(ports, networkId), file, mapping, repairs: repairsOfBody(body), addClickId }
}

function networkIn({ snapshots }: Pick<Ports, 'snapshots'>, id: number): Network {
  const network = snapshots.networks().findNetwork(id)
  if (network) return network
  throw invalidFields([{ field: 'networkId', rule: 'unknown', message: 'must be one of your networks' }])
}

function presentTrial({ groups, repairs, kept, money, differences, ...trial }: ImportTrial) {
  return {
    ...trial,
    groups: groups.map(({ words, ...group }) => ({
      ...group,
      words: words.map(({ isAnswered, ...word }) => ({ ...word, is_answered: isAnswered })),
    })),
    repairs: presentRepairs(repairs),
    kept: presentRepairs(kept),
    money: money
      ? {
          lowest: formatMicros(money.lowestMicros),
          median: formatMicros(money.medianMicros),
          highest: formatMicros(money.highestMicros),
          median_margin_basis_points: money.medianMarginBasisPoints ?? null,
        }
      : null,
    differences: differences.map(({ externalId, offerId, payoutMicros, revenueMicros, isShare, ...one }) => ({
      ...one,
      external_id: externalId,
      offer_id: offerId === undefined ? null : String(offerId),
      payout: formatMicros(payoutMicros),
      revenue: formatMicros(revenueMicros),
      is_share: isShare,
    })),
  }
}
