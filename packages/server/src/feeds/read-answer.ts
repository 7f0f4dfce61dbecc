import type { FeedAnswer, FeedFault, FeedFaultCause, FeedKind } from './feed-kind.ts'
import { readFeedJson } from './read/read-json.ts'
import { readFeedXml } from './read/read-xml.ts'

/** An answer as it came. */
interface FeedReply {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

type BodyReader = (text: string) => { readonly value: unknown } | undefined

const readers: Readonly<Record<FeedKind['shape'], BodyReader>> = {
  json: readFeedJson,
  xml(text) {
    const value = readFeedXml(text)
    return value === undefined ? undefined : { value }
  },
}

const shapeNames: Readonly<Record<FeedKind['shape'], string>> = { json: 'JSON', xml: 'XML' }

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
): FeedAnswer | FeedFault {
  const whole = text.replace(/^\uFEFF/, '').trim()
  const read = whole === '' ? undefined : readers[kind.shape](whole)
  const answer = { status, headers, body: read?.value }
  const known = read && kind.faultOf?.(answer)
  if (known !== undefined) return known
  if (status < 200 || status > 299) return faultOfStatus(status)
  return read === undefined ? faultOfBody(kind.shape, whole) : answer
}

function faultOfStatus(status: number): FeedFault {
  const row = statusRows.find(({ from, to }) => status >= from && status <= to)
  if (row === undefined)
    return { cause: 'network_failed', message: `The network failed with status ${status}.` }
  return { cause: row.cause, message: `${row.message} Its status was ${status}.` }
}

/** An answer of success whose body has no offers. */
function faultOfBody(shape: FeedKind['shape'], text: string): FeedFault {
  if (text === '') return { cause: 'network_failed', message: 'The network sent nothing.' }
  const begin = text.slice(0, 1_000)
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(begin)) {
    const message = 'The network sent a web page: the host is not that of its API, or it wants a login.'
    return { cause: 'no_feed', message }
  }
  const isBegun = shape === 'json' ? /^[[{]/.test(begin) : begin.startsWith('<')
  return isBegun
    ? {
        cause: 'network_failed',
        message: `The network sent ${shapeNames[shape]} that is damaged or breaks off.`,
      }
    : {
        cause: 'no_feed',
        message: `The network sent something else than ${shapeNames[shape]}: check its host.`,
      }
}
