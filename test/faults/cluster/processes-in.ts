import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/*
 * Each process of a cluster works in a folder of that cluster, and so do its children. By that alone they are found, also
 * when the program that started them is gone.
 */

/** The processes whose working folder is this one or lies in it. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isIn(folder, name))
    .map(Number)
    .filter((pid) => pid !== process.pid)
}

function isIn(folder: string, pid: string): boolean {
  try {
    const path = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '')
    return path === folder || path.startsWith(`${folder}/`)
  } catch {
    // It has ended, or is another user's.
    return false
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself in the meantime.
    }
  }
}

const looksMax = 200
const looksInOrder = 100

/** Ends them until none is left, since one may start another meanwhile. PostgreSQL may give its shared memory back first. */
export async function killAllIn(folder: string): Promise<void> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const pids = processesIn(folder)
    if (pids.length === 0) return
    const inOrder = new Set(looks < looksInOrder ? pids.filter(isPostgres) : [])
    signalAll([...inOrder], 'SIGQUIT')
    signalAll(pids, 'SIGCONT')
    const others = pids.filter((pid) => !inOrder.has(pid))
    signalAll(others, 'SIGKILL')
    await delay(50)
  }
  throw new Error(`processes in ${folder} do not end: ${processesIn(folder).join(', ')}`)
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}
