import { open } from 'node:fs/promises'
import type { SpoolFigures } from '../../ports/service-figures.ts'
import {
  countDamagedFiles,
  isDiskFault,
  listSpoolFiles,
  type SpoolFile,
  unlessMissing,
} from './spool-folder.ts'

interface Counted {
  readonly bytes: number
  readonly rows: number
}

const lineEnd = 10
const chunkBytes = 256 * 1024
const none: Counted = { bytes: 0, rows: 0 }

/** Counts the lines of the folder's files. They only grow, so each byte is read once. */
export class SpoolCounter {
  /** By the name that a file keeps when it is sealed. */
  #known = new Map<string, Counted>()
  #counting: Promise<Counted> = Promise.resolve(none)

  /** One count at a time. A folder that is missing holds nothing. */
  async measure(directory: string): Promise<SpoolFigures> {
    let files: SpoolFile[] = []
    let damagedFiles = 0
    await unlessMissing(async () => {
      files = await listSpoolFiles(directory)
      damagedFiles = await countDamagedFiles(directory)
    })
    this.#counting = this.#counting.catch(() => none).then(() => this.#countAll(files))
    const counted = await this.#counting
    const oldestAtMs = counted.rows === 0 ? null : (files[0]?.startedMs ?? null)
    return { ...counted, oldestAtMs, damagedFiles }
  }

  async #countAll(files: readonly SpoolFile[]): Promise<Counted> {
    const counted = new Map<string, Counted>()
    for (const file of files) {
      const known = this.#known.get(file.name) ?? none
      // Gone since: it is in the database.
      await unlessMissing(async () => void counted.set(file.name, await countOrGuess(file.path, known)))
    }
    this.#known = counted
    const all = [...counted.values()]
    return {
      rows: all.reduce((sum, { rows }) => sum + rows, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }
}

/** A file that the disk does not give waits all the same, and whoever is on call must see that it does. */
async function countOrGuess(path: string, known: Counted): Promise<Counted> {
  try {
    return await countOn(path, known)
  } catch (error) {
    if (!isDiskFault(error)) throw error
    return { bytes: known.bytes, rows: Math.max(known.rows, 1) }
  }
}

async function countOn(path: string, known: Counted): Promise<Counted> {
  const handle = await open(path, 'r')
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let { bytes, rows } = known
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, bytes)
      if (bytesRead === 0) return { bytes, rows }
      bytes += bytesRead
      rows += countEnds(chunk.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

function countEnds(chunk: Buffer): number {
  let ends = 0
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) ends += 1
  return ends
}
