import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { repository } from './run-program.ts'

const runner = new URL('run-together.ts', import.meta.url).href
/** With one more, tests on two processors run into their own limits of time. */
const workers = Math.max(2, availableParallelism())

/** Modules are never unloaded, so a process keeps the world that each of its files held: some 30 MB. */
export const filesPerProcess = 40

/** They mostly wait for time to pass: a process more runs them, beside those that work. */
const waiting: readonly string[] = [
  'test/faults/{hung-commits,shutdown}.test.ts',
  'packages/server/src/http/raw/slow-senders.test.ts',
]

export interface SharedProcesses {
  /** Programs for the runner: each takes a file after the other, until none is left. */
  readonly entries: readonly string[]
  readonly atOnce: number
}

interface Lane {
  readonly name: string
  readonly files: readonly string[]
  /** How many processes work on it at once. */
  readonly atOnce: number
}

/** Says who takes which of the files that must run. */
export function laneOut(files: readonly string[]): readonly Lane[] {
  const isWaiting = (file: string) => waiting.some((pattern) => matchesGlob(file, pattern))
  const { true: waits = [], false: works = [] } = Object.groupBy(files, (file) => `${isWaiting(file)}`)
  return [
    { name: 'waiting', files: waits, atOnce: Math.min(waits.length, 1) },
    { name: 'working', files: works, atOnce: Math.min(works.length, workers) },
  ].filter((lane) => lane.atOnce > 0)
}

/** How many there are at once, each with a database server. */
export function countProcesses(lanes: readonly Lane[]): number {
  return lanes.reduce((sum, lane) => sum + lane.atOnce, 0)
}

/**
 * Lays queues of test files from which a few processes take what is next, for as long as `run` needs them. To load the
 * modules of a server costs more than most files' tests, and no process waits while another has files left.
 */
export async function withSharedProcesses<T>(
  lanes: readonly Lane[],
  databases: readonly string[],
  run: (processes: SharedProcesses) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-queues-'))
  const seats = [...databases]
  try {
    const entries = await Promise.all(
      lanes.map((lane) => layQueue(join(folder, lane.name), lane, seats.splice(0, lane.atOnce))),
    )
    return await run({
      entries: entries.flat(),
      atOnce: countProcesses(lanes),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * A link for each file, named by its place: the process that renames it runs it. And a seat for each process that may
 * work at once, with the database server of whoever has it; the others wait until one is free.
 */
async function layQueue(
  folder: string,
  { files, atOnce }: Lane,
  databases: readonly string[],
): Promise<string[]> {
  const seats = `${folder}-seats`
  await Promise.all([mkdir(folder), mkdir(seats)])
  await Promise.all([
    ...files.map((file, place) =>
      symlink(resolve(repository, file), join(folder, String(place).padStart(4, '0'))),
    ),
    ...databases.map((url, place) => writeFile(join(seats, `seat-${place}`), url)),
  ])
  const processes = Math.max(atOnce, Math.ceil(files.length / filesPerProcess))
  const programs = Array.from({ length: processes }, async (_, index) => {
    const path = join(`${folder}-${index + 1}.mjs`)
    await writeFile(path, programOf(folder, seats))
    return path
  })
  return await Promise.all(programs)
}

function programOf(queue: string, seats: string): string {
  return `import { runTogether } from '${runner}'\nawait runTogether('${queue}', '${seats}')\n`
}
