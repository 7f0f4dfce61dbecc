import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { type Label, type RiskEvent, readEvent, readLabel } from '@quoin/core/risk/backtest/events.ts'
import { readWeights, type Weights } from '@quoin/core/risk/weights.ts'

/** More than months of a large app; a file beyond it is a mistake. */
const linesMax = 20_000_000
const lineLengthMax = 1_000_000
const newline = 10

/** Events of a file, one JSON object a line, `.gz` or plain. Throws with the number of the first bad line. */
export function readEvents(path: string): AsyncGenerator<RiskEvent> {
  return readLines(path, readEvent)
}

/** Labels by user. */
export async function readLabels(path: string): Promise<ReadonlyMap<string, Label>> {
  const labels = new Map<string, Label>()
  for await (const label of readLines(path, readLabel)) labels.set(label.userId, label)
  return labels
}

/** A weights file, as `risk fit` writes it. */
export function readWeightsFile(path: string): Weights {
  const bytes = readFileSync(path)
  const text = (isGzip(path) ? gunzipSync(bytes) : bytes).toString('utf8')
  try {
    return readWeights(JSON.parse(text))
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'It is no JSON.' : String((cause as Error).message)
    throw new Error(`${path}: ${reason}`, { cause })
  }
}

async function* readLines<Row>(path: string, read: (raw: unknown) => Row | Error): AsyncGenerator<Row> {
  let number = 0
  const wrong = (reason: string): Error => new Error(`${path}, line ${number}: ${reason}.`)
  const endless = (): Error => wrong('what follows is longer than a million characters')
  const input = Readable.from(withoutEndlessLine(openText(path), endless))
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      number += 1
      if (number > linesMax) throw wrong(`more than ${linesMax.toLocaleString('en')} lines`)
      // trim() takes the byte order mark of some editors off, too.
      const text = line.trim()
      if (text === '') continue
      const raw = parseLine(text)
      if (raw === undefined)
        throw wrong('it is no JSON; a file that is still being written ends within a line')
      const row = read(raw)
      if (row instanceof Error) throw wrong(row.message)
      yield row
    }
  } catch (error) {
    // zlib's words do not name the file.
    const isBroken = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isBroken ? wrong('the file is not readable as gzip') : error
  } finally {
    input.destroy()
  }
}

/**
 * A line is looked at when it is whole: one without an end would fill the memory first, and a small archive can
 * hold it.
 */
async function* withoutEndlessLine(input: Readable, wrong: () => Error): AsyncGenerator<Buffer> {
  let lengthSoFar = 0
  for await (const chunk of input) {
    const bytes: Buffer = chunk // no encoding was set
    const end = bytes.lastIndexOf(newline)
    lengthSoFar = end === -1 ? lengthSoFar + bytes.length : bytes.length - end - 1
    if (lengthSoFar > lineLengthMax) throw wrong()
    yield bytes
  }
}

/** Undefined for what is no JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isGzip(path: string): boolean {
  return path.endsWith('.gz')
}

function openText(path: string): Readable {
  const file = createReadStream(path)
  if (!isGzip(path)) return file
  const text = createGunzip()
  file.on('error', (error) => text.destroy(error))
  return file.pipe(text)
}
