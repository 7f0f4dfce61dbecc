import {
  decideReviews as operation,
  previewReviews as previewOperation,
} from '@quoin/contract/operator/users/review-decision-operations.ts'
import { passableRules } from '@quoin/core/conversions/review-objections.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { decideReviews as decide } from '../../../features/conversions/review/decide-reviews.ts'
import {
  type DecisionPreview,
  previewDecision,
} from '../../../features/conversions/review/preview-decision.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { getReview, listReviews } from './list-reviews.ts'

const previewReviews = staffRoute(previewOperation, async ({ ports, body }) => {
  const data: ReturnType<typeof presentPreview>[] = []
  for (const conversionId of body.conversionIds) {
    const preview = await previewDecision(ports, { conversionId, decision: body.decision })
    if (preview !== undefined) data.push(presentPreview(preview))
  }
  return { data, message: 'Nothing is changed.' }
})

function presentPreview({ before, after, objections, entries, isPaidOut, caps, callbacks }: DecisionPreview) {
  const owed = (account: string): string =>
    formatMicros(
      entries
        .filter((one) => one.account === account)
        .reduce((sum, { amountMicros }) => sum + amountMicros, 0),
    )
  return {
    id: before.id,
    from: before.status,
    to: after?.status ?? null,
    reason: after?.reason ?? null,
    release_at: secondsOf(after?.releaseAtMs),
    revenue: formatMicros(before.revenueMicros),
    // Credits are negative in the ledger: what is owed and kept is told as a person says it.
    payable: negated(owed('payable')),
    receivable: owed('receivable'),
    margin: negated(owed('margin')),
    is_paid_out: isPaidOut,
    objections: objections.map(({ rule, message }) => ({
      rule,
      message,
      passable: passableRules.some((one) => one === rule),
    })),
    caps: caps.map(({ key, used, limit }) => ({ key, used, limit })),
    callbacks: callbacks.map(({ endpointId, name, event }) => ({
      endpoint_id: String(endpointId),
      name,
      event,
    })),
  }
}

function negated(amount: string): string {
  if (amount === '0') return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

const decideReviews = staffRoute(operation, async ({ ports, body, staff }) => {
  const { decision, conversions, note = '', despite = [] } = body
  const decided = await decide(ports, { decision, conversions, note, despite, actor: staff.actor })
  const done = decided.filter(({ outcome }) => outcome === 'done').length
  return { data: decided, message: `${done} of ${decided.length} decided.` }
})

export const reviewRoutes = [listReviews, getReview, previewReviews, decideReviews] as const
