import { isInReview } from '@quoin/core/conversions/conversion.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { StoryStep } from '../../features/timeline/story/story-step.ts'
import type { ClickStory } from '../../features/timeline/story/tell-click-story.ts'

/** A click's story as the people of the platform and those of its publisher read it alike. */
export function presentStory({ verdict, answer, facts, decisionsOf }: ClickStory) {
  const { click, offer, app, conversions, callbacks } = facts
  return {
    click_id: click.id,
    clicked_at: secondsOf(click.clickedAtMs),
    user_id: click.userId,
    is_test: click.isTest,
    offer: presentThing(offer),
    app: presentThing(app),
    verdict,
    answer,
    conversions: conversions.map((one) => ({
      id: one.id,
      status: one.status,
      version: one.version,
      payout: formatMicros(one.payoutMicros),
      is_in_review: isInReview(one),
      decisions: decisionsOf(one),
      transaction_id: one.txnId,
    })),
    callbacks: callbacks.map(({ id, endpointId, state }) => ({ id, endpoint_id: String(endpointId), state })),
  }
}

export function presentThing(thing: { id: number; name: string; status: string } | undefined) {
  return thing === undefined ? null : { id: String(thing.id), name: thing.name, status: thing.status }
}

export function presentStep({ atMs, money, split, riskScore, checks, raw, ...step }: StoryStep) {
  return {
    ...step,
    at_ms: atMs,
    checks: (checks ?? []).map(({ code, isPassed, sentence }) => ({ code, passed: isPassed, sentence })),
    amount: money ? formatMicros(money.amountMicros) : null,
    amount_note: money?.note ?? null,
    payable: split ? formatMicros(split.payableMicros) : null,
    risk_score: riskScore ?? null,
    raw: raw ?? [],
  }
}
