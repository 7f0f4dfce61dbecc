import assert from 'node:assert/strict'
import { eventually } from './eventually.ts'
import { call, type Publisher } from './publisher-client.ts'
import { runCommandHere } from './run-command.ts'
import { type Ended, type Environment, runQuoin } from './run-program.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export interface Credentials {
  readonly apiKey: string
  readonly apiSecret: string
}

export interface NewApp {
  readonly appId: number
  readonly live: Credentials
  readonly test: Credentials
}

type CreatedApp = Publisher & { readonly appId: number; readonly created: NewApp }

export interface Cli {
  readonly server: ServerProcess
  /** The output of a command: JSON and nothing else. */
  quoin<T = Record<string, unknown>>(words: readonly string[], code?: number): Promise<T>
  createApp(...options: string[]): Promise<CreatedApp>
  /** The running server's answer to a call with these credentials. */
  codeOf(publisher: Publisher): Promise<string>
}

/** A running server, and commands beside it, which run in this process. */
export async function openCli(): Promise<Cli> {
  const server = await startServerProcess()
  async function quoin<T>(words: readonly string[], code = 0): Promise<T> {
    return readPrinted(await runCommandHere(words, server.environment), code)
  }
  async function createApp(...options: string[]): Promise<CreatedApp> {
    const created = await quoin<NewApp>(['apps', 'create', '--name', fresh('App'), ...options])
    const publisher = { baseUrl: server.url, ...created.live }
    await eventually(() => codeOf(publisher), 'ok')
    return { ...publisher, appId: created.appId, created }
  }
  return { server, quoin, createApp, codeOf }
}

/** The same by a process of its own, anywhere. */
export async function spawned<T = Record<string, unknown>>(
  words: readonly string[],
  environment: Environment,
): Promise<T> {
  return readPrinted(await runQuoin(words, environment), 0)
}

function readPrinted<T>({ code, stdout, stderr }: Ended, expected: number): T {
  assert.deepEqual({ code, stderr }, { code: expected, stderr: '' }, stdout)
  return JSON.parse(stdout)
}

let made = 0

/** Any name that no other test has. */
export function fresh(noun: string): string {
  made += 1
  return `${noun}-${made}`
}

async function codeOf(publisher: Publisher): Promise<string> {
  const { success, code } = await call(publisher, '/api/v1/offers?userId=anybody&limit=1')
  return success ? 'ok' : code
}
