import { toldReason } from '@quoin/core/conversions/conversion.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { ToldUser } from '../../features/users/tell-user.ts'
import type { UserStory } from '../../features/users/user-story.ts'

/** The story of a user as the operator API and the management API tell it; `lists` are told by each in its way. */
export function presentUser({ app, story, figures, names }: ToldUser) {
  return {
    user_id: story.userId,
    app_id: String(story.appId),
    app,
    is_test: story.isTest,
    answers: story.answers,
    first_seen_at: secondsOf(figures.firstClickAtMs),
    last_seen_at: secondsOf(figures.lastClickAtMs),
    clicks_count: figures.clicks,
    conversions_count: figures.conversions,
    reversed_count: figures.reversed,
    earned: formatMicros(figures.earnedMicros),
    devices: story.risk?.devices ?? 0,
    risk_score: story.risk?.riskScoreNow ?? null,
    ...presentEvents(story, names),
    assessments: presentAssessments(story),
  }
}

function presentEvents({ clicks, conversions, callbacks }: UserStory, names: ReadonlyMap<number, string>) {
  return {
    clicks: clicks.items.map(({ id, clickedAtMs, offerId, country, platform, verdict, outcome, reason }) => ({
      click_id: id,
      at: secondsOf(clickedAtMs),
      offer_id: String(offerId),
      offer: names.get(offerId) ?? null,
      country,
      platform,
      state: verdict === 'bot' ? 'bot' : outcome === 'fallback' ? 'fallback' : 'accepted',
      reason,
    })),
    conversions: conversions.items.map((one) => ({
      id: one.id,
      at: secondsOf(one.createdAtMs),
      click_id: one.clickId,
      offer_id: String(one.offerId),
      offer: names.get(one.offerId) ?? null,
      goal: one.goal,
      status: one.status,
      reason: toldReason(one.reason),
      payout: formatMicros(one.payoutMicros),
      reward: `${formatMicros(one.payoutLocalMicros)} ${one.currency}`,
      transaction_id: one.txnId,
    })),
    callbacks: callbacks.map(({ id, conversionId, endpoint, eventType, state, attempts, endedAtMs }) => ({
      id,
      conversion_id: conversionId,
      endpoint,
      event: eventType,
      state,
      attempts,
      ended_at: secondsOf(endedAtMs),
    })),
  }
}

/** A list that a user is on. */
export function presentUserList({
  id,
  action,
  reason,
  createdAtMs,
  expiresAtMs,
}: UserStory['lists'][number]) {
  return {
    id: String(id),
    action,
    reason,
    created_at: secondsOf(createdAtMs),
    expires_at: secondsOf(expiresAtMs),
  }
}

function presentAssessments({ risk }: UserStory) {
  return (risk?.assessments ?? []).map(({ assessedAtMs, riskScore, device, isBlocked, reasons }) => ({
    at: secondsOf(assessedAtMs),
    score: riskScore,
    device,
    blocked: isBlocked,
    reasons: reasons.flatMap(readReason),
  }))
}

/** Reasons are kept as they were told, by whatever version. */
function readReason(reason: unknown): { code: string; points: number; detail: string }[] {
  if (typeof reason !== 'object' || reason === null) return []
  const { code, points, detail } = reason as Readonly<Record<string, unknown>> // an object
  if (typeof code !== 'string') return []
  return [{ code, points: Number(points ?? 0), detail: typeof detail === 'string' ? detail : '' }]
}
