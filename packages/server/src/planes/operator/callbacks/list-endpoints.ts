import {
  listCallbackAttempts as attemptsOperation,
  listCallbacks as logOperation,
} from '@quoin/contract/operator/callbacks/callback-operations.ts'
import {
  getCallbackEndpoint as getOperation,
  listCallbackEndpoints as operation,
} from '@quoin/contract/operator/callbacks/callback-endpoint-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import { getEndpoint } from '../../../features/callbacks/endpoints/change-endpoint.ts'
import { showEndpoint } from '../../../features/callbacks/endpoints/show-endpoint.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { presentAttempt, presentCallback } from '../../../http/present/callback.ts'
import { callbackFilterOf } from '../../../http/present/callback-filter.ts'
import { presentEndpoint, presentOneEndpoint } from '../../../http/present/endpoint.ts'

export const listCallbackEndpoints = staffRoute(operation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, 'app')
  const filter = { search: query.search ?? null, state: query.state ?? null, appId: query.app ?? null }
  const page = await store.endpointList.listEndpointPage(db, filter, slice)
  const figures = await store.endpointList.measureEndpoints(
    db,
    page.rows.map(({ id }) => id),
  )
  const figuresOf = new Map(figures.map((one) => [one.id, one]))
  return listAnswer(page, slice, (row) => presentEndpoint(row, figuresOf.get(row.id)))
})

export const getCallbackEndpoint = staffRoute(getOperation, async ({ ports, path }) => {
  const endpoint = await getEndpoint(ports, path.endpointId)
  const fared = await showEndpoint(ports, endpoint)
  return { data: presentOneEndpoint(endpoint, fared), message: `The endpoint “${endpoint.name}”.` }
})

export const listCallbacks = staffRoute(logOperation, async ({ ports, path, query }) => {
  const { id: endpointId } = await getEndpoint(ports, path.endpointId)
  const slice = sliceOf(query, '-time')
  const filter = { endpointId, state: query.state ?? null, ...callbackFilterOf(query) }
  const page = await ports.store.endpointList.listCallbackPage(ports.db, filter, slice)
  return listAnswer(page, slice, presentCallback)
})

const attemptsMax = 100

export const listCallbackAttempts = staffRoute(attemptsOperation, async ({ ports: { db, store }, path }) => {
  if ((await store.callbackLog.findCallback(db, path.callbackId)) === undefined) {
    throw notFound('There is no such callback.')
  }
  const attempts = await store.callbackAttempts.listAttempts(db, path.callbackId, attemptsMax)
  return { data: attempts.map(presentAttempt), message: `${attempts.length} attempts.` }
})
