import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import type { Account } from '../../packages/embedded-postgres/src/account.ts'

/** A process of its own that holds an embedded PostgreSQL, as a Quoin does: to be killed by tests. */
export interface ChildQuoin {
  process: ChildProcess
  url: string
  isFirstStart: boolean
  startedByUs: boolean
  startMs: number
  /** Lets it stop its database when it has been told to end. */
  drained: () => void
  /** SIGTERM when there is nothing to drain. */
  stop: () => Promise<number | string>
  /** Resolves to the exit code, or to the signal that ended it. */
  ended: Promise<number | string>
}

export interface ChildOptions {
  dataDir: string
  account?: Account
  /** Where embedded-postgres.ts lies, for a checkout elsewhere. */
  launcher?: string
}

const ownLauncher = new URL('../../packages/embedded-postgres/src/embedded-postgres.ts', import.meta.url).href

/**
 * On SIGINT or SIGTERM the child goes on, as a server that drains, until it has drained, and then stops its
 * database.
 */
const program = `
const [launcher, dataDir] = process.argv.slice(1)
const { startEmbeddedPostgres } = await import(launcher)
const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n')
const startedAt = performance.now()
try {
  const { stop, ...facts } = await startEmbeddedPostgres({ dataDir })
  const alive = setInterval(() => {}, 1000)
  const drained = new Promise((resolve) => process.stdin.once('end', resolve).resume())
  const end = () => drained.then(stop).then(() => { clearInterval(alive); process.exitCode = 0 })
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  say({ ...facts, startMs: performance.now() - startedAt })
} catch (error) {
  say({ error: error.message })
}
`

/** Resolves when its database is ready; rejects with the sentence that the launcher gave. */
export async function startChildQuoin({
  dataDir,
  account,
  launcher = ownLauncher,
}: ChildOptions): Promise<ChildQuoin> {
  const identity = account === undefined ? {} : { uid: account.uid, gid: account.gid }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, launcher, dataDir], {
    ...identity,
    // A group of its own, as a shell gives to what it starts.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line)
    if (said.error !== undefined) throw new Error(said.error)
    const drained = (): void => void child.stdin.end()
    const stop = (): Promise<number | string> => {
      child.kill('SIGTERM')
      drained()
      return ended
    }
    return { ...said, process: child, ended, drained, stop }
  }
  throw new Error(`The child ended with ${await ended} and said nothing`)
}
