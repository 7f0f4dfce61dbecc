import {
  getReview as getOperation,
  listReviews as operation,
} from '@quoin/contract/operator/users/review-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { showEvidence } from '../../../features/conversions/review/show-evidence.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { presentReason, presentReview } from './present-review.ts'

export const listReviews = staffRoute(operation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, '-weight')
  const { app = null, network = null, offer = null, user = null, reason = null, mode } = query
  const filter = { appId: app, networkId: network, offerId: offer, userId: user, reason }
  const wanted = { ...filter, isTest: mode === undefined ? null : mode === 'test' }
  const [page, sums] = await Promise.all([
    store.reviewQueue.listReviewPage(db, wanted, slice),
    store.reviewQueue.sumReviews(db, wanted),
  ])
  const answer = listAnswer(page, slice, presentReview)
  const [payout, stake] = [formatMicros(sums.payoutMicros), formatMicros(sums.stakeMicros)]
  return { ...answer, meta: { ...answer.meta, payout, stake } }
})

type Evidence = Awaited<ReturnType<typeof showEvidence>>

export const getReview = staffRoute(getOperation, async ({ ports, path }) => {
  const evidence = await showEvidence(ports, path.conversionId)
  const { conversion, reasons, device, comparisons, events, links } = evidence
  const data = {
    ...presentReview(conversion),
    reasons: reasons.map(presentReason),
    device: device && {
      score: device.scoreTenths / 10,
      at: secondsOf(device.atMs),
      multi_accounting: device.isMultiAccounting,
      reasons: device.reasons.map(presentReason),
    },
    comparisons,
    links: presentLinks(links),
    history: events.map((event) => ({
      at: secondsOf(event.happenedAtMs),
      from: event.fromStatus,
      to: event.toStatus,
      reason: event.reason,
      source: event.source,
      actor: event.actor,
    })),
  }
  return { data, message: `The conversion is ${conversion.status}.` }
})

function presentLinks({ isBounded, users, ...links }: Evidence['links']) {
  return {
    ...links,
    bounded: isBounded,
    users: users.map(({ key, userId, isSameSubnet, lastSeenAtMs, outcomes }) => ({
      key,
      user_id: userId,
      same_subnet: isSameSubnet,
      last_seen_at: secondsOf(lastSeenAtMs),
      outcomes: outcomes && presentOutcomes(outcomes),
    })),
  }
}

function presentOutcomes(outcomes: NonNullable<Evidence['links']['users'][number]['outcomes']>) {
  const { payoutMicros, ...counts } = outcomes
  return { ...counts, payout: formatMicros(payoutMicros) }
}
