import { capMax } from '@quoin/core/offers/row/read-amounts.ts'
import { cleanText } from './clean-text.ts'
import type { FeedCell } from './feed-cell.ts'

/** Networks write as much where they mean no limit. */
const meansNoCap = 1_000_000

/** A number of conversions: 0, 1000000 and nothing mean no cap; a decimal without cents (`25.00`) is whole. */
export function readFeedCap(value: unknown): FeedCell {
  const text = cleanText(value).replace(/\.0+$/, '')
  if (text === '') return {}
  const cap = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(cap)) return { doubt: 'is no number of conversions' }
  return cap === 0 || cap >= meansNoCap || cap > capMax ? {} : { value: cap }
}
