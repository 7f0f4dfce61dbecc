import { join } from 'node:path'
import { findPostmaster } from '../../packages/embedded-postgres/src/postmaster.ts'
import { childrenOf, processorMs } from '../processor-time.ts'
import { median, rounded } from '../report.ts'

/** Processor time, in milliseconds. */
export interface Spent {
  readonly quoinMs: number
  readonly primaryMs: number
  readonly standbyMs: number
}

interface Watched {
  readonly serverPid: number
  readonly primaryDir: string
  readonly standbyDir?: string | undefined
}

/** Returns what they have spent since a process began, to be compared with what they have spent later. */
export async function watchProcessors({ serverPid, primaryDir, standbyDir }: Watched): Promise<() => Spent> {
  const primary = await postmasterOf(primaryDir)
  const standby = standbyDir === undefined ? undefined : await postmasterOf(standbyDir)
  return () => {
    const ofPrimary = treeOf(primary)
    return {
      // The embedded database is one of its children.
      quoinMs: spentBy(treeOf(serverPid).filter((pid) => !ofPrimary.includes(pid))),
      primaryMs: spentBy(ofPrimary),
      standbyMs: standby === undefined ? 0 : spentBy(treeOf(standby)),
    }
  }
}

async function postmasterOf(dataDir: string): Promise<number> {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'))
  if (postmaster === undefined) throw new Error(`no database runs in ${dataDir}`)
  return postmaster.pid
}

const treeOf = (pid: number): readonly number[] => [pid, ...childrenOf(pid)]
const spentBy = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + processorMs(pid), 0)

/** The processor time of each request in the rounds of a load. */
export class Costs {
  readonly #rounds = new Map<string, Spent[]>()

  note(name: string, requests: number, [before, after]: readonly [Spent, Spent]): void {
    const each: Spent = {
      quoinMs: (after.quoinMs - before.quoinMs) / requests,
      primaryMs: (after.primaryMs - before.primaryMs) / requests,
      standbyMs: (after.standbyMs - before.standbyMs) / requests,
    }
    this.#rounds.set(name, [...(this.#rounds.get(name) ?? []), each])
  }

  /** The requests of a second of processor time of Quoin and its primary; those of a standby are another machine's. */
  perProcessorSec(name: string): number {
    return 1000 / median(this.#of(name).map(({ quoinMs, primaryMs }) => quoinMs + primaryMs))
  }

  /** A row of a table for people, in microseconds. */
  row(name: string): Readonly<Record<string, number>> {
    const µs = (part: keyof Spent): number =>
      rounded(median(this.#of(name).map((one) => one[part])) * 1000, 0)
    return { 'Quoin, µs': µs('quoinMs'), 'primary, µs': µs('primaryMs'), 'standby, µs': µs('standbyMs') }
  }

  #of(name: string): readonly Spent[] {
    return this.#rounds.get(name) ?? []
  }
}
