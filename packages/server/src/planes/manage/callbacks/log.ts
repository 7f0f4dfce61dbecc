import * as operations from '@quoin/contract/manage/callbacks/log-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { findOwnEndpoint, getOwnEndpoint } from '../../../features/callbacks/endpoints/show-endpoint.ts'
import { replayCallback } from '../../../features/callbacks/replay-callbacks.ts'
import { startJob } from '../../../features/jobs/start-job.ts'
import { presentAttempt, presentCallback } from '../../../http/present/callback.ts'
import { callbackFilterOf } from '../../../http/present/callback-filter.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import type { Ports } from '../../../ports/ports.ts'

const listMyCallbacks = memberRoute(
  operations.listMyCallbacks,
  async ({ ports, path: { endpointId }, query, member: { publisherId } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    const slice = sliceOf(query, '-time')
    const { state = null, mode = 'live' } = query
    const filter = { endpointId, state, ...callbackFilterOf({ ...query, mode }) }
    const page = await ports.store.endpointList.listCallbackPage(ports.db, filter, slice)
    return listAnswer(page, slice, presentCallback)
  },
)

const attemptsMax = 100

const listMyCallbackAttempts = memberRoute(
  operations.listMyCallbackAttempts,
  async ({ ports, path: { callbackId }, member: { publisherId } }) => {
    await assertOwnCallback(ports, { publisherId, callbackId })
    const attempts = await ports.store.callbackAttempts.listAttempts(ports.db, callbackId, attemptsMax)
    return { data: attempts.map(presentAttempt), message: `${countOf(attempts.length, 'attempt')}.` }
  },
)

const replayMyCallback = memberRoute(
  operations.replayMyCallback,
  async ({ ports, path: { callbackId }, member: { publisherId, actor } }) => {
    await assertOwnCallback(ports, { publisherId, callbackId })
    return { data: await replayCallback(ports, { callbackId, actor }), message: 'It is sent again.' }
  },
)

const replayMyCallbacks = memberRoute(
  operations.replayMyCallbacks,
  async ({ ports, path: { endpointId }, query, body, member: { publisherId, actor } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    const { mode = 'live' } = query
    const { state = null, event = null, userId = null, from = null, to = null } = body
    const about = { endpointId, mode, state, event, userId, from, to }
    const jobId = await startJob(ports, ports.db, { kind: 'callbacks.replay', actor, about })
    return { status: 202, data: { job_id: jobId }, message: 'They are sent again, in the background.' }
  },
)

async function assertOwnCallback(
  ports: Pick<Ports, 'db' | 'store'>,
  { publisherId, callbackId }: { readonly publisherId: number; readonly callbackId: string },
): Promise<void> {
  const found = await ports.store.callbackLog.findCallback(ports.db, callbackId)
  const endpoint = found && (await findOwnEndpoint(ports, { publisherId, endpointId: found.endpointId }))
  // The number of somebody else's endpoint would say that there is such a callback.
  if (endpoint === undefined) throw notFound('There is no such callback.')
}

/** Callbacks, their attempts and their replay. */
export const callbackLogRoutes = [
  listMyCallbacks,
  listMyCallbackAttempts,
  replayMyCallback,
  replayMyCallbacks,
]
