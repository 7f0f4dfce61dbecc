import type { OfferFileProblem } from './offer-file-entry.ts'

/** A line of a file without its end, as bytes: whether they are UTF-8 is judged where it can be reported. */
export interface Line {
  readonly line: number
  readonly bytes: Buffer
}

/** More than any honest row needs; a file that is no text reaches it at once. */
const lineBytesMax = 256 * 1024

const newline = 0x0a
const carriageReturn = 0x0d

/**
 * The lines of a file, counted from 1, ended by `\n` or `\r\n`, without a byte order mark. A line that is too
 * long is reported and skipped; a UTF-16 file is reported and not read.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Line | OfferFileProblem, void, undefined> {
  let line = 1
  let rest: Buffer = Buffer.alloc(0)
  let isSkipping = false // inside a line that is too long and already reported
  for await (const chunk of chunks) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (line === 1 && isUtf16(bytes)) return yield { line, problem: utf16Problem }
    let start = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      if (!isSkipping) yield lineOf(line, bytes.subarray(start, end))
      isSkipping = false
      line += 1
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > lineBytesMax && !isSkipping) {
      isSkipping = true
      yield tooLong(line)
    }
    if (isSkipping) rest = Buffer.alloc(0)
  }
  if (rest.length > 0) yield lineOf(line, rest)
}

/** Lines one by one, with the liberty to put some back and read them again. */
export interface LineReader {
  next(): Promise<Line | OfferFileProblem | undefined>
  unread(lines: readonly (Line | OfferFileProblem)[]): void
}

export function openLines(source: AsyncGenerator<Line | OfferFileProblem, void, undefined>): LineReader {
  let again: readonly (Line | OfferFileProblem)[] = []
  let position = 0
  return {
    async next() {
      const line = again[position]
      if (line !== undefined) {
        position += 1
        return line
      }
      const { value } = await source.next()
      return value ?? undefined
    },
    unread(lines) {
      again = [...lines, ...again.slice(position)]
      position = 0
    },
  }
}

function lineOf(line: number, bytes: Buffer): Line | OfferFileProblem {
  if (bytes.length > lineBytesMax) return tooLong(line)
  const start = line === 1 && bytes.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
  return { line, bytes: bytes.subarray(start, end) }
}

function tooLong(line: number): OfferFileProblem {
  return { line, problem: `the line is longer than ${lineBytesMax / 1024} KiB` }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

export const utf16Problem = 'the file is UTF-16; save it as UTF-8'

export function isUtf16(start: Buffer): boolean {
  return (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
}

/** The text of some bytes, or undefined where they are not UTF-8. */
export function readUtf8(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined // the only way in which the decoder reports bytes that are not UTF-8
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
