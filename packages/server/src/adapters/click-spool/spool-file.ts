import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Click } from '@quoin/core/tracking/click.ts'
import { readClick } from './read-click.ts'

const batchRows = 500

/** Writes clicks and returns how many of them the database will never take. Throws when it is away. */
export type WriteClicks = (clicks: readonly Click[]) => Promise<number>

export interface ReplayedFile {
  readonly clicks: number
  /** There are lines that could not be read, or clicks that were not taken. */
  readonly isDamaged: boolean
}

/** Reads a file of the spool, a batch at a time. */
export async function replayFile(path: string, write: WriteClicks): Promise<ReplayedFile> {
  const tally = { clicks: 0, refused: 0 }
  let batch: Click[] = []
  let isTorn = false
  let isDamaged = false
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const refused = await write(batch)
    tally.clicks += batch.length - refused
    tally.refused += refused
    batch = []
  }
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    // Only the last line may be torn: it was never acknowledged, since its write did not come to the end.
    isDamaged ||= isTorn
    const click = readClick(line)
    isTorn = click === undefined
    if (click === undefined) continue
    batch.push(click)
    if (batch.length >= batchRows) await flush()
  }
  await flush()
  return { clicks: tally.clicks, isDamaged: isDamaged || tally.refused > 0 }
}
