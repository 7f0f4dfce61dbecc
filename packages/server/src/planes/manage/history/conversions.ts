import * as operations from '@quoin/contract/manage/history/conversion-operations.ts'
import type { ValuesOf } from '@quoin/contract/fields/field.ts'
import { type Conversion, isInReview, isOnHold } from '@quoin/core/conversions/conversion.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { readAll, writeCsv } from '../../../features/history/export-own.ts'
import { ownReason } from '../../../features/timeline/story/tell-reasons.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import type { OwnConversionFilter } from '../../../store/history/own-lists.ts'
import { fileOf, scopeOf } from './history-scope.ts'

const listMyConversions = memberRoute(
  operations.listMyConversions,
  async ({ ports, path: { appId }, query, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const slice = sliceOf(query, '-time')
    const filter = filterOf(appId, query)
    return listAnswer(await ports.store.ownLists.listOwnConversions(ports.db, filter, slice), slice, present)
  },
)

const columns = [
  ...['time', 'changed', 'conversion', 'status', 'why', 'user', 'click', 'sub_id', 'transaction'],
  ...['offer_id', 'offer', 'goal', 'country', 'platform', 'payout_usd', 'reward', 'currency'],
]

const exportMyConversions = memberRoute(
  operations.exportMyConversions,
  async ({ ports, path: { appId }, query, member: { publisherId }, proveAgain }) => {
    const app = await getOwnApp(ports, { publisherId, appId })
    const filter = filterOf(appId, query)
    const rows = await readAll(
      (slice) => ports.store.ownLists.listOwnConversions(ports.db, filter, slice),
      proveAgain,
    )
    const lines = rows
      .map(present)
      .map((row) => [
        ...[
          isoTime(row.at),
          isoTime(row.changed_at),
          row.id,
          row.status,
          row.reason,
          row.user_id,
          row.click_id,
        ],
        ...[row.sub_id, row.transaction_id, row.offer_id, row.offer, row.goal, row.country, row.platform],
        ...[row.payout, row.reward, row.currency],
      ])
    return { file: fileOf(app, 'conversions', writeCsv(columns, lines)) }
  },
)

function filterOf(
  appId: number,
  query: ValuesOf<typeof operations.exportMyConversions.query>,
): OwnConversionFilter {
  return { ...scopeOf(appId, query), transactionId: query.transactionId, status: query.status }
}

function isoTime(sec: number): string {
  return new Date(sec * 1000).toISOString()
}

function present(one: Conversion & { readonly offer: string | null }) {
  return {
    id: one.id,
    at: secondsOf(one.createdAtMs),
    changed_at: secondsOf(one.updatedAtMs),
    status: one.status,
    is_held: isInReview(one) || isOnHold(one),
    reason: one.reason === null ? null : ownReason(one.reason),
    release_at: secondsOf(one.releaseAtMs),
    user_id: one.userId,
    click_id: one.clickId,
    sub_id: one.subId,
    transaction_id: one.txnId ?? one.claimTxnId,
    offer_id: String(one.offerId),
    offer: one.offer,
    goal: one.goal,
    country: one.country,
    platform: one.platform,
    payout: formatMicros(one.payoutMicros),
    reward: formatMicros(one.payoutLocalMicros),
    currency: one.currency,
  }
}

export const conversionRoutes = [listMyConversions, exportMyConversions]
