import { htmlToText } from '../read/html-to-text.ts'
import { readPlainText } from '../read/read-plain-text.ts'

const depthMax = 20
/** A record with more texts is read so far, and says that it was not read to its end. */
const textsMax = 1_000

interface RecordText {
  readonly place: string
  readonly text: string
  readonly isCut?: boolean
}

/** All texts of a record that may be sentences, with the names of the fields in which they stand. */
export function textsIn(record: unknown): readonly RecordText[] {
  const texts: RecordText[] = []
  collect(record, '', 0, texts)
  return texts
}

function collect(value: unknown, place: string, depth: number, texts: RecordText[]): void {
  if (typeof value === 'string') {
    if (!mayBeSentence(value)) return
    if (texts.length < textsMax) texts.push({ place, ...readText(value) })
    else if (texts.length === textsMax) texts.push({ place, text: '', isCut: true })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= depthMax) {
    if (texts.length <= textsMax) texts.push({ place, text: '', isCut: true })
    return
  }
  for (const [name, one] of Object.entries(value)) {
    const next = Array.isArray(value) ? place : place === '' ? name : `${place}.${name}`
    collect(one, next.slice(0, 100), depth + 1, texts)
  }
}

/** Ids, dates, amounts and addresses forbid nothing. */
function mayBeSentence(text: string): boolean {
  return text.length >= 4 && /\p{L}{3}/u.test(text.slice(0, 100_000)) && !/^https?:\/\/\S+$/.test(text)
}

function readText(text: string) {
  return text.includes('<') ? htmlToText(text) : { text: readPlainText(text) }
}
