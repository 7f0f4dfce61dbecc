import * as operations from '@quoin/contract/lookup-operations.ts'
import { explainEligibility as explainEligibilityFeature } from '../../../features/catalogue/explain-eligibility.ts'
import { route } from '../../../http/route.ts'
import { audienceOf } from './audience-of.ts'

/** GET /api/v1/offers/{offerId}/eligibility: why an offer is or is not shown. */
export const explainEligibility = route(operations.explainEligibility, async (call) => {
  const { ports, caller, path, query } = call
  const { detected, alsoFor: _narrowed, ...viewed } = audienceOf(call)
  const { isEligible, checks } = await explainEligibilityFeature(ports, {
    offerId: path.offerId,
    viewer: { app: caller.app, userId: query.userId, ...viewed },
  })
  const failed = checks.filter(({ isPassed }) => !isPassed).map(({ code }) => code)
  return {
    data: {
      offer_id: path.offerId,
      user_id: query.userId,
      eligible: isEligible,
      checks: checks.map(({ code, isPassed, sentence }) => ({
        code,
        verdict: isPassed ? ('passed' as const) : ('failed' as const),
        message: sentence,
      })),
    },
    message: isEligible ? 'The offer is shown.' : `The offer is not shown: ${failed.join(', ')}.`,
    meta: { detected },
  }
})
