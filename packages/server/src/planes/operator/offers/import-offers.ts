import {
  previewOfferImport as previewOperation,
  startOfferImport as startOperation,
  tryOfferImport as tryOperation,
} from '@quoin/contract/operator/catalogue/import-operations.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { previewFile } from '../../../features/catalogue/import-file/preview-file.ts'
import { tryImport } from '../../../features/catalogue/import-file/try-import.ts'
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

export const tryOfferImport = staffRoute(tryOperation, async ({ ports, body }) => {
  const network = networkIn(ports, body.networkId)
  const file = { name: body.fileName, bytes: Buffer.from(body.text) }
  const { mapping = {}, addClickId = false } = body
  const { counts, differences, problems } = await tryImport(ports, { network, file, mapping, addClickId })
  return {
    data: {
      counts,
      differences: differences.map(({ externalId, offerId, ...one }) => ({
        ...one,
        external_id: externalId,
        offer_id: offerId === undefined ? null : String(offerId),
      })),
      problems,
    },
    message: 'Nothing was written.',
  }
})

export const startOfferImport = staffRoute(startOperation, async ({ ports, body, staff: { actor } }) => {
  const { id, slug, name } = networkIn(ports, body.networkId)
  const { mapping = {}, addClickId = false, fileName: file } = body
  const about = { network_id: String(id), network: name, slug, file, mapping, addClickId }
  const request = { kind: 'offers.import', actor, about, payload: Buffer.from(body.text) } as const
  const jobId = await startJob(ports, ports.db, request)
  return { status: 202, data: { job_id: jobId }, message: 'The import is in the queue.' }
})

function networkIn({ snapshots }: Pick<Ports, 'snapshots'>, id: number): Network {
  const network = snapshots.networks().findNetwork(id)
  if (network) return network
  throw invalidFields([{ field: 'networkId', rule: 'unknown', message: 'must be one of your networks' }])
}
