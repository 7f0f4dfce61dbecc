import { formatMicros } from '@quoin/core/payout/money.ts'
import { perPieceMicros, ratioMicros } from '@quoin/core/stats/ratio.ts'
import type { ReportColumn } from '../../store/stats/stats-rows.ts'
import type { Figures } from './report-stats.ts'

/** Names of groups as they are shown. */
const keyNames: Readonly<Record<ReportColumn, string>> = {
  app: 'app_id',
  offer: 'offer_id',
  country: 'country',
  platform: 'platform',
  subId: 'sub_id',
  status: 'status',
  network: 'network',
}

/** A row of a report, for publishers; amounts are what they earn. */
export function presentFigures(figures: Figures, groupBy: readonly ReportColumn[]) {
  const { conversions, payoutMicros } = figures
  const isByStatus = groupBy.includes('status')
  const credited = conversions.approved + conversions.reversed
  const counted = conversions.pending + credited
  return {
    from: figures.from.atMs / 1000,
    until: figures.untilMs / 1000,
    local_time: figures.from.shown,
    ...Object.fromEntries(groupBy.map((name, index) => [keyNames[name], keyOf(name, figures.keys[index])])),
    ...presentImpressions(figures, amount),
    // A click has no status: with rows by status there would be some in none.
    clicks: count(figures.clicks),
    unique_clicks: count(figures.uniqueClicks),
    fallback_clicks: count(figures.fallbackClicks),
    bot_clicks: count(figures.botClicks),
    conversions: count(counted),
    pending: count(conversions.pending),
    approved: count(conversions.approved),
    rejected: count(conversions.rejected),
    reversed: count(conversions.reversed),
    payout: amount(payoutMicros.approved),
    payout_pending: amount(payoutMicros.pending),
    payout_reversed: amount(payoutMicros.reversed),
    conversion_rate: isByStatus ? null : orNull(ratioMicros(counted, figures.clicks)),
    epc: isByStatus ? null : orNull(perPieceMicros(payoutMicros.approved, figures.clicks)),
    reversal_rate: isByStatus ? null : orNull(ratioMicros(conversions.reversed, credited)),
    time_to_credit: {
      median: figures.creditMedianSec ?? null,
      p90: figures.creditP90Sec ?? null,
    },
  }
}

/** The same with what the network pays and what is left of it, for operators. */
export function presentBusiness(figures: Figures, groupBy: readonly ReportColumn[]) {
  const { revenueMicros, payoutMicros } = figures
  return {
    ...presentFigures(figures, groupBy),
    revenue: amount(revenueMicros.approved),
    revenue_pending: amount(revenueMicros.pending),
    revenue_reversed: amount(revenueMicros.reversed),
    margin: amount(revenueMicros.approved - payoutMicros.approved),
  }
}

/** The same for the operator API: amounts are exact texts, keys stand in the order of the groups. */
export function presentExact(
  figures: Figures,
  groupBy: readonly ReportColumn[],
  nameOf: (group: ReportColumn, key: string) => string | null,
) {
  const { conversions, payoutMicros, revenueMicros } = figures
  const credited = conversions.approved + conversions.reversed
  const counted = conversions.pending + credited
  const keys = groupBy.map((name, index) => {
    const key = keyOf(name, figures.keys[index])
    return key === null ? null : String(key)
  })
  const isByStatus = groupBy.includes('status')
  const epc = isByStatus ? undefined : perPieceMicros(payoutMicros.approved, figures.clicks)
  return {
    from: figures.from.atMs / 1000,
    until: figures.untilMs / 1000,
    local_time: figures.from.shown,
    keys,
    names: groupBy.map((name, index) => nameOf(name, keys[index] ?? '')),
    ...presentImpressions(figures, formatMicros),
    clicks: count(figures.clicks),
    unique_clicks: count(figures.uniqueClicks),
    fallback_clicks: count(figures.fallbackClicks),
    bot_clicks: count(figures.botClicks),
    conversions: count(counted),
    pending: count(conversions.pending),
    approved: count(conversions.approved),
    rejected: count(conversions.rejected),
    reversed: count(conversions.reversed),
    revenue: formatMicros(revenueMicros.approved),
    revenue_pending: formatMicros(revenueMicros.pending),
    payout: formatMicros(payoutMicros.approved),
    payout_pending: formatMicros(payoutMicros.pending),
    payout_reversed: formatMicros(payoutMicros.reversed),
    margin: formatMicros(revenueMicros.approved - payoutMicros.approved),
    conversion_rate: isByStatus ? null : orNull(ratioMicros(counted, figures.clicks)),
    epc: epc === undefined ? null : formatMicros(epc),
    reversal_rate: isByStatus ? null : orNull(ratioMicros(conversions.reversed, credited)),
    credit_median: figures.creditMedianSec ?? null,
    credit_p90: figures.creditP90Sec ?? null,
  }
}

/** Where impressions are not counted by such groups, nothing is told of them. */
function presentImpressions<Amount>(
  { impressions, uniqueClicks, payoutMicros }: Figures,
  amountOf: (micros: bigint) => Amount,
) {
  if (impressions === undefined) return { impressions: null, click_through_rate: null, ecpm: null }
  const ecpm = perPieceMicros(payoutMicros.approved * 1000n, impressions)
  return {
    impressions: count(impressions),
    click_through_rate: orNull(ratioMicros(uniqueClicks, impressions)),
    ecpm: ecpm === undefined ? null : amountOf(ecpm),
  }
}

/** Rows of clicks have no status. */
function keyOf(name: ReportColumn, value: string | number | null | undefined): string | number | null {
  return name === 'status' && value === '' ? null : (value ?? null)
}

function count(value: bigint): number {
  return Number(value)
}

/** Exact up to 9 billion: beyond it, the nearest that a JSON number can say. */
function amount(micros: bigint): number {
  return Number(formatMicros(micros))
}

function orNull(micros: bigint | undefined): number | null {
  return micros === undefined ? null : amount(micros)
}
