import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../packages/embedded-postgres/src/process-of.ts'
import { afterEachFile } from './clear-up.ts'
import { memoryFolder } from './memory-folder.ts'
import { copyPreparedData } from './prepared-data.ts'
import {
  type Ended,
  type Environment,
  endOf,
  listenTo,
  plainEnvironment,
  repository,
  type Said,
} from './run-program.ts'
import { removeServer } from './test-server.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 40_000
const server = [join('packages', 'server', 'bin', 'quoin.js'), 'serve']

export interface ServerOptions {
  /** Settings; DATA_DIR and PORT (a free one) are given unless they are named here. */
  readonly environment?: Environment
  /** Start on what an earlier server of this test has left. */
  readonly dataDir?: string
  /** By `npm start`, as people do, instead of by node. */
  readonly byNpm?: boolean
  /** Another program than `quoin serve`, for node. */
  readonly program?: readonly string[]
  /** Where Quoin is installed; this repository, unless it is named. */
  readonly folder?: string
  /** Words before the command, such as `strace` and its options. */
  readonly under?: readonly string[]
  /** The first start itself is what is tested: nothing is prepared for it. */
  readonly isFirstStart?: boolean
}

/** The real server as a process of its own, on its way to serve or to fail. */
export interface StartingServer {
  readonly dataDir: string
  /** The output until now. */
  readonly said: Readonly<Said>
  /** Resolves when it has ended by itself or by a signal. */
  readonly ended: Promise<Ended>
  /** To the process, or to its whole group, as a terminal does on Ctrl-C. */
  signal(name: NodeJS.Signals, to?: 'process' | 'group'): void
  /** Ends it, by force when it takes too long. */
  stop(name?: NodeJS.Signals): Promise<Ended>
}

/** One that is ready. */
export interface ServerProcess extends StartingServer {
  readonly url: string
  /** Settings with which commands find this server. */
  readonly environment: Environment
}

/** Starts a server and waits until it is ready. It is ended after the file's tests, with its database. */
export async function startServerProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const { environment = {} } = options
  const dataDir = options.dataDir ?? (await dataDirFor(options))
  const settings = { PORT: '0', DATA_DIR: dataDir, ...environment }
  const starting = spawnServer({ ...options, dataDir, environment: settings })
  const port = await waitForPort(starting)
  tellOfDeath(starting)
  return { ...starting, url: `http://localhost:${port}`, environment: { ...settings, PORT: port } }
}

/** A server that ends without being told to is a finding, also where the test sees only a refused connection. */
function tellOfDeath({ ended, said }: StartingServer): void {
  const tell = ({ code }: Ended): void => {
    if (code !== null && code !== 0)
      console.error(`A server ended by itself with ${code}:\n${said.stderr.slice(-4_000)}`)
  }
  ended.then(tell, () => {})
}

/** With what a first start leaves, where it is the same for this one. */
async function dataDirFor({ environment = {}, isFirstStart = false }: ServerOptions): Promise<string> {
  const dataDir = await makeDataDir()
  const isAnother = ['DATABASE_URL', 'DEMO', 'QUOIN_SECRET'].some((name) => name in environment)
  if (!isFirstStart && !isAnother) await copyPreparedData('server', dataDir, startOnce)
  return dataDir
}

async function startOnce(dataDir: string): Promise<void> {
  const server = await startServerProcess({ dataDir })
  await server.stop()
  // The next start makes another link, a moment after it serves: whoever looks by then must not find this one.
  await rm(join(dataDir, 'set-up-link.txt'), { force: true })
}

/** Starts a server and does not wait for it. */
export function spawnServer(options: ServerOptions & { readonly dataDir: string }): StartingServer {
  const { dataDir, environment } = options
  const [file = '', ...words] = commandOf(options)
  const child = spawn(file, words, {
    cwd: options.folder ?? repository,
    env: plainEnvironment({ PORT: '0', DATA_DIR: dataDir, ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a shell gives to what it starts.
    detached: true,
  })
  const said = listenTo(child)
  const ended = endOf(child, said)
  running.add(child)
  ended.finally(() => running.delete(child)).catch(() => {})
  return {
    dataDir,
    said,
    ended,
    signal: (name, to = 'process') => process.kill(to === 'group' ? -pidOf(child) : pidOf(child), name),
    stop: (name = 'SIGTERM') => stop(child, ended, name),
  }
}

function commandOf({ byNpm = false, program = server, under = [] }: ServerOptions): readonly string[] {
  return [...under, ...(byNpm ? ['npm', 'start'] : [process.execPath, ...program])]
}

/** An empty data directory, removed after the file's tests together with a database that still runs in it. */
export async function makeDataDir(): Promise<string> {
  await clearOldFolders()
  const folder = await mkdtemp(join(memoryFolder(), `quoin-serve-${process.pid}-`))
  // As root, PostgreSQL runs as another account, which must get through.
  await chmod(folder, 0o711)
  folders.add(folder)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o711 })
  return dataDir
}

const running = new Set<ChildProcess>()
const folders = new Set<string>()

function clearUp(): void {
  for (const child of running) kill(child)
  for (const folder of folders) remove(folder)
  folders.clear()
}

function remove(folder: string): void {
  removeServer(join(folder, 'data'))
  rmSync(folder, { recursive: true, force: true })
}

afterEachFile(clearUp)
process.once('exit', clearUp)
// A signal alone would end the process without its exit handlers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

/** Clears the folders that a killed test run has left. */
async function clearOldFolders(): Promise<void> {
  const parent = memoryFolder()
  for (const name of await readdir(parent)) {
    const pid = /^quoin-serve-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    try {
      remove(join(parent, name))
    } catch {
      // Another user's, who ran the tests before us.
    }
  }
}

/** From the line that it logs when it serves. */
async function waitForPort({ said, ended, signal }: StartingServer): Promise<string> {
  const state = { hasEnded: false }
  const note = (): void => {
    state.hasEnded = true
  }
  ended.then(note, note)
  const endMs = performance.now() + startTimeoutMs
  while (!state.hasEnded && performance.now() < endMs) {
    const port = /"port":(\d+),.*"msg":"serving"/.exec(said.stderr)?.[1]
    if (port !== undefined) return port
    await delay(20)
  }
  if (!state.hasEnded) signal('SIGKILL', 'group')
  throw new Error(`The server did not start:\n${said.stdout}${said.stderr}`)
}

async function stop(child: ChildProcess, ended: Promise<Ended>, name: NodeJS.Signals): Promise<Ended> {
  if (running.has(child)) process.kill(pidOf(child), name)
  const timer = setTimeout(() => kill(child), stopTimeoutMs)
  const end = await ended
  clearTimeout(timer)
  return end
}

/** The whole group, since npm and its shell may stand before the server. */
function kill(child: ChildProcess): void {
  try {
    process.kill(-pidOf(child), 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the server could not be spawned')
  return pid
}
