import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { type ExchangeRate, findRate, indexRates, rateAgeDaysMax } from '@quoin/core/terms/exchange-rate.ts'
import { findMargin, indexMargins, type DatedMarginRule } from '@quoin/core/terms/margin-rule.ts'
import { findPromotion, type Promotion } from '@quoin/core/terms/promotion.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
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
  directoriesMade += 1
  return {
    version: directoriesMade,
    hasMargins: content.margins.some(({ untilMs = null }) => untilMs === null),
    findMargin: (wanted, atMs) => findMargin(margins, wanted, atMs),
    findPromotion: (appId, atMs) => findPromotion(promotionsByApp.get(appId), atMs),
    findRate: (currency, atMs) =>
      findRate(rates, {
        currency,
        day: dayOf(atMs),
        oldestDay: dayOf(atMs - rateAgeDaysMax * dayMs),
      }),
  }
}
