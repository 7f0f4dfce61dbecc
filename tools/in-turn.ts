import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const askAgainMs = 100

/**
 * Runs work while no other process does it: those that come meanwhile wait. The file tells whose turn it is; that of a
 * process which has ended is taken away.
 */
export async function inTurn<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!take(file)) await delay(askAgainMs)
  try {
    return await work()
  } finally {
    rmSync(file)
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isLeft(file)) rmSync(file, { force: true })
    return false
  }
}

/** One that is empty is being written by a process that runs. */
function isLeft(file: string): boolean {
  try {
    const pid = readFileSync(file, 'utf8')
    if (pid !== '') process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
