import { quote } from '@quoin/core/offers/row/reading.ts'
import { readMoneyWord } from '@quoin/core/offers/words/money-words.ts'
import { formatMicros, readMicros, readMicrosFromNumber } from '@quoin/core/payout/money.ts'
import { cleanText } from './clean-text.ts'

/** An amount that a network pays; a doubt in words that go on from “a payout that”; `none` where nothing is said. */
export type RevenueReading =
  | { readonly amount: string; readonly currency?: string }
  | { readonly doubt: string }
  | 'none'

const doubts: readonly { readonly pattern: RegExp; readonly because: string }[] = [
  { pattern: /%|percent|rev(?:enue)? ?-?share/i, because: 'a percentage and no amount' },
  { pattern: /variable|varies|dynamic|depend/i, because: 'no fixed amount' },
  { pattern: /\d\s*(?:[-–—~]|\bto\b|\.\.)\s*[^\d]{0,4}\d|up to|from/i, because: 'a range and no amount' },
]

/** Reads `2.00000`, `$2.50`, `1,234.50` or a number. It guesses nothing: whatever else is said is a doubt, and so is 0. */
export function readRevenue(value: unknown): RevenueReading {
  const reading = readPaid(value)
  if (typeof reading === 'object' && 'amount' in reading && reading.amount === '0')
    return { doubt: `is ${quote(cleanText(value))}, which is nothing` }
  return reading
}

/** Like `readRevenue`, where 0 may stand: an event besides others may well be paid nothing. */
export function readPaid(value: unknown): RevenueReading {
  if (typeof value === 'number') return amountOf(readMicrosFromNumber(value), String(value))
  const text = cleanText(value)
  if (text === '') return 'none'
  const known = doubts.find(({ pattern }) => pattern.test(text))
  if (known !== undefined) return { doubt: `is ${quote(text)}, ${known.because}` }
  const word = readMoneyWord(text, { hasCommas: false })
  if (word === 'unclear') return { doubt: `is ${quote(text)}, which can be read in two ways` }
  const reading = amountOf(word && readMicros(word.amount), text)
  if (word === undefined || !('amount' in reading)) return reading
  // A bare $ is that of the network, be it of Canada or of Australia.
  const isBare = text.includes('$') && !/us/i.test(text) && word.currency === 'USD'
  return word.currency === null || isBare ? reading : { ...reading, currency: word.currency }
}

function amountOf(
  micros: number | undefined,
  text: string,
): { readonly amount: string } | { readonly doubt: string } {
  if (micros === undefined || micros < 0) return { doubt: `is ${quote(text)}, no amount that Quoin can read` }
  return { amount: formatMicros(micros) }
}
