import * as operations from '@quoin/contract/manage/promotions/promotion-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { addPromotion, endPromotion } from '../../../features/terms/add-promotion.ts'
import { presentPromotion } from '../../../http/present/promotion.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import type { Ports } from '../../../ports/ports.ts'

const shownDays = 400

const listMyPromotions = memberRoute(
  operations.listMyPromotions,
  async ({ ports, path: { appId }, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const promotions = await listOf(ports, appId)
    return { data: promotions.map((one) => presentPromotion(ports, one)), message: 'The promotions.' }
  },
)

const addMyPromotion = memberRoute(
  operations.addMyPromotion,
  async ({ ports, path: { appId }, body, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const { basisPoints, from, to, name = '' } = body
    const fromMs = from === undefined ? ports.clock.nowMs() : from * 1000
    const added = await addPromotion(ports, { appId, name, basisPoints, fromMs, toMs: to * 1000, actor })
    return { status: 201, data: presentPromotion(ports, added), message: 'The promotion is added.' }
  },
)

const endMyPromotion = memberRoute(
  operations.endMyPromotion,
  async ({ ports, path: { appId, promotionId: id }, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const promotions = await listOf(ports, appId)
    if (!promotions.some((one) => one.id === id)) throw notFound(`The app has no promotion ${id}.`)
    const ended = await endPromotion(ports, { id, actor })
    return { data: presentPromotion(ports, ended), message: 'The promotion is over.' }
  },
)

async function listOf({ db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>, appId: number) {
  return await store.promotions.listPromotions(db, { sinceMs: clock.nowMs() - shownDays * dayMs, appId })
}

export const promotionRoutes = [listMyPromotions, addMyPromotion, endMyPromotion]
