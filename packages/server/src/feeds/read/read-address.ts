import { readUrl } from '@quoin/core/offers/row/read-url.ts'
import type { Reading } from '@quoin/core/offers/row/reading.ts'
import { cleanText } from './clean-text.ts'
import type { FeedCell } from './feed-cell.ts'

/** An address of a picture or a video; one that nobody could follow is left out. */
export function readAddress(value: unknown): FeedCell {
  const reading = readLink(value)
  return reading !== undefined && 'value' in reading ? { value: reading.value } : {}
}

/** A link with its spelling mended: percent-encoded, and https where it names no scheme. Undefined where there is none. */
export function readLink(value: unknown): Reading<string> | undefined {
  const text = cleanText(value)
  if (text === '') return undefined
  const whole = text.startsWith('//') ? `https:${text}` : text
  return readUrl(whole.replaceAll(/[^\x21-\x7e]|["<>\\^`]/gu, (character) => encodeURIComponent(character)))
}
