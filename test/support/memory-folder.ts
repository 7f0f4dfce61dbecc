import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const memory = '/dev/shm'
/** A test run's databases and data directories together stay below this. */
const bytesMin = 4 * 1024 ** 3

/**
 * Where the databases of tests lie: in memory where there is plenty, so that no test waits for a disk, else in the
 * system's temporary folder. Their settings are as durable as ever; `TMPDIR` names another place.
 */
export function memoryFolder(): string {
  if (process.env['TMPDIR'] !== undefined || freemem() < bytesMin) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= bytesMin ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
