import type { CallbackState } from '@quoin/core/callbacks/conclude-attempt.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { EndpointFigures } from '../../../store/callbacks/endpoint-list.ts'

/** How an endpoint fares. */
export interface EndpointFared {
  /** The name of its app. */
  readonly app: string
  readonly figures: EndpointFigures | undefined
  readonly counts: readonly { readonly state: CallbackState; readonly count: number }[]
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

interface Owned {
  readonly publisherId: number
  readonly endpointId: number
}

/** An endpoint of one of a publisher's own apps. RESOURCE_NOT_FOUND for any other, and for one that was removed. */
export async function getOwnEndpoint(needs: Needs, owned: Owned): Promise<StoredEndpoint> {
  const endpoint = await findOwnEndpoint(needs, owned)
  if (endpoint === undefined) throw notFound(`There is no callback endpoint ${owned.endpointId}.`)
  return endpoint
}

export async function findOwnEndpoint(
  { db, store }: Needs,
  { publisherId, endpointId }: Owned,
): Promise<StoredEndpoint | undefined> {
  const endpoint = await store.callbackEndpoints.findEndpoint(db, endpointId)
  if (endpoint === undefined || endpoint.disabledReason === 'removed') return undefined
  const app = await store.apps.findAppById(db, endpoint.appId)
  return app?.publisherId === publisherId ? endpoint : undefined
}
