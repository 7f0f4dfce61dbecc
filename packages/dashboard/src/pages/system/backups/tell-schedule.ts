import { readKeepRule } from '@quoin/core/backup/keep-rule.ts'
import { formatMany } from '../../../format/format-number.ts'
import { formatSpan } from '../../../format/format-time.ts'

const daySec = 86_400
const paces: Readonly<Record<number, string>> = { 3600: 'hourly', [daySec]: 'daily', [7 * daySec]: 'weekly' }

/** `every 6 h`, `daily`, `weekly` */
export function tellPace(everySec: number): string {
  return paces[everySec] ?? `every ${formatSpan(everySec)}`
}

/** `7d,4w,6m` → 7 days, 4 weeks, 6 months */
export function tellKeep(keep: string): string {
  const rule = readKeepRule(keep)
  if (rule instanceof Error) return keep
  const { days, weeks, months } = rule
  const parts = [
    [days, 'day'],
    [weeks, 'week'],
    [months, 'month'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => formatMany(count, word))
    .join(', ')
}
