import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/operator/callbacks/endpoint-setup-operations.ts'
import { listFormats } from '../../../features/callbacks/endpoints/list-formats.ts'
import { removeEndpoint } from '../../../features/callbacks/endpoints/remove-endpoint.ts'
import { rotateCallbackSecret as rotate } from '../../../features/callbacks/endpoints/rotate-callback-secret.ts'
import { type EndpointChoices, setEndpoint } from '../../../features/callbacks/endpoints/set-endpoint.ts'
import { presentReversalAdvice } from '../../../http/present/reversal-advice.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const listCallbackFormats = staffRoute(operations.listCallbackFormats, async () => {
  const data = listFormats()
  return { data, message: `${data.length} formats.` }
})

const setCallbackEndpoint = staffRoute(
  operations.setCallbackEndpoint,
  async ({ ports, path, body, staff }) => {
    const { name = 'main', ...given } = body
    const named = Object.entries(given).filter(([, value]) => value !== undefined)
    const choices: EndpointChoices = Object.fromEntries(named)
    const set = await setEndpoint(ports, { appId: path.appId, name, choices, actor: staff.actor })
    const data = {
      id: String(set.endpointId),
      is_new: set.isNew,
      secret: set.secret,
      reversal_advice: presentReversalAdvice(set.reversals),
    }
    return {
      data,
      message: set.secret === null ? 'It is set.' : 'Copy the secret now: it is not shown again.',
    }
  },
)

const removeCallbackEndpoint = staffRoute(
  operations.removeCallbackEndpoint,
  async ({ ports, path, staff }) => {
    const { cancelled } = await removeEndpoint(ports, { ...path, actor: staff.actor })
    return { data: { cancelled }, message: 'It is removed.' }
  },
)

const rotateCallbackSecret = staffRoute(
  operations.rotateCallbackSecret,
  async ({ ports, path, body, staff }) => {
    const rotation = { ...path, secret: body.secret, actor: staff.actor }
    const { secret, previousEndsAtMs } = await rotate(ports, rotation)
    const data = { secret, previous_ends_at: secondsOf(previousEndsAtMs) }
    return { data, message: 'Copy it now: it is not shown again.' }
  },
)

/** Setting up where apps are told of conversions. */
export const endpointRoutes = [
  listCallbackFormats,
  setCallbackEndpoint,
  removeCallbackEndpoint,
  rotateCallbackSecret,
]
