import { Parser } from 'htmlparser2'
import { cleanText } from './clean-text.ts'

/**
 * The text of a field that is no HTML: networks write `Survey &amp; more` into names as well. Entities are decoded once,
 * and only those that end in a semicolon: `AT&T` and `Copy&paste` mean what they say.
 */
export function readPlainText(value: unknown): string {
  const text = cleanText(value)
  if (!text.includes('&')) return text
  return cleanText(text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, decoded))
}

function decoded(entity: string): string {
  let text = ''
  const parser = new Parser({
    ontext(part) {
      text += part
    },
  })
  parser.end(entity)
  return text
}
