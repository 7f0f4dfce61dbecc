import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { repository } from './run-program.ts'

const runner = new URL('run-together.ts', import.meta.url).href
/** With one more, tests of faults on two processors run into their own limits of time. */
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

/**
 * Lays queues of test files from which a few processes take what is next, for as long as `run` needs them. To load the
 * modules of a server costs more than most files' tests, and no process waits while another has files left.
 */
export async function withSharedProcesses<T>(
  files: readonly string[],
  run: (processes: SharedProcesses) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-queues-'))
  const isWaiting = (file: string) => waiting.some((pattern) => matchesGlob(file, pattern))
  const parts = Map.groupBy(files, isWaiting)
  const working = parts.get(false) ?? []
  try {
    const entries = [
      ...(await layQueue(join(folder, 'waiting'), parts.get(true) ?? [], 1)),
      ...(await layQueue(join(folder, 'working'), working, workers)),
    ]
    return await run({ entries, atOnce: workers + (parts.has(true) ? 1 : 0) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A link for each file, named by its place: the process that renames it runs it. */
async function layQueue(folder: string, files: readonly string[], atOnce: number): Promise<string[]> {
  if (files.length === 0) return []
  const processes = Math.max(Math.min(atOnce, files.length), Math.ceil(files.length / filesPerProcess))
  await mkdir(folder)
  await Promise.all(
    files.map((file, place) =>
      symlink(resolve(repository, file), join(folder, String(place).padStart(4, '0'))),
    ),
  )
  const programs = Array.from({ length: processes }, async (_, index) => {
    const path = join(`${folder}-${index + 1}.mjs`)
    await writeFile(path, programOf(folder))
    return path
  })
  return await Promise.all(programs)
}

function programOf(queue: string): string {
  return `import { runTogether } from '${runner}'\nawait runTogether('${queue}')\n`
}
