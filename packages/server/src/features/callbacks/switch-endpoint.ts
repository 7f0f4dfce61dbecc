import { invalidRequest } from '@quoin/core/errors.ts'
import { type EndpointNeeds, getEndpoint, noteChange } from './change-endpoint.ts'

interface Switching {
  readonly endpointId: number
  readonly actor: string
}

/** Nothing is sent any more; what the endpoint would have been told waits, as long as callbacks are kept. */
export async function disableEndpoint(needs: EndpointNeeds, { endpointId, actor }: Switching): Promise<void> {
  await getEndpoint(needs, endpointId)
  const { db, store, clock, snapshots } = needs
  await db.transaction(async (tx) => {
    const reason = 'operator'
    const state = { reason, nowMs: clock.nowMs() } as const
    if (!(await store.callbackEndpoints.disableEndpoint(tx, endpointId, state))) {
      throw invalidRequest(`The callback endpoint ${endpointId} is disabled already.`)
    }
    await noteChange(needs, tx, { actor, action: 'disabled', endpointId, details: { reason } })
  })
  await snapshots.refresh('apps')
}

/** What has waited is sent now, and its failures are forgotten. */
export async function enableEndpoint(needs: EndpointNeeds, { endpointId, actor }: Switching): Promise<void> {
  const { disabledReason } = await getEndpoint(needs, endpointId)
  const { db, store, snapshots } = needs
  await db.transaction(async (tx) => {
    if (!(await store.callbackEndpoints.enableEndpoint(tx, endpointId))) {
      throw invalidRequest(`The callback endpoint ${endpointId} is not disabled.`)
    }
    const details = { wasDisabledFor: disabledReason }
    await noteChange(needs, tx, { actor, action: 'enabled', endpointId, details })
  })
  await snapshots.refresh('apps')
}
