import {
  replayCallback as replayOneOperation,
  replayCallbacks as replayOperation,
} from '@quoin/contract/operator/callbacks/callback-operations.ts'
import {
  disableCallbackEndpoint as disableOperation,
  enableCallbackEndpoint as enableOperation,
  previewCallbackSignature as signatureOperation,
  testCallbackEndpoint as testOperation,
} from '@quoin/contract/operator/callbacks/callback-endpoint-operations.ts'
import { getLivingEndpoint } from '../../../features/callbacks/endpoints/change-endpoint.ts'
import { disableEndpoint, enableEndpoint } from '../../../features/callbacks/endpoints/switch-endpoint.ts'
import { previewSignature } from '../../../features/callbacks/preview-signature.ts'
import { replayCallback as replayOne } from '../../../features/callbacks/replay-callbacks.ts'
import { testCallback } from '../../../features/callbacks/test-callback.ts'
import { startJob } from '../../../features/jobs/start-job.ts'
import { presentSignature, presentTested } from '../../../http/present/callback.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import {
  getCallbackEndpoint,
  listCallbackAttempts,
  listCallbackEndpoints,
  listCallbacks,
} from './list-endpoints.ts'

const standardPayoutMicros = 1_000_000
const standardUser = 'test-user'

const replayCallback = staffRoute(replayOneOperation, async ({ ports, path, staff }) => {
  const data = await replayOne(ports, { callbackId: path.callbackId, actor: staff.actor })
  return { data, message: 'It is sent again.' }
})

const replayCallbacks = staffRoute(replayOperation, async ({ ports, path, body, staff }) => {
  const { id: endpointId } = await getLivingEndpoint(ports, path.endpointId)
  const { state = null, event = null, userId = null, from = null, to = null } = body
  const about = { endpointId, state, event, userId, from, to }
  const jobId = await startJob(ports, ports.db, { kind: 'callbacks.replay', actor: staff.actor, about })
  return { status: 202, data: { job_id: jobId }, message: 'They are sent again, in the background.' }
})

const testCallbackEndpoint = staffRoute(testOperation, async ({ ports, path, body }) => {
  const tested = await testCallback(ports, {
    endpointId: path.endpointId,
    testCase: body.case ?? 'approved',
    userId: body.userId ?? standardUser,
    payoutMicros: body.payout ?? standardPayoutMicros,
  })
  const data = tested.map(presentTested)
  return { data, message: `${data.length} requests were sent.` }
})

const previewCallbackSignature = staffRoute(signatureOperation, async ({ ports, path, query }) => {
  const previews = await previewSignature(ports, {
    endpointId: path.endpointId,
    testCase: query.case ?? 'approved',
    userId: standardUser,
    payoutMicros: standardPayoutMicros,
  })
  const data = previews.map(presentSignature)
  return { data, message: 'Nothing was sent.' }
})

const enableCallbackEndpoint = staffRoute(enableOperation, async ({ ports, path, staff }) => {
  await enableEndpoint(ports, { endpointId: path.endpointId, actor: staff.actor })
  return { data: { id: String(path.endpointId) }, message: 'What waited is sent now.' }
})

const disableCallbackEndpoint = staffRoute(disableOperation, async ({ ports, path, staff }) => {
  await disableEndpoint(ports, { endpointId: path.endpointId, actor: staff.actor })
  return { data: { id: String(path.endpointId) }, message: 'Nothing is sent; its callbacks wait.' }
})

export const callbackRoutes = [
  listCallbackEndpoints,
  getCallbackEndpoint,
  listCallbacks,
  listCallbackAttempts,
  replayCallback,
  replayCallbacks,
  testCallbackEndpoint,
  previewCallbackSignature,
  enableCallbackEndpoint,
  disableCallbackEndpoint,
] as const
