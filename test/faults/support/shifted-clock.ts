import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Environment } from '../../support/run-program.ts'

const libraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
)
const library = libraries.find((path) => existsSync(path))

export const isShiftingPossible: boolean = library !== undefined

/** The environment of a process, and of a PostgreSQL that it starts, whose wall clock is wrong by so much. */
export async function shiftedClock(t: TestContext, shift: string): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), `quoin-test-${process.pid}-`))
  // As root, PostgreSQL runs as another account, which must read it.
  await chmod(folder, 0o711)
  t.after(() => rm(folder, { recursive: true, force: true }))
  return await shiftedEnvironment(folder, shift)
}

/** The same, with the file that says how wrong it is in a folder of one's own. */
export async function shiftedEnvironment(folder: string, shift: string): Promise<Environment> {
  const environment = {
    LD_PRELOAD: library ?? '',
    FAKETIME_TIMESTAMP_FILE: join(folder, 'shift'),
    // Read again each time: it changes while they run.
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  await shiftClock(environment, shift)
  return environment
}

export async function shiftClock(environment: Environment, shift: string): Promise<void> {
  const file = environment['FAKETIME_TIMESTAMP_FILE']
  if (file !== undefined) await writeFile(file, `${shift}\n`)
}
