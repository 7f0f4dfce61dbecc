import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { type ExchangeRate, findRate, indexRates, rateAgeDaysMax } from '@quoin/core/terms/exchange-rate.ts'
import { findMargin, indexMargins, type DatedMarginRule } from '@quoin/core/terms/margin-rule.ts'
import { findPromotion, type Promotion } from '@quoin/core/terms/promotion.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { fingerprintText } from '../catalogue/fingerprint-offer.ts'
import type { TermsDirectory } from '../../ports/directories.ts'

let directoriesMade = 0

/** Margin rules, promotions and exchange rates by what they are looked up by. */
export function createTermsDirectory(content: {
  margins: readonly DatedMarginRule[]
  promotions: readonly Promotion[]
  rates: readonly ExchangeRate[]
}): TermsDirectory {
  const margins = indexMargins(content.margins)
  const promotionsByApp = Map.groupBy(content.promotions, ({ appId }) => appId)
  const rates = indexRates(content.rates)
  const inForce = content.margins.filter(({ untilMs = null }) => untilMs === null)
  const ofOffers = inForce.filter((rule) => rule.offerId !== null)
  const general = inForce.filter((rule) => rule.offerId === null)
  directoriesMade += 1
  return {
    version: directoriesMade,
    hasMargins: inForce.length > 0,
    findMargin: (wanted, atMs) => findMargin(margins, wanted, atMs),
    offerMargins: new Map(
      [...Map.groupBy(ofOffers, ({ offerId }) => offerId ?? 0)].map(([id, rules]) => [
        id,
        fingerprintText(written(rules)),
      ]),
    ),
    generalMargins: (appId) => written(general.filter((rule) => rule.appId === null || rule.appId === appId)),
    findPromotion: (appId, atMs) => findPromotion(promotionsByApp.get(appId), atMs),
    findRate: (currency, atMs) =>
      findRate(rates, {
        currency,
        day: dayOf(atMs),
        oldestDay: dayOf(atMs - rateAgeDaysMax * dayMs),
      }),
  }
}

function written(rules: readonly DatedMarginRule[]): string {
  return rules
    .map(({ appId, country, basisPoints }) => `${appId} ${country} ${basisPoints}`)
    .toSorted()
    .join()
}
