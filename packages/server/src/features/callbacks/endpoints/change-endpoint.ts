import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { Ports, Snapshots } from '../../../ports/ports.ts'
import type { Db } from '../../../store/pg/database.ts'

/** The command line has no snapshots of its own; the running servers hear of the change. */
export type EndpointNeeds = Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

interface EndpointChange {
  readonly actor: string
  readonly action: 'set' | 'secret_rotated' | 'disabled' | 'enabled' | 'replayed' | 'removed'
  readonly endpointId: number
  /** Without secrets: it is kept for ever. */
  readonly details: object
}

/** Writes who changed what, and tells every process, in the transaction of the change. */
export async function noteChange(
  { store, clock }: Pick<EndpointNeeds, 'store' | 'clock'>,
  tx: Db,
  { actor, action, endpointId, details }: EndpointChange,
): Promise<void> {
  await store.audit.insertAudit(tx, {
    actor,
    action: `callback_endpoint.${action}`,
    object: `callback_endpoint:${endpointId}`,
    details,
    nowMs: clock.nowMs(),
  })
  await store.snapshotVersions.bumpSnapshot(tx, 'apps')
}

/** Also one that was removed: its history stays readable. */
export async function getEndpoint(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  id: number,
): Promise<StoredEndpoint> {
  const endpoint = await store.callbackEndpoints.findEndpoint(db, id)
  if (endpoint === undefined) throw notFound(`There is no callback endpoint ${id}.`)
  return endpoint
}

/** One that something can be done with. */
export async function getLivingEndpoint(
  needs: Pick<Ports, 'db' | 'store'>,
  id: number,
): Promise<StoredEndpoint> {
  const endpoint = await getEndpoint(needs, id)
  if (endpoint.disabledReason === 'removed') throw invalidRequest(`The callback endpoint ${id} was removed.`)
  return endpoint
}
