import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './eventually.ts'
import { memoryFolder } from './memory-folder.ts'

const variable = 'QUOIN_TEST_PREPARED_DATA'

/**
 * Runs tests that may copy a data directory which has been through its first start. The first of them that needs it
 * makes it; the folder's name tells later runs whose it was, should this one be killed.
 */
export async function withPreparedData<T>(run: (settings: Record<string, string>) => Promise<T>): Promise<T> {
  const folder = join(memoryFolder(), `quoin-serve-${process.pid}-prepared`)
  // As root, PostgreSQL runs as another account, which must get through.
  mkdirSync(folder, { mode: 0o711 })
  try {
    return await run({ [variable]: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Fills an empty data directory with what `make` leaves in one, which is made once in a test run for each kind. Nothing
 * happens where no run prepared for it: the first start does the same.
 */
export async function copyPreparedData(
  kind: 'server' | 'database',
  dataDir: string,
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  const folder = process.env[variable]
  if (folder === undefined) return
  const prepared = join(folder, kind)
  const ready = join(folder, `${kind}-ready`)
  if (await isFirst(prepared)) {
    await make(prepared)
    await writeFile(ready, '')
  }
  await until(() => existsSync(ready), `the data directory of a ${kind} is prepared`)
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir])
}

async function isFirst(prepared: string): Promise<boolean> {
  try {
    await mkdir(prepared, { mode: 0o711 })
    return true
  } catch {
    return false
  }
}
