import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process of this number exists. One that we may not signal exists, too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * The command line of a process. Numbers are used again (in a container nearly always), so a number in a file
 * proves nothing; a process that has ended but was not waited for has an empty one.
 */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * All that PostgreSQL's programs get of an environment: its own variables (PGDATA, PGOPTIONS …) of the user's shell
 * must not change our server, and its messages are read in English. Node adds the variables that Windows cannot do
 * without.
 */
export const childEnvironment: Readonly<Record<string, string>> = {
  ...shiftedClock(process.env),
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** The variables of libfaketime, where this process runs under it: a clock that is wrong is wrong for both. */
function shiftedClock(environment: NodeJS.ProcessEnv): Record<string, string> {
  if (!environment['LD_PRELOAD']?.includes('faketime')) return {}
  const names = Object.keys(environment).filter((name) => /^LD_PRELOAD$|FAKE/.test(name))
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']))
}
