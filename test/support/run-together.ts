import { relative } from 'node:path'
import { after, suite } from 'node:test'
import { clearUpAll, clearUpByHand, clearUpFile } from './clear-up.ts'
import { repository } from './run-program.ts'

const fileTimeoutMs = 600_000

/**
 * Runs test files one after the other in this process, each as a suite with its own hooks. To load the modules of a
 * server costs more than most files' tests, and here it is done once.
 */
export async function runTogether(files: readonly string[]): Promise<void> {
  clearUpByHand()
  for (const file of files) {
    await suite(relative(repository, file), { timeout: fileTimeoutMs }, async () => {
      await import(file)
      after(clearUpFile)
    })
  }
  await clearUpAll()
}
