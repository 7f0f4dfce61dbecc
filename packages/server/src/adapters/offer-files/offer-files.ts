import { extname } from 'node:path'
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
 * Reads a file of offers as a stream: CSV (`.csv`, `.tsv`, `.txt`; comma, semicolon or tab), JSON (`.json`:
 * an array, or an object with an array `offers`) or one object per line (`.ndjson`, `.jsonl`). Memory does
 * not grow with the file. What cannot be read is an entry with its line and the reason; a file that cannot be
 * opened is the system's error (ENOENT, EACCES).
 */
export async function* readOfferFile(path: string): AsyncGenerator<OfferFileEntry, void, undefined> {
  const extension = extname(path).toLowerCase()
  if (extension === '.json') return yield* readJsonDocument(path)
  const readRows = readByLines[extension]
  if (readRows === undefined) {
    return yield { line: 1, problem: `the name must end in .json, ${Object.keys(readByLines).join(', ')}` }
  }
  const source = readLines(path)
  try {
    yield* readRows(openLines(source))
  } finally {
    await source.return()
  }
}
