import { writeCsvCell } from '@quoin/core/lists/csv-cell.ts'
import { formatCount } from '../../format/format-number.ts'
import type { Report } from './stats-figures.ts'

const all = [
  ...([
    'impressions',
    'clicks',
    'unique_clicks',
    'fallback_clicks',
    'bot_clicks',
    'conversions',
    'pending',
  ] as const),
  ...(['approved', 'rejected', 'reversed', 'revenue', 'payout', 'margin'] as const),
  ...(['click_through_rate', 'conversion_rate', 'ecpm', 'epc', 'reversal_rate'] as const),
]

/**
 * The rows of a report as CSV: amounts as plain decimals of USD, times as the zone's clocks show them. A text that a
 * spreadsheet would take for a formula gets a quote before it; figures never do. Groups without a row of their own are
 * the last row, together. Two groups, divided by a comma, have the columns of both.
 */
export function writeStatsCsv({ rows: own, sums }: Report, group: string): string {
  const groups = group === '' ? [] : group.split(',')
  const others = sums?.others ?? null
  const rest = sums === null ? '' : `All ${formatCount(sums.groups - own.length)} others`
  const rows = others === null ? own : [...own, { ...others, keys: [''], names: [rest] }]
  const figures = all.filter((name) => rows.some((row) => row[name] !== undefined))
  const keys = groups.flatMap((one) => [one, `${one}_name`])
  const head = ['local_time', ...keys, ...figures.map((name) => (isAmount(name) ? `${name}_usd` : name))]
  const lines = rows.map((row) => [
    row.local_time,
    ...groups.flatMap((_, index) => [row.keys[index] ?? '', row.names[index] ?? '']),
    ...figures.map((name) => String(row[name] ?? '')),
  ])
  return `${[head, ...lines].map((cells) => cells.map(writeCsvCell).join(',')).join('\r\n')}\r\n`
}

function isAmount(name: string): boolean {
  return ['revenue', 'payout', 'margin', 'ecpm', 'epc'].includes(name)
}
