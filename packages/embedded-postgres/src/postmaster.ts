import { execFile, spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { type Account, identityOf } from './account.ts'
import type { Binaries } from './binaries.ts'
import { giveToOwnerOf, type DataPaths } from './data-paths.ts'
import { childEnvironment, commandLineOf, isAlive } from './process-of.ts'

/** A PostgreSQL that runs on a cluster, whoever started it. */
interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

export interface Launch {
  paths: DataPaths
  binaries: Binaries
  account: Account | undefined
  cluster: string
  settings: Readonly<Record<string, string>>
  /** Is told when the program runs. */
  onLaunch: () => void
  /** It may take so long until it is ready. */
  readyWithinMs: number
}

const pollMs = 5
/** Repair after a crash reads at most max_wal_size of log; on a slow disk that takes its time. */
export const readyTimeoutMs = 120_000
const fastStopMs = 20_000
const hardStopMs = 5_000

/** The PostgreSQL that runs on this cluster, if one does. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const written = await readPidFile(cluster)
  return written !== undefined && isAlive(written.pid) && isPostgresOn(written.pid, cluster)
    ? written
    : undefined
}

/** Whether the running server was started with exactly these binaries and settings, its port aside. */
export async function isSameLaunch(launch: Launch): Promise<boolean> {
  const written = await readFile(join(launch.cluster, 'postmaster.opts'), 'utf8').catch(() => '')
  const words = argumentsOf(launch, 0).map((word) => `"${word}"`)
  return withoutPort(written.trim()) === withoutPort([launch.binaries.postgres, ...words].join(' '))
}

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C in the terminal reaches Quoin alone, which
 * finishes its work before it stops the database. Resolves when it is ready; a text says why it ended before
 * that.
 */
export async function launchPostmaster(
  launch: Launch,
  port: number,
  signal?: AbortSignal,
): Promise<Postmaster | string> {
  await removeForeignPidFile(launch.cluster)
  const log = await open(launch.paths.logFile, 'a+', 0o600)
  try {
    await giveToOwnerOf(launch.paths.dataDir, launch.paths.logFile)
    const { size } = await log.stat()
    const child = spawn(launch.binaries.postgres, argumentsOf(launch, port), {
      ...identityOf(launch.account),
      cwd: launch.cluster,
      env: childEnvironment,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    launch.onLaunch()
    const end: { reason?: string } = {}
    child.once('error', (error) => (end.reason = error.message))
    child.once('exit', () => (end.reason ??= ''))
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.unref()
    const deadline = Date.now() + launch.readyWithinMs
    while (end.reason === undefined && Date.now() < deadline && signal?.aborted !== true) {
      const written = await readPidFile(launch.cluster)
      if (written?.isReady === true && written.pid === child.pid) return written
      await delay(pollMs)
    }
    // Told to stop so early that it may not have written its number yet: nobody else could find and end it.
    if (signal?.aborted === true && child.kill('SIGINT')) {
      // Without this a process that waits for nothing else would end before it.
      child.ref()
      await ended
    }
    const said = (await log.read({ position: size, buffer: Buffer.alloc(4_096) })).buffer.toString()
    return end.reason || lastWords(said) || 'it is not ready yet'
  } finally {
    await log.close()
  }
}

/**
 * Rolls back what is open, writes a checkpoint and ends; one that hangs is cut off, which the next start
 * repairs.
 */
export async function stopPostmaster(cluster: string, { pgCtl }: Binaries): Promise<void> {
  const found = await findPostmaster(cluster)
  if (found === undefined) return
  if (process.platform === 'win32') {
    // There are no signals on Windows; pg_ctl speaks to the server by another way.
    await promisify(execFile)(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { env: childEnvironment })
    return
  }
  for (const [signal, withinMs] of [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', hardStopMs],
  ] as const) {
    if (isAlive(found.pid)) process.kill(found.pid, signal)
    if (await hasStopped(cluster, found.pid, withinMs)) return
  }
  throw new Error(`PostgreSQL (process ${found.pid}) does not stop`)
}

async function hasStopped(cluster: string, pid: number, withinMs: number): Promise<boolean> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(pollMs)) {
    if (!isAlive(pid) || !isPostgresOn(pid, cluster)) return true
  }
  return false
}

async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * PostgreSQL refuses to start while the number in its file belongs to any process of its account. After a
 * crash, in a container nearly always, that is some other program; only then the file is removed.
 */
async function removeForeignPidFile(cluster: string): Promise<void> {
  const written = await readPidFile(cluster)
  if (written === undefined || process.platform === 'win32') return
  if (isAlive(written.pid) && !isPostgres(commandLineOf(written.pid))) {
    await rm(join(cluster, 'postmaster.pid'), { force: true })
  }
}

function argumentsOf({ cluster, settings, binaries }: Launch, port: number): string[] {
  // A setting with a dot in its name is free for us: it makes another version of the binaries another launch.
  const all = { ...settings, 'quoin.binaries': binaries.version, port: `${port}` }
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function withoutPort(commandLine: string): string {
  return commandLine.replace(/"port=\d+"/, '"port"')
}

function isPostgresOn(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true
  // One that has ended but was not waited for has no command line any more.
  const line = commandLineOf(pid)
  return isPostgres(line) && line.includes(` -D ${cluster} `)
}

function isPostgres(commandLine: string): boolean {
  return /(^|\/)postgres($|[ :])/.test(commandLine)
}

/** The lines that name the cause, each once, without the stamps before them and what it told its clients. */
function lastWords(log: string): string {
  const lines = log
    .replaceAll('\0', '')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^.*?\] /, ''))
  const causes = lines.filter(
    (line) => /\b(FATAL|PANIC|could not)\b/.test(line) && !/database system is/.test(line),
  )
  return [...new Set(causes.length > 0 ? causes : lines.slice(-1))].join('; ')
}
