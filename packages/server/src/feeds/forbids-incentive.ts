import { forbidding, forbiddingHeading, harmless } from './incentive-words.ts'

/** A text of an offer, and what it is. */
interface PlacedText {
  readonly place: string
  readonly text: string
  /** Something stands behind it that was not read. */
  readonly isCut?: boolean
}

/** Characters of a text that are judged. */
export const judgedLengthMax = 100_000
/** Characters of all texts of an offer together, which may be in many languages. */
export const judgedTotalMax = 400_000

/**
 * A long sentence is judged in parts. Each phrase counts in the one part in which it begins, and is seen there with what
 * stands around it: `We do not prohibit incent` forbids nothing, wherever a part begins.
 */
const partLength = 250
const beforeLength = 100
const afterLength = 250

const headingLengthMax = 150
const shownMax = 300

/**
 * The first sentence by which users may not be rewarded for an offer, as it came; undefined where nothing says so. A wall
 * lives on rewards: such an offer on it is not paid, and may cost the account.
 */
export function findForbidden(
  texts: readonly PlacedText[],
): { readonly sentence: string; readonly place: string } | undefined {
  for (const { place, text } of judgedOf(texts)) {
    const sentence = firstForbidding(text)
    if (sentence !== undefined) return { sentence, place }
  }
  return undefined
}

/** The doubt about texts of which a part was not judged. */
export function tellUnread(texts: readonly PlacedText[]): readonly string[] {
  const isUnread = judgedOf(texts).some(({ isCut }) => isCut)
  return isUnread ? ['Its text is too long to be read whole.'] : []
}

/** The texts as far as they are judged. */
function judgedOf(texts: readonly PlacedText[]): readonly Required<PlacedText>[] {
  let left = judgedTotalMax
  return texts.map(({ place, text, isCut = false }) => {
    const length = Math.min(text.length, judgedLengthMax, left)
    left -= length
    return { place, text: text.slice(0, length), isCut: isCut || length < text.length }
  })
}

function firstForbidding(text: string): string | undefined {
  if (!namesIncentive(plainSentence(text))) return undefined
  for (const { heading, sentence } of sentencesOf(text)) {
    const plain = plainSentence(sentence)
    if (!namesIncentive(plain)) continue
    const whole = `${heading}${sentence}`
    const found = partsOf(whole)
      .map(forbiddingAt)
      .find((at) => at !== undefined)
    if (found !== undefined) return shownAround(whole, found)
  }
  return undefined
}

function namesIncentive(plain: string): boolean {
  return /incent|insent|inzent|motiv|reward|paid|gpt|incit|anreiz|мотив|инсент|инцент/.test(plain)
}

function plainSentence(sentence: string): string {
  return sentence
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘´`]/g, "'")
    .replaceAll(/["“”„«»*_[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

interface PlacedSentence {
  /** The heading of its list with a space behind it; empty where it is in none. */
  readonly heading: string
  readonly sentence: string
}

/** Sentences and lines. An entry of a list belongs to the heading that stands before the list. */
function* sentencesOf(text: string): Generator<PlacedSentence> {
  let heading = ''
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const isHeading = /[:：]$/.test(line)
    const isEntry = heading !== '' && (/^[•·\-–*✗❌\d]/.test(line) || line.length <= 60)
    if (isHeading || !isEntry) heading = ''
    for (const sentence of line.split(/(?<=[.!;])\s+/)) yield { heading, sentence }
    if (isHeading) heading = headingOf(line)
  }
}

/** The end of a line that introduces a list of what is forbidden; empty where it introduces another. */
function headingOf(line: string): string {
  const end = line.slice(-headingLengthMax)
  return plainSentence(end).search(forbiddingHeading) >= 0 ? `${end} ` : ''
}

interface SentencePart {
  readonly at: number
  readonly before: string
  readonly own: string
  readonly after: string
}

function partsOf(sentence: string): readonly SentencePart[] {
  const parts = []
  for (let at = 0; at < sentence.length; at += partLength) {
    const end = at + partLength
    parts.push({
      at,
      before: sentence.slice(Math.max(0, at - beforeLength), at),
      own: sentence.slice(at, end),
      after: sentence.slice(end, end + afterLength),
    })
  }
  return parts
}

/** About where in its sentence a phrase begins that forbids, and that begins in the part itself. */
function forbiddingAt({ at, before, own, after }: SentencePart): number | undefined {
  const plain = plainSentence(`${before}${own}${after}`)
  if (!namesIncentive(plain)) return undefined
  // The length stays, and with it the places of all that stands behind.
  const judged = harmless.reduce(
    (text, phrase) => text.replaceAll(phrase, (found) => ` ${'~'.repeat(Math.max(1, found.length - 2))} `),
    plain,
  )
  const from = plainSentence(before).length
  const to = after === '' ? judged.length : plainSentence(`${before}${own}`).length
  const found = forbidding
    .map((phrase) => indexFrom(judged, phrase, from))
    .filter((one) => one >= 0 && one < to)
  return found.length === 0 ? undefined : at + Math.min(...found) - from
}

/** The first place of a global pattern from an index on; −1 where there is none. */
function indexFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

/** A long sentence is shown from a word before the phrase on. */
function shownAround(sentence: string, at: number): string {
  if (sentence.length <= shownMax) return sentence
  const from = Math.max(0, Math.min(at - beforeLength, sentence.length - shownMax))
  const shown = sentence.slice(from, from + shownMax)
  return (from === 0 ? shown : shown.replace(/^\S{0,40}\s+/, '')).toWellFormed()
}
