import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import type { OfferFiles } from '../../ports/offer-files.ts'
import { readCsvRows } from './offer-file-csv.ts'
import type { OfferFileEntry } from './offer-file-entry.ts'
import { readJsonDocument, readJsonLines } from './offer-file-json.ts'
import { type LineReader, openLines, readLines } from './offer-file-lines.ts'

type ReadRows = (lines: LineReader) => AsyncIterable<OfferFileEntry>

const readByLines: Readonly<Record<string, ReadRows>> = {
  '.csv': readCsvRows,
  '.tsv': readCsvRows,
  '.txt': readCsvRows,
  '.ndjson': readJsonLines,
  '.jsonl': readJsonLines,
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
  if (extension === '.json') return yield* readJsonDocument(chunks)
  const readRows = readByLines[extension]
  if (readRows === undefined) {
    return yield { line: 1, problem: `the name must end in .json, ${Object.keys(readByLines).join(', ')}` }
  }
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
