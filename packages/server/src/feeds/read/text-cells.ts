import { cutText } from './clean-text.ts'
import type { FeedCell } from './feed-cell.ts'
import { readPlainText } from './read-plain-text.ts'

const nameLengthMax = 200
const textLengthMax = 2_000

export function readName(value: unknown): FeedCell {
  return { value: cutText(readPlainText(value).replaceAll(/\s+/g, ' '), nameLengthMax) }
}

/** A text that was read, as far as a row takes it. */
export function textCell({ text }: { readonly text: string }): FeedCell {
  return { value: cutText(text, textLengthMax) }
}
