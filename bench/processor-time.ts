import { readdirSync, readFileSync } from 'node:fs'

/** The processor time of a process, and of its children that have ended, in milliseconds; 0 where it has ended itself. */
export function processorMs(pid: number): number {
  const [user = 0, system = 0, usersOfEnded = 0, systemOfEnded = 0] = statOf(pid).slice(11, 15).map(Number)
  return (user + system + usersOfEnded + systemOfEnded) * 10
}

/** All processes below a process: the embedded PostgreSQL is one of them. */
export function childrenOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const below = (of: number): number[] =>
    parents.flatMap(([child, parent]) => (parent === of ? [child, ...below(child)] : []))
  return below(pid)
}

function parentOf(pid: string): number {
  return Number(statOf(pid)[1] ?? 0)
}

function statOf(pid: string | number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
  } catch {
    return []
  }
}
