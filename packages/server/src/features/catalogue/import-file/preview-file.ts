import { type OfferColumn, offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import { readPriceColumn } from '@quoin/core/offers/row/place-columns.ts'
import type { Ports } from '../../../ports/ports.ts'
import { guessColumn } from './guess-column.ts'

/** A file as an operator has sent it. */
export interface GivenFile {
  /** Its end says what it is. */
  readonly name: string
  readonly bytes: Uint8Array
}

interface FileColumn {
  readonly name: string
  readonly samples: readonly string[]
  /** Ours; undefined where nobody knows. */
  readonly guess: OfferColumn | undefined
}

interface FilePreview {
  readonly rowsCount: number
  readonly columns: readonly FileColumn[]
  /** The faults that keep it, or some of it, from being read. */
  readonly problems: readonly { readonly line: number; readonly message: string }[]
  /** Ours, in the order in which an offer file has them. */
  readonly fields: readonly OfferColumn[]
}

const samplesMax = 3
const sampleLengthMax = 120
const columnsMax = 250 // three for each price that an offer may have, and its own
const problemsMax = 20

/** The columns of a file with samples, and what each seems to be. */
export async function previewFile(
  { offerFiles }: Pick<Ports, 'offerFiles'>,
  file: GivenFile,
): Promise<FilePreview> {
  const samples = new Map<string, Set<string>>()
  const problems: { line: number; message: string }[] = []
  let rowsCount = 0
  for await (const entry of offerFiles.read(file.name, file.bytes)) {
    if ('problem' in entry) {
      if (problems.length < problemsMax) problems.push({ line: entry.line, message: entry.problem })
      continue
    }
    rowsCount += 1
    for (const [name, value] of Object.entries(entry.row)) keepSample(samples, name, value)
  }
  const taken = new Set<OfferColumn>()
  const columns = [...samples].map(([name, values]) => {
    const guess = guessColumn(name)
    // Several columns are prices together.
    const isOfPrice = readPriceColumn(name) !== undefined
    const isFree = guess !== undefined && (isOfPrice || !taken.has(guess))
    if (isFree && !isOfPrice) taken.add(guess)
    return { name, samples: [...values], guess: isFree ? guess : undefined }
  })
  return { rowsCount, columns, problems, fields: offerColumnNames }
}

function keepSample(samples: Map<string, Set<string>>, name: string, value: unknown): void {
  if (!samples.has(name) && samples.size >= columnsMax) return
  const own = samples.get(name) ?? new Set()
  samples.set(name, own)
  const text = typeof value === 'string' ? value.trim() : (JSON.stringify(value) ?? '')
  if (text !== '' && text !== 'null' && own.size < samplesMax) own.add(text.slice(0, sampleLengthMax))
}
