import { type Delimiter, type FeedFormat, feedFormatTitles } from '@quoin/core/sources/mapping/mapping.ts'
import type { FeedAccount, FeedAnswer, FeedFault, FeedFaultCause, FeedKind, FeedShape } from './feed-kind.ts'
import { readFeedCsv } from './read/read-csv.ts'
import { readJsonLines } from './read/read-json-lines.ts'
import { readFeedJson } from './read/read-json.ts'
import { readFeedXml } from './read/read-xml.ts'

/** An answer as it came. */
interface FeedReply {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

type BodyReader = (text: string, delimiter?: Delimiter) => { readonly value: unknown } | undefined

const readers: Readonly<Record<FeedShape['format'], BodyReader>> = {
  json: readFeedJson,
  json_lines: readJsonLines,
  csv: readFeedCsv,
  xml(text) {
    const value = readFeedXml(text)
    return value === undefined ? undefined : { value }
  },
  any: readAny,
}

/** A body that was read as it looks. */
export interface FoundBody {
  readonly format: FeedFormat
  readonly value: unknown
  /** Characters that it had. */
  readonly length: number
}

/** Formats in the order in which they are tried; any text is a table. */
const tried = ['json', 'json_lines', 'xml', 'csv'] as const

function readAny(text: string): { readonly value: FoundBody } | undefined {
  const isMarked = /^[[{<]/.test(text)
  for (const format of tried) {
    const read = format === 'csv' && isMarked ? undefined : readers[format](text)
    if (read !== undefined) return { value: { format, value: read.value, length: text.length } }
  }
  return undefined
}

const noAccount: FeedAccount = { settings: {}, key: '' }

/** How the answers of an account are read. */
function shapeOf({ shape }: Pick<FeedKind, 'shape'>, account: FeedAccount): FeedShape {
  return typeof shape === 'string' ? { format: shape } : shape(account)
}

interface StatusRow {
  readonly from: number
  readonly to: number
  readonly cause: FeedFaultCause
  readonly message: string
}

const statusRows: readonly StatusRow[] = [
  {
    from: 300,
    to: 399,
    cause: 'no_feed',
    message: 'The network leads to another address: check its host.',
  },
  {
    from: 401,
    to: 401,
    cause: 'key_refused',
    message: 'The network refuses the key: check it and the host.',
  },
  { from: 403, to: 403, cause: 'key_refused', message: 'The network refuses this key for its offers.' },
  {
    from: 404,
    to: 410,
    cause: 'no_feed',
    message: 'The network has no offers at this address: check its host.',
  },
  { from: 429, to: 429, cause: 'rate_limited', message: 'The network wants to be asked less often.' },
  { from: 400, to: 499, cause: 'no_feed', message: 'The network does not understand the request.' },
]

/**
 * Reads an answer: its body for the kind to read, or the fault that it is. A kind that knows better than the status is
 * asked first. No sentence here quotes a body, because networks repeat keys in theirs.
 */
export function readAnswer(
  kind: Pick<FeedKind, 'shape' | 'faultOf'>,
  { status, headers, text }: FeedReply,
  account: FeedAccount = noAccount,
): FeedAnswer | FeedFault {
  const whole = trimmed(text)
  const { format, delimiter } = shapeOf(kind, account)
  const isReadable = whole !== '' && !isWebPage(whole)
  const read = isReadable ? readers[format](whole, delimiter) : undefined
  const answer = { status, headers, body: read?.value }
  const known = read && kind.faultOf?.(answer)
  if (known !== undefined) return known
  if (status < 200 || status > 299) return faultOfStatus(status)
  return read === undefined ? faultOfBody(format, whole) : answer
}

/** Without a byte order mark and blanks around it; a tab at the end of a table is an empty cell. */
function trimmed(text: string): string {
  const begun = text.replace(/^\uFEFF/, '').trimStart()
  if (begun.trimEnd() === '') return ''
  let end = begun.length
  while (end > 0 && ' \r\n'.includes(begun.charAt(end - 1))) end -= 1
  return begun.slice(0, end)
}

function faultOfStatus(status: number): FeedFault {
  const row = statusRows.find(({ from, to }) => status >= from && status <= to)
  if (row === undefined)
    return { cause: 'network_failed', message: `The network failed with status ${status}.` }
  return { cause: row.cause, message: `${row.message} Its status was ${status}.` }
}

/** An answer of success whose body has no offers. */
function faultOfBody(format: FeedShape['format'], text: string): FeedFault {
  if (text === '') return { cause: 'network_failed', message: 'The network sent nothing.' }
  if (isWebPage(text)) {
    const message = 'The network sent a web page: the host is not that of its API, or it wants a login.'
    return { cause: 'no_feed', message }
  }
  const title = format === 'any' ? 'JSON, CSV or XML' : feedFormatTitles[format]
  const orElse = text.includes('\uFFFD')
    ? ', or whose characters are not UTF-8 and whose charset it does not name'
    : format === 'csv'
      ? ', or that has another delimiter than its mapping'
      : ''
  return begins[format].test(text)
    ? {
        cause: 'network_failed',
        message: `The network sent ${title} that is damaged or breaks off${orElse}.`,
      }
    : { cause: 'no_feed', message: `The network sent something else than ${title}: check its host.` }
}

/** The first character of what may have been meant so. */
const begins: Readonly<Record<FeedShape['format'], RegExp>> = {
  json: /^[[{]/,
  json_lines: /^[[{]/,
  csv: /^[^[{<]/,
  xml: /^</,
  any: /^/,
}

/** A page for people is no feed, although a table of one column might be read into it. */
function isWebPage(text: string): boolean {
  const begin = text.slice(0, 1_000)
  return /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(begin)
}
