import {
  listSourceMappings as listOperation,
  sampleSource as sampleOperation,
} from '@quoin/contract/operator/sources/source-mapping-operations.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { sourceOf } from './present-source.ts'

/** A start does without it. */
const loadSample = () => import('../../../features/sources/sample/sample-feed.ts')

const listSourceMappings = staffRoute(listOperation, async ({ ports, path }) => {
  const { id } = await sourceOf(ports, path.sourceId)
  const all = await ports.store.sourceMappings.listMappings(ports.db, id)
  const data = all.map(({ createdAtMs, ...version }) => ({ ...version, created_at: secondsOf(createdAtMs) }))
  return { data, message: `${data.length} versions.` }
})

const sampleSource = staffRoute(sampleOperation, async ({ ports, body }) => {
  const { network, ...question } = body
  const { sampleFeed } = await loadSample()
  const sample = await sampleFeed(ports, { ...question, networkSlug: network })
  const { recordsAt, recordCount, fields, offers, ...rest } = sample
  const data = {
    ...rest,
    records_at: recordsAt,
    record_count: recordCount,
    fields: fields.map(({ isList, ...field }) => ({ ...field, is_list: isList })),
    offers:
      offers?.map((offer) => {
        if (offer === null) return null
        const { externalId, isUnpriced, ...shown } = offer
        return { ...shown, external_id: externalId, is_unpriced: isUnpriced }
      }) ?? null,
  }
  return { data, message: `${recordCount} records.` }
})

export const sourceMappingRoutes = [listSourceMappings, sampleSource]
