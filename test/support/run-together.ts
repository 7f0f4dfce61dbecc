import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, suite } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../packages/embedded-postgres/src/process-of.ts'
import { clearUpAll, clearUpByHand, clearUpFile } from './clear-up.ts'
import { repository } from './run-program.ts'
import { filesPerProcess } from './share-processes.ts'

const fileTimeoutMs = 600_000
/** A process that has nothing left to do ends within this, unless a test has left something open. */
const endTimeoutMs = 10_000

/** Runs files of a queue in this process, one after the other, each as a suite with its own hooks. */
export async function runTogether(queue: string, seats: string): Promise<void> {
  clearUpByHand()
  process.env['QUOIN_TEST_DATABASE_URL'] = await takeSeat(seats)
  for (let count = 0; count < filesPerProcess; count++) {
    const path = takeNext(queue)
    if (path === undefined) break
    await suite(relative(repository, path), { timeout: fileTimeoutMs }, async () => {
      await import(path)
      after(async () => {
        await clearUpFile()
        openAfter.push(`${relative(repository, path)}: ${process.getActiveResourcesInfo().join(', ')}`)
      })
    })
  }
  await clearUpAll()
  setTimeout(endByForce, endTimeoutMs).unref()
}

/** The resources that are open after each file: the file that is to blame is told by them. */
const openAfter: string[] = []

function endByForce(): void {
  console.error(`A test has left open: ${process.getActiveResourcesInfo().join(', ')}`)
  const children = spawnSync('ps', ['-ww', '-o', 'pid=,stat=,command=', '--ppid', `${process.pid}`])
  console.error(`After each file:\n${openAfter.join('\n')}\nProcesses:\n${children.stdout}`)
  process.exit(1)
}

/** Waits for a seat that nobody has, keeps it for the life of this process, and returns the database server there. */
async function takeSeat(seats: string): Promise<string> {
  for (;;) {
    for (const name of readdirSync(seats)) {
      const [, seat = '', pid] = /^(seat-\d+)(?:-(\d+))?$/.exec(name) ?? []
      if (pid !== undefined && isAlive(Number(pid))) continue
      const taken = join(seats, `${seat}-${process.pid}`)
      if (!rename(join(seats, name), taken)) continue
      process.once('exit', () => rename(taken, join(seats, seat)))
      return readFileSync(taken, 'utf8')
    }
    await delay(100)
  }
}

/** The first file that no other process has taken. */
function takeNext(queue: string): string | undefined {
  for (const name of readdirSync(queue)
    .filter((one) => !one.endsWith('-taken'))
    .toSorted()) {
    const taken = join(queue, `${name}-taken`)
    if (rename(join(queue, name), taken)) return readlinkSync(taken)
  }
  return undefined
}

/** False where another process was faster, or all is being cleared away. */
function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}
