import * as operations from '@quoin/contract/manage/callbacks/endpoint-operations.ts'
import { callbackMacroNames } from '@quoin/core/callbacks/macros.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { listFormats } from '../../../features/callbacks/endpoints/list-formats.ts'
import { removeEndpoint } from '../../../features/callbacks/endpoints/remove-endpoint.ts'
import { rotateCallbackSecret } from '../../../features/callbacks/endpoints/rotate-callback-secret.ts'
import { setEndpoint } from '../../../features/callbacks/endpoints/set-endpoint.ts'
import { getOwnEndpoint, showEndpoint } from '../../../features/callbacks/endpoints/show-endpoint.ts'
import { disableEndpoint, enableEndpoint } from '../../../features/callbacks/endpoints/switch-endpoint.ts'
import { maskUrl } from '../../../features/callbacks/requests/mask-request.ts'
import { presentOneEndpoint, stateOf } from '../../../http/present/endpoint.ts'
import { presentReversalAdvice } from '../../../http/present/reversal-advice.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import { choicesOf } from './choices.ts'

const listMyCallbackEndpoints = memberRoute(
  operations.listMyCallbackEndpoints,
  async ({ ports, path: { appId }, query: { mode = 'live' }, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const known = await ports.store.callbackEndpoints.listEndpointsOfApps(ports.db, [appId])
    const own = known.filter((one) => one.disabledReason !== 'removed' && [mode, 'both'].includes(one.mode))
    const data = own.map((endpoint) => ({
      id: String(endpoint.id),
      name: endpoint.name,
      url: maskUrl(endpoint.url),
      format: endpoint.format,
      mode: endpoint.mode,
      state: stateOf(endpoint),
    }))
    return { data, message: `${countOf(data.length, 'endpoint')}.` }
  },
)

const getMyCallbackEndpoint = memberRoute(
  operations.getMyCallbackEndpoint,
  async ({ ports, path: { endpointId }, member: { publisherId } }) => {
    const endpoint = await getOwnEndpoint(ports, { publisherId, endpointId })
    const fared = await showEndpoint(ports, endpoint)
    const data = { ...presentOneEndpoint(endpoint, fared), address: endpoint.url }
    return { data, message: `The endpoint “${endpoint.name}”.` }
  },
)

const setMyCallbackEndpoint = memberRoute(
  operations.setMyCallbackEndpoint,
  async ({ ports, path: { appId }, body: { name = 'main', ...given }, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const set = await setEndpoint(ports, { appId, name, choices: choicesOf(given), actor })
    const { endpointId, isNew, secret, reversals } = set
    const message = secret === null ? 'It is set.' : 'Copy the secret now: it is not shown again.'
    const data = {
      id: String(endpointId),
      is_new: isNew,
      secret,
      reversal_advice: presentReversalAdvice(reversals),
    }
    return { data, message }
  },
)

const rotateMyCallbackSecret = memberRoute(
  operations.rotateMyCallbackSecret,
  async ({ ports, path: { endpointId }, member: { publisherId, actor } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    const { secret, previousEndsAtMs } = await rotateCallbackSecret(ports, { endpointId, actor })
    const endsAt = secondsOf(previousEndsAtMs)
    return { data: { secret, previous_ends_at: endsAt }, message: 'Copy it now: it is not shown again.' }
  },
)

const enableMyCallbackEndpoint = memberRoute(
  operations.enableMyCallbackEndpoint,
  async ({ ports, path: { endpointId }, member: { publisherId, actor } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    await enableEndpoint(ports, { endpointId, actor })
    return { data: { id: String(endpointId) }, message: 'What waited is sent now.' }
  },
)

const disableMyCallbackEndpoint = memberRoute(
  operations.disableMyCallbackEndpoint,
  async ({ ports, path: { endpointId }, member: { publisherId, actor } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    await disableEndpoint(ports, { endpointId, actor })
    return { data: { id: String(endpointId) }, message: 'Nothing is sent; its callbacks wait.' }
  },
)

const removeMyCallbackEndpoint = memberRoute(
  operations.removeMyCallbackEndpoint,
  async ({ ports, path: { endpointId }, member: { publisherId, actor } }) => {
    await getOwnEndpoint(ports, { publisherId, endpointId })
    const { cancelled } = await removeEndpoint(ports, { endpointId, actor })
    return { data: { cancelled }, message: 'It is removed.' }
  },
)

const getMyCallbackFormats = memberRoute(operations.getMyCallbackFormats, () => ({
  data: { formats: listFormats(), macros: callbackMacroNames },
  message: 'The formats and macros.',
}))

/** Where an app is told of its conversions, as its publisher sets it. */
export const endpointRoutes = [
  listMyCallbackEndpoints,
  getMyCallbackEndpoint,
  setMyCallbackEndpoint,
  rotateMyCallbackSecret,
  enableMyCallbackEndpoint,
  disableMyCallbackEndpoint,
  removeMyCallbackEndpoint,
  getMyCallbackFormats,
]
