import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toldName } from '../backup/restored-facts.ts'
import type { Ports } from '../ports/ports.ts'
import { isSystemError } from './process/private-file.ts'

const linesAtOnce = 10_000

/**
 * Takes in the ids that a restore has put into the data directory, before anything is answered: what happens again gets the
 * id that its receiver knows. A start that is broken off takes all in once more.
 */
export async function loadToldIds(
  dataDir: string,
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
): Promise<void> {
  const path = join(dataDir, toldName)
  const file = await open(path).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return undefined
    throw error
  })
  if (file === undefined) return
  const nowMs = clock.nowMs()
  const load = async (lines: readonly string[]): Promise<void> => {
    const ids = lines.map((line) => {
      const [subject = '', id = ''] = line.split(' ')
      return { subject, id }
    })
    await store.toldIds.addToldIds(db, ids, nowMs)
  }
  let lines: string[] = []
  for await (const line of file.readLines()) {
    lines.push(line)
    if (lines.length < linesAtOnce) continue
    await load(lines)
    lines = []
  }
  await load(lines)
  // Another process on the folder may have been faster.
  await rm(path, { force: true })
}
