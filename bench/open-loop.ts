import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import type { Load } from './load.ts'

const run = promisify(execFile)

/** Loads at fixed rates, one after the other. */
export interface OpenLoopOrder {
  readonly load: Load
  readonly phases: readonly { readonly seconds: number; readonly perSecond: number }[]
  /** Each carries one request at a time; when all are busy, what is due cannot be sent. */
  readonly connections: number
  /** The first seconds of each phase, which are left out of its figures. */
  readonly settleSec: number
}

/** The events of one second; latencies count from when a request was due. */
export interface Second {
  sent: number
  accepted: number
  /** Answered 503 and the like. */
  refused: number
  errors: number
  unsent: number
}

interface Shown {
  readonly acceptedP99Ms: number
  readonly refusedP99Ms: number
  /** How late the generator itself was with what it sent: it is part of the other two. */
  readonly lateP99Ms: number
}

export interface ShownSecond extends Second, Shown {
  readonly acceptedP50Ms: number
}

export interface OpenLoopRun {
  readonly seconds: readonly ShownSecond[]
  /** Over all of a phase, in the order of the phases. */
  readonly phases: readonly Shown[]
  /** How much of one processor the generator took. */
  readonly cpuShare: number
}

/** Runs the load from a process of its own. */
export async function holdOpen(order: OpenLoopOrder): Promise<OpenLoopRun> {
  const directory = await mkdtemp(join(tmpdir(), 'quoin-bench-'))
  try {
    const file = join(directory, 'order.json')
    await writeFile(file, JSON.stringify(order))
    const script = fileURLToPath(new URL('./run-open-loop.ts', import.meta.url))
    const { stdout } = await run(process.execPath, [script, file], { maxBuffer: 1 << 26 })
    return JSON.parse(stdout) as OpenLoopRun // printed by our own script
  } finally {
    await rm(directory, { recursive: true })
  }
}
