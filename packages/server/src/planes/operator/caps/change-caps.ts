import {
  listCaps as listOperation,
  removeCap as removeOperation,
  setCap as setOperation,
} from '@quoin/contract/operator/catalogue/cap-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import { listCapUse } from '../../../features/caps/list-cap-use.ts'
import { removeCap as remove } from '../../../features/caps/remove-cap.ts'
import { setCap as set } from '../../../features/caps/set-cap.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { presentCap, presentCapUse } from './present-cap.ts'

export const listCaps = staffRoute(listOperation, async ({ ports, query }) => {
  const uses = await listCapUse(ports, query)
  return { data: uses.map(presentCapUse), message: `${uses.length} caps.` }
})

export const setCap = staffRoute(setOperation, async ({ ports, body, staff: { actor } }) => {
  const { networkId = null, offerId = null, appId = null, userId = null, eachUser = false } = body
  if (networkId !== null && !ports.snapshots.networks().findNetwork(networkId)) {
    throw notFound(`There is no network ${networkId}.`)
  }
  const { period, count, revenue, payout } = body
  const limits = { count, revenueMicros: revenue, payoutMicros: payout }
  const scope = { networkId, offerId, appId, userId, isPerUser: eachUser }
  return {
    data: presentCap(await set(ports, { ...scope, period, ...limits, actor })),
    message: 'The cap is in force.',
  }
})

export const removeCap = staffRoute(
  removeOperation,
  async ({ ports, path: { capId }, staff: { actor } }) => ({
    data: presentCap(await remove(ports, { id: capId, actor })),
    message: 'The cap is removed.',
  }),
)
