import {
  addPromotion as addOperation,
  endPromotion as endOperation,
  listPromotions as listOperation,
} from '@quoin/contract/operator/catalogue/terms-operations.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { addPromotion as add, endPromotion as end } from '../../../features/terms/add-promotion.ts'
import { presentPromotion } from '../../../http/present/promotion.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const shownDays = 400

export const listPromotions = staffRoute(listOperation, async ({ ports, query }) => {
  const { db, store, clock } = ports
  const sinceMs = clock.nowMs() - shownDays * dayMs
  const promotions = await store.promotions.listPromotions(db, { sinceMs, appId: query.appId })
  return { data: promotions.map((one) => presentPromotion(ports, one)), message: 'The promotions.' }
})

export const addPromotion = staffRoute(addOperation, async ({ ports, body, staff }) => {
  const { appId, basisPoints, from, to, name = '' } = body
  const fromMs = from === undefined ? ports.clock.nowMs() : from * 1000
  const promotion = { appId, name, basisPoints, fromMs, toMs: to * 1000 }
  const added = await add(ports, { ...promotion, actor: staff.actor })
  return { status: 201, data: presentPromotion(ports, added), message: 'The promotion is added.' }
})

export const endPromotion = staffRoute(endOperation, async ({ ports, path, staff }) => ({
  data: presentPromotion(ports, await end(ports, { id: path.promotionId, actor: staff.actor })),
  message: 'The promotion is over.',
}))
