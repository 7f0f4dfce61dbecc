import { callbackEventTypes } from '@quoin/core/callbacks/facts.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import {
  type EndpointSetup,
  findEndpoint,
  upsertEndpoint,
} from '../../packages/server/src/store/callbacks/callback-endpoints.ts'
import type { Db } from '../../packages/server/src/store/pg/database.ts'

const plainSetup: EndpointSetup = {
  appId: 0,
  name: 'main',
  mode: 'live',
  format: 'native',
  url: 'https://publisher.example/callback',
  method: 'POST JSON',
  parameters: null,
  signature: null,
  events: callbackEventTypes,
  success: { okBody: null, failureBody: 'ERROR*|0' },
  reversalStyle: 'same_id',
  amounts: 'signed',
  transactionIds: 'uuid',
}

/** An endpoint as it is kept; what is left out is something sensible. */
export async function addEndpoint(
  db: Db,
  setup: Partial<EndpointSetup> & { readonly appId: number },
): Promise<StoredEndpoint> {
  const { id } = await upsertEndpoint(db, { ...plainSetup, ...setup })
  const endpoint = await findEndpoint(db, id)
  if (endpoint === undefined) throw new Error('an endpoint was not kept')
  return endpoint
}
