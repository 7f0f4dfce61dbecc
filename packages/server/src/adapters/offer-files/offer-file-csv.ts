import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { OfferFileEntry } from './offer-file-entry.ts'
import { type Line, type LineReader, readUtf8 } from './offer-file-lines.ts'

/** A record may span lines inside quotes, but a quote left open must not swallow the file. */
const recordLinesMax = 1000
const recordBytesMax = 256 * 1024

/**
 * Rows of a CSV file, by the names in its first line. Each record is cut out by counting quotation marks and
 * parsed alone, so that a broken one is reported and costs nothing but itself: the lines that it would have
 * swallowed are read again.
 */
export async function* readCsvRows(lines: LineReader): AsyncGenerator<OfferFileEntry, void, undefined> {
  const first = await nextRecord(lines)
  if (first === undefined) return yield { line: 1, problem: 'the file is empty' }
  const header = readHeader(first)
  if ('problem' in header) return yield { line: first.line, problem: header.problem }

  for (let record = await nextRecord(lines); record !== undefined; record = await nextRecord(lines)) {
    const row = readRow(record, header)
    if (row === undefined) continue
    yield { line: record.line, ...row }
    if ('problem' in row) lines.unread(record.lines.slice(1))
  }
}

/** The lines of one record, or why they make none. */
interface CsvRecord {
  readonly line: number
  readonly lines: readonly Line[]
  readonly problem?: string
}

/** Takes lines until every quotation mark has its partner; blank lines between records are skipped. */
async function nextRecord(lines: LineReader): Promise<CsvRecord | undefined> {
  let next = await lines.next()
  while (next !== undefined && 'bytes' in next && isBlank(next.bytes)) next = await lines.next()
  if (next === undefined) return undefined
  if ('problem' in next) return { line: next.line, lines: [], problem: next.problem }

  const { line } = next
  const taken: Line[] = []
  let bytes = 0
  let isOpen = false
  while (next !== undefined && 'bytes' in next) {
    taken.push(next)
    bytes += next.bytes.length
    if (countQuotationMarks(next.bytes) % 2 === 1) isOpen = !isOpen
    if (!isOpen) return { line, lines: taken }
    if (taken.length === recordLinesMax || bytes > recordBytesMax) break
    next = await lines.next()
  }
  if (next !== undefined && 'problem' in next) lines.unread([next])
  return { line, lines: taken, problem: 'a quotation mark (") is opened and never closed' }
}

type Delimiter = ',' | ';' | '\t'

interface CsvHeader {
  readonly delimiter: Delimiter
  readonly names: readonly string[]
}

function readHeader(record: CsvRecord): CsvHeader | { readonly problem: string } {
  const delimiter = delimiterOf(record)
  const fields = readFields(record, delimiter)
  if ('problem' in fields) return fields
  const names = fields.value.map((name) => name.trim())
  const keys = names.filter((name) => name !== '').map((name) => name.toLowerCase())
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) return { problem: `the header names the column ${JSON.stringify(twice)} twice` }
  if (names.some((name) => name.includes('\r')))
    return { problem: 'lines end in CR alone; save the file with LF' }
  return { delimiter, names }
}

/** Spreadsheets write semicolons where the decimal mark is a comma, and tabs when pasted. */
function delimiterOf(record: CsvRecord): Delimiter {
  const text = record.lines.map(({ bytes }) => bytes.toString('latin1')).join('')
  const counted = ([',', ';', '\t'] as const).map((mark) => ({ mark, count: text.split(mark).length }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).mark
}

type Row = { readonly row: Record<string, unknown> } | { readonly problem: string }

/** Undefined for a row without any content, such as the `,,,,` that spreadsheets leave at the end. */
function readRow(record: CsvRecord, { delimiter, names }: CsvHeader): Row | undefined {
  const fields = readFields(record, delimiter)
  if ('problem' in fields) return fields
  if (fields.value.every((field) => field.trim() === '')) return undefined
  if (fields.value.length !== names.length) {
    return { problem: `the row has ${fields.value.length} fields, the header ${names.length}` }
  }
  const named = fields.value.map((field, index) => [names[index] ?? '', field] as const)
  return { row: Object.fromEntries(named.filter(([name]) => name !== '')) }
}

function readFields(
  record: CsvRecord,
  delimiter: Delimiter,
): { readonly value: readonly string[] } | { readonly problem: string } {
  if (record.problem !== undefined) return { problem: record.problem }
  const text = readUtf8(joinLines(record.lines))
  if (text === undefined) return { problem: 'the row is not UTF-8; save the file as UTF-8' }
  try {
    const [fields] = parse(text, { delimiter, record_delimiter: '\n', max_record_size: 0 })
    return { value: fields ?? [] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problem: problemByCode[error.code] ?? error.message }
  }
}

const problemByCode: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE:
    'a quotation mark stands inside a field; put the field in quotes and double the mark',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quotation mark; inside a field the mark is doubled ("")',
}

const newline = Buffer.from('\n')

function joinLines(lines: readonly Line[]): Buffer {
  const [only] = lines
  if (lines.length === 1 && only !== undefined) return only.bytes
  return Buffer.concat(lines.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [newline, bytes])))
}

function countQuotationMarks(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x22); at !== -1; at = bytes.indexOf(0x22, at + 1)) count += 1
  return count
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
