import { JSONParser, TokenType } from '@streamparser/json'
import type { OfferFileEntry } from './offer-file-entry.ts'
import { isUtf16, type LineReader, readUtf8, utf16Problem } from './offer-file-lines.ts'

/** Bounds memory: what is not finished within so many characters is no offer. */
const offerCharactersMax = 1024 * 1024

/** One JSON object per line (.ndjson, .jsonl): a broken line costs nothing but itself. */
export async function* readJsonLines(lines: LineReader): AsyncGenerator<OfferFileEntry, void, undefined> {
  for (let next = await lines.next(); next !== undefined; next = await lines.next()) {
    const { line } = next
    if ('problem' in next) {
      yield next
      continue
    }
    const text = readUtf8(next.bytes)
    if (text === undefined) yield { line, problem: 'the line is not UTF-8; save the file as UTF-8' }
    else if (text.trim() !== '') yield readJsonLine(line, text)
  }
}

function readJsonLine(line: number, text: string): OfferFileEntry {
  let value: unknown
  const problem = problemIn(() => {
    value = JSON.parse(text)
  })
  return problem === undefined
    ? entryOf(line, value, false)
    : { line, problem: `the line is not JSON: ${problem}` }
}

/**
 * The offers of a JSON document, an array or `{"offers": […]}`, as they arrive; `line` is where one begins.
 * A document that breaks off or is malformed is reported there: nobody can tell what would have followed.
 */
export async function* readJsonDocument(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<OfferFileEntry, void, undefined> {
  const decoder = new TextDecoder('utf-8') // marks damage with U+FFFD and takes a byte order mark away
  const document = openDocument()
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && isUtf16(chunk)) return yield { line: 1, problem: utf16Problem }
    isFirst = false
    yield* document.read(decoder.decode(chunk, { stream: true }))
    if (document.isBroken()) return
  }
  yield* document.read(decoder.decode())
  if (!document.isBroken()) yield* document.end()
}

interface JsonDocument {
  /** Takes the next piece of text and gives the offers that it completes. */
  read(text: string): readonly OfferFileEntry[]
  end(): readonly OfferFileEntry[]
  isBroken(): boolean
}

function openDocument(): JsonDocument {
  let line = 1
  let isBroken = false
  let offers: OffersParser | undefined

  function parse(piece: string): readonly OfferFileEntry[] {
    if (offers === undefined) {
      const root = /\S/.exec(piece)?.[0]
      if (root === undefined) return []
      if (root !== '[' && root !== '{')
        return broken('the file must hold an array, or an object with "offers"')
      offers = openOffersParser(root === '[' ? 1 : 2)
    }
    const problem = offers.write(piece, line)
    const entries = offers.take()
    return problem === undefined ? entries : [...entries, ...broken(problem)]
  }

  function broken(problem: string): readonly OfferFileEntry[] {
    isBroken = true
    return [{ line, problem: `${problem}; nothing after this was read` }]
  }

  return {
    read(text) {
      const entries: OfferFileEntry[] = []
      for (const piece of text.split(/(?<=\n)/)) {
        if (isBroken) break
        entries.push(...parse(piece))
        if (piece.endsWith('\n')) line += 1
      }
      return entries
    },
    end() {
      const problem = offers === undefined ? 'the file is empty' : offers.end()
      return problem === undefined ? [] : [{ line, problem }]
    },
    isBroken: () => isBroken,
  }
}

interface OffersParser {
  /** Parses the next piece, which is part of the given line; tells what is wrong with it, if anything. */
  write(piece: string, line: number): string | undefined
  /** The offers completed since the last call. */
  take(): readonly OfferFileEntry[]
  end(): string | undefined
}

/** Offers stand at depth 1 in an array, at depth 2 below the member "offers" of an object. */
function openOffersParser(offerDepth: 1 | 2): OffersParser {
  const parser = new JSONParser({ paths: [offerDepth === 1 ? '$.*' : '$.offers.*'], keepStack: false })
  let entries: OfferFileEntry[] = []
  let line = 1
  let offerLine = 1
  let depth = 0
  let lastText: unknown // just below the root of an object: the member's name, when a bracket follows
  let hasOffers = offerDepth === 1
  let charactersSinceOffer = 0
  let isDamaged = false

  parser.onToken = ({ token, value }) => {
    if (depth === offerDepth && token !== TokenType.COMMA) offerLine = line
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth === 1 && token === TokenType.STRING) lastText = value
    if (depth === 1 && token === TokenType.LEFT_BRACKET && lastText === 'offers') hasOffers = true
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
  }
  parser.onValue = ({ value, key }) => {
    charactersSinceOffer = 0
    // An object called "offers" has names where an array has numbers; `end` reports that there is no array.
    if (typeof key === 'number') entries.push(entryOf(offerLine, value, isDamaged))
  }

  return {
    write(piece, lineOfPiece) {
      line = lineOfPiece
      isDamaged ||= piece.includes('\uFFFD')
      charactersSinceOffer += piece.length
      const problem = problemIn(() => parser.write(piece))
      if (problem !== undefined) return `the document is malformed: ${problem}`
      return charactersSinceOffer > offerCharactersMax
        ? `no offer ends within ${offerCharactersMax} characters`
        : undefined
    },
    take() {
      const taken = entries
      entries = []
      return taken
    },
    end() {
      if (!parser.isEnded) return 'the document breaks off here'
      return hasOffers ? undefined : 'the document has no array "offers"'
    },
  }
}

/** The parser throws what is wrong with a document; anything else it throws would read just as well. */
function problemIn(parse: () => void): string | undefined {
  try {
    parse()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function entryOf(line: number, value: unknown, isDamaged: boolean): OfferFileEntry {
  if (!isRecord(value)) return { line, problem: 'an offer must be an object' }
  if (isDamaged && JSON.stringify(value).includes('\uFFFD')) {
    return { line, problem: 'the offer holds bytes that are not UTF-8 (or U+FFFD, the mark of such a loss)' }
  }
  return { line, row: value }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
