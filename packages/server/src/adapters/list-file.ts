import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Only its owner may read it: it names users. */
const fileMode = 0o600

/** Writes the lines of a list file; returns how many there were below its head. */
export async function writeListFile(path: string, lines: AsyncIterable<string>): Promise<number> {
  return (await writeLines(path, lines)) - 1
}

/** Writes lines, each with its end, to a file; returns how many. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  let count = 0
  async function* counted(): AsyncGenerator<string> {
    for await (const line of lines) {
      count += 1
      yield line
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { mode: fileMode }))
  return count
}
