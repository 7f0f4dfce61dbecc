import { assert } from '../errors.ts'
import { earn } from '../payout/earned.ts'
import type { Conversion } from './conversion.ts'
import type { Report } from './situation.ts'
import { isEarning } from './standing.ts'

/**
 * The amount that comes with a report that earns is the valid one; a reversal's amount says nothing new, and neither
 * does the same amount once more: what it was worth in USD on the first day stays.
 */
export function reprice(conversion: Conversion, report: Report): Conversion {
  if (!isOtherAmount(conversion, report)) return conversion
  return {
    ...conversion,
    ...earn(conversion, revenueOf(report)),
    reportedMicros: report.reportedMicros,
    reportedCurrency: report.currency,
    ...rateOf(report),
  }
}

export function isOtherAmount(
  { reportedMicros, reportedCurrency }: Conversion,
  report: Pick<Report, 'reportedMicros' | 'currency'>,
): boolean {
  return reportedMicros !== report.reportedMicros || reportedCurrency !== report.currency
}

/** A report that says nothing new about the money, as a chargeback does, is understood without a rate. */
export function needsAmount(report: Report, existing: Conversion | undefined): boolean {
  return existing === undefined || (isEarning(report.status) && isOtherAmount(existing, report))
}

/** In USD. */
export function revenueOf({ exchange, reportedMicros }: Report): number {
  assert(exchange !== 'missing', 'an amount without a rate was to be earned')
  return exchange?.usdMicros ?? reportedMicros
}

export function rateOf({ exchange }: Report): Pick<Conversion, 'rateDay' | 'usdNanos'> {
  assert(exchange !== 'missing', 'an amount without a rate was to be kept')
  return { rateDay: exchange?.day ?? null, usdNanos: exchange?.usdNanos ?? null }
}
