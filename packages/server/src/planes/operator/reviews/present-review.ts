import { stakeOf } from '@quoin/core/conversions/stake.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { Reason } from '@quoin/core/risk/score.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { ReviewRow } from '../../../store/conversions/review-queue.ts'

export function presentReview(row: ReviewRow) {
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    reason: row.reason,
    reported_status: row.reportedStatus,
    source: row.source,
    app_id: String(row.appId),
    app: row.app,
    offer_id: String(row.offerId),
    offer: row.offer,
    network_id: String(row.networkId),
    network: row.network,
    user_id: row.userId,
    sub_id: row.subId,
    click_id: row.clickId,
    country: row.country,
    platform: row.platform,
    goal: row.goal,
    revenue: formatMicros(row.revenueMicros),
    payout: formatMicros(row.payoutMicros),
    stake: formatMicros(stakeOf(row)),
    payout_local: formatMicros(row.payoutLocalMicros),
    currency: row.currency,
    test: row.isTest,
    score: row.risk ? row.risk.scoreTenths / 10 : null,
    first_reason: row.risk?.reasons[0]?.detail ?? null,
    created_at: secondsOf(row.createdAtMs),
  }
}

export function presentReason({ code, points, detail }: Reason) {
  return { code, points: Math.round(points * 100) / 100, detail }
}
