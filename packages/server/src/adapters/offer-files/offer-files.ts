import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import type { OfferFiles } from '../../ports/offer-files.ts'
import type { OfferFileEntry } from './offer-file-entry.ts'
import { type LineReader, openLines, readLines } from './offer-file-lines.ts'

type ReadRows = (lines: LineReader) => AsyncIterable<OfferFileEntry>

/** Each with its library, loaded by the first file of its kind. */
const csv = async (): Promise<ReadRows> => (await import('./offer-file-csv.ts')).readCsvRows
const jsonLines = async (): Promise<ReadRows> => (await import('./offer-file-json.ts')).readJsonLines

const readByLines: Readonly<Record<string, () => Promise<ReadRows>>> = {
  '.csv': csv,
  '.tsv': csv,
  '.txt': csv,
  '.ndjson': jsonLines,
  '.jsonl': jsonLines,
}

/**
 * Reads a file of offers as a stream: CSV (`.csv`, `.tsv`, `.txt`; comma, semicolon or tab), JSON (`.json`: an array,
 * or an object with an array `offers`) or one object per line (`.ndjson`, `.jsonl`). Memory does not grow with the
 * file. Text that cannot be read becomes an entry with its line and the reason; a file that cannot be opened throws the
 * system's error (ENOENT, EACCES).
 */
export async function* readOfferFile(path: string): AsyncGenerator<OfferFileEntry, void, undefined> {
  yield* readOfferChunks(path, createReadStream(path))
}

/** The same of bytes that came some other way; the name says by its end what they are. */
async function* readOfferChunks(
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<OfferFileEntry, void, undefined> {
  const extension = extname(name).toLowerCase()
  if (extension === '.json') {
    const { readJsonDocument } = await import('./offer-file-json.ts')
    return yield* readJsonDocument(chunks)
  }
  const loadReader = readByLines[extension]
  if (loadReader === undefined) {
    return yield { line: 1, problem: `the name must end in .json, ${Object.keys(readByLines).join(', ')}` }
  }
  const readRows = await loadReader()
  const source = readLines(chunks)
  try {
    yield* readRows(openLines(source))
  } finally {
    await source.return()
  }
}

/** For the features, which know no files: what an operator has sent. */
export const offerFiles: OfferFiles = {
  read(name, bytes) {
    async function* chunks(): AsyncGenerator<Buffer> {
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = 0; at < whole.length; at += chunkBytes) yield whole.subarray(at, at + chunkBytes)
    }
    return readOfferChunks(name, chunks())
  },
}

const chunkBytes = 64 * 1024
