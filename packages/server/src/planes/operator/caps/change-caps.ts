import {
  listCaps as listOperation,
  removeCap as removeOperation,
  setCap as setOperation,
} from '@quoin/contract/operator/catalogue/cap-operations.ts'
import type { Cap } from '@quoin/core/caps/cap.ts'
import { notFound } from '@quoin/core/errors.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { type CapUse, listCapUse } from '../../../features/caps/list-cap-use.ts'
import { removeCap as remove } from '../../../features/caps/remove-cap.ts'
import { setCap as set } from '../../../features/caps/set-cap.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const listCaps = staffRoute(listOperation, async ({ ports, query }) => {
  const uses = await listCapUse(ports, query)
  return { data: uses.map(presentUse), message: `${uses.length} caps.` }
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

function presentCap(cap: Cap) {
  return {
    id: String(cap.id),
    network_id: textOf(cap.networkId),
    offer_id: textOf(cap.offerId),
    app_id: textOf(cap.appId),
    user_id: cap.userId,
    each_user: cap.isPerUser,
    period: cap.period,
    measure: cap.measure,
    limit: amountOf(cap, cap.limit),
  }
}

function presentUse({ cap, use }: CapUse) {
  return {
    ...presentCap(cap),
    use: use.map(({ day, used, left, usersCount, usersAtLimitCount }) => ({
      day,
      used: amountOf(cap, used),
      left: amountOf(cap, left),
      users: usersCount,
      users_at_limit: usersAtLimitCount,
    })),
  }
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id)
}

function amountOf({ measure }: Cap, value: number): string {
  return measure === 'count' ? String(value) : formatMicros(value)
}
