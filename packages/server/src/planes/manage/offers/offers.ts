import * as operations from '@quoin/contract/manage/offers/offer-operations.ts'
import type { App } from '@quoin/core/apps/app.ts'
import { payoutAt } from '@quoin/core/catalogue/pricing.ts'
import { convertToLocal } from '@quoin/core/payout/convert.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { Platform } from '@quoin/core/offers/offer.ts'
import type { Check } from '@quoin/core/targeting/explain-offer.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { explainEligibility } from '../../../features/catalogue/explain-eligibility.ts'
import { surveyOffers } from '../../../features/catalogue/survey-offers.ts'
import { imagePath, textsOf } from '../../../features/wall/offer-texts.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

interface Told {
  readonly mode?: 'live' | 'test' | undefined
  readonly country: string
  readonly platform: Platform
  readonly userId?: string | undefined
}

/** Nobody in particular has no id, and nothing is kept from them that is kept from one user. */
function viewerOf(app: App, { mode, country, platform, userId = '' }: Told, nowMs: number) {
  const audience = { country, platform, nowSec: secondsOf(nowMs), isTest: mode === 'test' }
  return { app, userId, audience, address: undefined }
}

const listMyOffers = memberRoute(
  operations.listMyOffers,
  async ({ ports, path: { appId }, query, member: { publisherId } }) => {
    const app = await getOwnApp(ports, { publisherId, appId })
    const { listed = 'yes', search, limit = 50 } = query
    const viewer = viewerOf(app, query, ports.clock.nowMs())
    const found = await surveyOffers(ports, viewer, { isListed: listed === 'yes', search, limit })
    const { catalogue, pricing } = found
    const promotionBasisPoints = pricing.promotion?.basisPoints ?? null
    const data = found.offers.map(({ index, whyNot }) => {
      const { id, name, goals } = catalogue.offerAt(index)
      const { requirements, description, imageUrl } = textsOf({ catalogue, index })
      const payoutMicros = payoutAt(catalogue.data, index, pricing)
      return {
        id: String(id),
        name,
        requirement: requirements || description,
        image: imagePath(id, imageUrl),
        payout: formatMicros(payoutMicros),
        reward: formatMicros(convertToLocal({ payoutMicros, ...app.currency, promotionBasisPoints })),
        currency: app.currency.name,
        steps: goals.length,
        why_not: whyNot === undefined ? null : presentCheck(whyNot),
      }
    })
    return { data, message: `${countOf(found.total, 'offer')}.`, meta: { total: found.total } }
  },
)

const explainMyOffer = memberRoute(
  operations.explainMyOffer,
  async ({ ports, path: { appId, offerId }, query, member: { publisherId } }) => {
    const app = await getOwnApp(ports, { publisherId, appId })
    const viewer = viewerOf(app, query, ports.clock.nowMs())
    const { isEligible, checks } = await explainEligibility(ports, { offerId, viewer })
    return {
      data: { shown: isEligible, checks: checks.map(presentCheck) },
      message: isEligible ? 'The offer is shown.' : 'The offer is not shown.',
    }
  },
)

function presentCheck({ code, isPassed, sentence }: Check) {
  return { code, passed: isPassed, message: sentence }
}

export const offerRoutes = [listMyOffers, explainMyOffer]
