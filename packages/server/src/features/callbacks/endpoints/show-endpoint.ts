import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { EndpointFigures } from '../../../store/callbacks/endpoint-list.ts'
import { getEndpoint } from './change-endpoint.ts'

/** How an endpoint fares. */
export interface EndpointFared {
  /** The name of its app. */
  readonly app: string
  readonly figures: EndpointFigures | undefined
  readonly counts: readonly { readonly state: string; readonly count: number }[]
  readonly nowMs: number
}

type Needs = Pick<Ports, 'db' | 'store'>

const countedMax = 100_000

export async function showEndpoint(
  { db, store, clock }: Needs & Pick<Ports, 'clock'>,
  { id, appId }: Pick<StoredEndpoint, 'id' | 'appId'>,
): Promise<EndpointFared> {
  const [app, [figures], counts] = await Promise.all([
    store.apps.findAppById(db, appId),
    store.endpointList.measureEndpoints(db, [id]),
    store.callbackLog.countByState(db, { endpointId: id, max: countedMax }),
  ])
  return { app: app?.name ?? '', figures, counts, nowMs: clock.nowMs() }
}

/** An endpoint of one of a publisher's own apps. RESOURCE_NOT_FOUND for any other, and for one that was removed. */
export async function getOwnEndpoint(
  needs: Needs,
  { publisherId, endpointId }: { readonly publisherId: number; readonly endpointId: number },
): Promise<StoredEndpoint> {
  const endpoint = await getEndpoint(needs, endpointId)
  const app = await needs.store.apps.findAppById(needs.db, endpoint.appId)
  if (app?.publisherId !== publisherId || endpoint.disabledReason === 'removed') {
    throw notFound(`There is no callback endpoint ${endpointId}.`)
  }
  return endpoint
}
