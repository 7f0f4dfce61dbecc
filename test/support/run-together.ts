import { readdirSync, readlinkSync, renameSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, suite } from 'node:test'
import { clearUpAll, clearUpByHand, clearUpFile } from './clear-up.ts'
import { repository } from './run-program.ts'
import { filesPerProcess } from './share-processes.ts'

const fileTimeoutMs = 600_000

/** Runs files of a queue in this process, one after the other, each as a suite with its own hooks. */
export async function runTogether(queue: string): Promise<void> {
  clearUpByHand()
  for (let count = 0; count < filesPerProcess; count++) {
    const path = takeNext(queue)
    if (path === undefined) break
    await suite(relative(repository, path), { timeout: fileTimeoutMs }, async () => {
      await import(path)
      after(clearUpFile)
    })
  }
  await clearUpAll()
}

/** The first file that no other process has taken. */
function takeNext(queue: string): string | undefined {
  for (const name of readdirSync(queue)
    .filter((one) => !one.endsWith('-taken'))
    .toSorted()) {
    const taken = join(queue, `${name}-taken`)
    try {
      renameSync(join(queue, name), taken)
    } catch {
      continue
    }
    return readlinkSync(taken)
  }
  return undefined
}
