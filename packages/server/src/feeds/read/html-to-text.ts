import { Parser } from 'htmlparser2'
import { cleanText } from './clean-text.ts'

/** Characters of HTML that are read; of the others an offer says that they were not. */
export const htmlLengthMax = 200_000

/** The parser looks through all open elements for each that ends; what is nested deeper is not read either. */
const openMax = 1_000
/** Characters between two looks at the depth. */
const stepLength = 4_096

/** A text of a network, and whether something stands behind it that was not read. */
export interface ReadText {
  readonly text: string
  readonly isCut: boolean
}

const paragraphs = new Set(
  'p div section article header footer main ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6 hr form fieldset'.split(
    ' ',
  ),
)
const lines = new Set('br tr li dt dd option'.split(' '))
const dropped = new Set(
  'script style head title noscript template iframe object svg math select textarea'.split(' '),
)

const blockPattern = new RegExp(`<\\/?(?:${[...paragraphs, ...lines].join('|')})\\b`, 'i')

/**
 * The text of a description in HTML: paragraphs have an empty line between them, entries of a list a line each with a
 * bullet. Entities are decoded once. A text without tags that break lines keeps its own line breaks.
 */
export function htmlToText(value: unknown): ReadText {
  const whole = cleanText(value)
  const html = whole.slice(0, htmlLengthMax)
  const hasBlocks = blockPattern.test(html)
  let text = ''
  let depth = 0
  let open = 0
  const parser = new Parser({
    onopentag(name) {
      open += 1
      if (dropped.has(name)) depth += 1
      if (depth > 0) return
      if (paragraphs.has(name)) text += '\n\n'
      if (lines.has(name)) text += '\n'
      if (name === 'li') text += '• '
      if (name === 'td' || name === 'th') text += ' '
    },
    ontext(part) {
      if (depth === 0) text += hasBlocks ? part.replaceAll(/[ \t\n\f]+/g, ' ') : part
    },
    onclosetag(name) {
      open -= 1
      if (dropped.has(name)) depth = Math.max(0, depth - 1)
      else if (depth === 0 && paragraphs.has(name)) text += '\n\n'
    },
  })
  let at = 0
  for (; at < html.length && open <= openMax; at += stepLength) parser.write(html.slice(at, at + stepLength))
  parser.end()
  return { text: cleanText(tidy(text)), isCut: at < html.length || html.length < whole.length }
}

function tidy(text: string): string {
  return (
    text
      .replaceAll('\u00a0', ' ')
      .replaceAll(/[ \t]+/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n')
      // First, because a run of any length before something else than a bullet would be looked at from each of its lines.
      .replaceAll(/\n{3,}/g, '\n\n')
      .replaceAll(/\n\n(?=• )/g, '\n')
      .replaceAll(/^• ?\n+/gm, '• ')
  )
}
