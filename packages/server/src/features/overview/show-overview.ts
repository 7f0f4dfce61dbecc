import { invalidFields } from '@quoin/core/errors.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { openTimeZone } from '../stats/local-times.ts'
import { type Figures, reportStats } from '../stats/report-stats.ts'

interface OverviewQuestion {
  /** How many days of the zone, today among them. */
  readonly days: number
  readonly timezone: string
  /** Null: of all apps. */
  readonly appId: number | null
}

/** The figures of one day; amounts are decimals in text. */
interface OverviewDay {
  /** `2026-11-22`, of the zone. */
  readonly day: string
  readonly clicks: number
  readonly pending: number
  readonly approved: number
  readonly rejected: number
  readonly reversed: number
  readonly revenue: string
  readonly payable: string
  readonly margin: string
}

interface Overview {
  /** Oldest first; the last one is today, which goes on. */
  readonly days: readonly OverviewDay[]
  /** As many days before them. */
  readonly before: readonly OverviewDay[]
}

/**
 * The figures of each day and, to compare, of as many days before. Amounts are of what is approved, as in the
 * statistics.
 */
export async function showOverview(
  ports: Pick<Ports, 'db' | 'store' | 'clock'>,
  { days, timezone, appId }: OverviewQuestion,
): Promise<Overview> {
  if (!openTimeZone(timezone)) {
    throw invalidFields([
      { field: 'timezone', rule: 'timezone', message: 'must be an IANA time zone such as Europe/Berlin' },
    ])
  }
  const today = dayIn(timezone, ports.clock.nowMs())
  const from = shift(today, 1 - 2 * days)
  const every = { offerId: null, country: null, platform: null, subId: null, status: null, groupBy: [] }
  const rows = await reportStats(ports, { ...every, from, to: today, interval: 'day', timezone, appId })
  const byDay = new Map(rows.map((row) => [row.from.shown.slice(0, 10), row]))
  const all = Array.from({ length: 2 * days }, (_, index) => tellDay(shift(from, index), byDay))
  return { days: all.slice(days), before: all.slice(0, days) }
}

function tellDay(day: string, rows: ReadonlyMap<string, Figures>): OverviewDay {
  const row = rows.get(day)
  const revenue = row?.revenueMicros.approved ?? 0n
  const payable = row?.payoutMicros.approved ?? 0n
  return {
    day,
    clicks: Number(row?.clicks ?? 0n),
    pending: Number(row?.conversions.pending ?? 0n),
    approved: Number(row?.conversions.approved ?? 0n),
    rejected: Number(row?.conversions.rejected ?? 0n),
    reversed: Number(row?.conversions.reversed ?? 0n),
    revenue: formatMicros(revenue),
    payable: formatMicros(payable),
    margin: formatMicros(revenue - payable),
  }
}

/** `2026-11-22`, as the clocks of the zone have it. */
function dayIn(timeZone: string, atMs: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(atMs)
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
