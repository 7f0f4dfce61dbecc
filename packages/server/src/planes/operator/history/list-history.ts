import {
  listClicks as clicksOperation,
  listConversions as conversionsOperation,
} from '@quoin/contract/operator/history/history-operations.ts'
import { pageStandard } from '@quoin/contract/operator/list-parameters.ts'
import { openDecisions } from '@quoin/core/conversions/decisions.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { daySec } from '@quoin/core/time/durations.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { listClicks as findClicks } from '../../../features/history/list-clicks.ts'
import { listConversions as findConversions } from '../../../features/history/list-conversions.ts'
import type { ListQuestion } from '../../../features/history/list-page.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

interface HistoryQuery {
  readonly limit: number | undefined
  readonly after: string | undefined
  readonly app: number | undefined
  readonly offer: number | undefined
  readonly network: number | undefined
  readonly user: string | undefined
  readonly mode: 'live' | 'test' | undefined
  readonly from: number | undefined
  readonly to: number | undefined
}

const sinceSec = 30 * daySec

function questionOf(query: HistoryQuery, nowMs: number): ListQuestion {
  const { limit = pageStandard, after, app, offer, network, user, mode = 'live', from, to } = query
  return {
    appId: app,
    offerId: offer,
    networkId: network,
    userId: user,
    before: after,
    limit,
    isTest: mode === 'test',
    fromMs: from === undefined ? Math.max(0, nowMs - sinceSec * 1000) : from * 1000,
    toMs: to === undefined ? undefined : to * 1000,
  }
}

const listClicks = staffRoute(clicksOperation, async ({ ports, query }) => {
  const { verdict, outcome, reason } = query
  const question = { ...questionOf(query, ports.clock.nowMs()), verdict, outcome, reason }
  const { items, next } = await findClicks(ports, question)
  const data = items.map((click) => ({
    click_id: click.id,
    at: secondsOf(click.clickedAtMs),
    app_id: String(click.appId),
    offer_id: String(click.offerId),
    user_id: click.userId,
    sub_id: click.subId,
    country: click.country,
    platform: click.platform,
    verdict: click.verdict,
    outcome: click.outcome,
    reason: click.reason,
    test: click.isTest,
  }))
  return { data, message: `${items.length} clicks.`, meta: { next } }
})

const listConversions = staffRoute(conversionsOperation, async ({ ports, query }) => {
  const { status, reason } = query
  const question = { ...questionOf(query, ports.clock.nowMs()), status, reason }
  const { items, next } = await findConversions(ports, question)
  const apps = ports.snapshots.apps()
  const networks = ports.snapshots.networks()
  const named = await ports.store.userFigures.listOfferNames(
    ports.db,
    items.map(({ offerId }) => offerId),
  )
  const offers = new Map(named.map(({ id, name }) => [id, name]))
  const data = items.map((conversion) => ({
    id: conversion.id,
    version: conversion.version,
    at: secondsOf(conversion.createdAtMs),
    app_id: String(conversion.appId),
    app: apps.findApp(conversion.appId)?.name ?? null,
    offer_id: String(conversion.offerId),
    offer: offers.get(conversion.offerId) ?? null,
    network_id: String(conversion.networkId),
    network: networks.findNetwork(conversion.networkId)?.name ?? null,
    user_id: conversion.userId,
    sub_id: conversion.subId,
    click_id: conversion.clickId,
    goal: conversion.goal,
    status: conversion.status,
    reason: conversion.reason,
    decisions: openDecisions(conversion),
    source: conversion.source,
    transaction_id: conversion.txnId,
    revenue: formatMicros(conversion.revenueMicros),
    payout: formatMicros(conversion.payoutMicros),
    payout_local: formatMicros(conversion.payoutLocalMicros),
    currency: conversion.currency,
    test: conversion.isTest,
  }))
  return { data, message: `${items.length} conversions.`, meta: { next } }
})

/** Lists over all apps. */
export const historyRoutes = [listClicks, listConversions] as const
