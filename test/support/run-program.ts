import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { settingRows } from '../../packages/server/src/settings/setting-rows.ts'

export const repository = join(import.meta.dirname, '..', '..')
const quoin = join(repository, 'packages', 'server', 'bin', 'quoin.js')
const timeoutMs = 60_000

export type Environment = Readonly<Record<string, string>>

/** The output of a program and how it ended. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A command of Quoin, as a person gives it: `runQuoin(['apps', 'list'], { DATA_DIR: … })`. */
export function runQuoin(words: readonly string[], environment: Environment): Promise<Ended> {
  return runProgram(process.execPath, [quoin, ...words], environment)
}

/** Runs a program to its end; one that takes a minute is killed. */
export async function runProgram(
  file: string,
  words: readonly string[],
  environment: Environment,
  cwd: string = repository,
): Promise<Ended> {
  const child = spawn(file, words, { cwd, env: plainEnvironment(environment) })
  child.stdin.end()
  // The `timeout` of node would stay behind where the program is not installed, and keep its process from ending.
  const timer = setTimeout(() => child.kill(), timeoutMs)
  try {
    return await endOf(child, listenTo(child))
  } finally {
    clearTimeout(timer)
  }
}

/** As in a new shell: what this test run has set, or who runs it for Quoin, is left out. */
export function plainEnvironment(environment: Environment = {}): NodeJS.ProcessEnv {
  const own = new Set<string>(Object.values(settingRows).map(({ variable }) => variable))
  const isForeign = ([name]: [string, unknown]) => !own.has(name) && !/^(NODE_|QUOIN_)/.test(name)
  const outside = Object.fromEntries(Object.entries(process.env).filter(isForeign))
  // The demo's month of traffic would be in the way of what most tests count.
  return { ...outside, DEMO_MONTH: 'off', ...environment }
}

/** The output of a child until now. */
export interface Said {
  stdout: string
  stderr: string
}

export function listenTo(child: ChildProcess): Said {
  const said: Said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8')
    child[name]?.on('data', (text: string) => {
      said[name] += text
    })
  }
  return said
}

/** Resolves when it has ended and all it said has arrived. */
export function endOf(child: ChildProcess, said: Said): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...said }))
  })
}
