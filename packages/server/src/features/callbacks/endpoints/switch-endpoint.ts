import { invalidRequest } from '@quoin/core/errors.ts'
import { type EndpointNeeds, getLivingEndpoint, noteChange } from './change-endpoint.ts'

interface Switching {
  readonly endpointId: number
  readonly actor: string
}

/** Nothing is sent any more; what the endpoint would have been told waits, as long as callbacks are kept. */
export async function disableEndpoint(needs: EndpointNeeds, { endpointId, actor }: Switching): Promise<void> {
  await getLivingEndpoint(needs, endpointId)
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

/** Callbacks beyond these keep their times. */
const batchesMax = 1_000
const batchMax = 1_000

/**
 * Waiting callbacks are sent now, also those to be tried again hours later, and the endpoint's failures are forgotten.
 * An operator who does not want to wait for the schedule can therefore disable it and enable it.
 */
export async function enableEndpoint(needs: EndpointNeeds, { endpointId, actor }: Switching): Promise<void> {
  const { disabledReason, status } = await getLivingEndpoint(needs, endpointId)
  const { db, store, clock, snapshots } = needs
  const soon = { endpointId, nowMs: clock.nowMs(), limit: batchMax }
  for (let batch = 0; status === 'disabled' && batch < batchesMax; batch += 1) {
    if ((await store.callbacks.hastenPending(db, soon)) < batchMax) break
  }
  await db.transaction(async (tx) => {
    if (!(await store.callbackEndpoints.enableEndpoint(tx, endpointId))) {
      throw invalidRequest(`The callback endpoint ${endpointId} is not disabled.`)
    }
    const details = { wasDisabledFor: disabledReason }
    await noteChange(needs, tx, { actor, action: 'enabled', endpointId, details })
  })
  await snapshots.refresh('apps')
}
