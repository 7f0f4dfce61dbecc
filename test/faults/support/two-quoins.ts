import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findPort } from '../../support/find-port.ts'
import { runCommandHere } from '../../support/run-command.ts'
import type { Environment } from '../../support/run-program.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { Daemon } from '../cluster/daemon.ts'
import { fillShippedFile } from '../cluster/shipped-file.ts'
import { findOffer, type Installation, makeInstallation } from './installation.ts'
import { makeTables, type OwnDatabase } from './own-database.ts'
import { until } from '../../support/eventually.ts'

/** One of two Quoins; each start is on the same port and data folder. */
export class RestartedQuoin {
  #running: ServerProcess
  readonly #environment: Environment

  private constructor(running: ServerProcess, environment: Environment) {
    this.#running = running
    this.#environment = environment
  }

  static async start(environment: Environment): Promise<RestartedQuoin> {
    return new RestartedQuoin(await startServerProcess({ environment }), environment)
  }

  get url(): string {
    return this.#running.url
  }

  /** Returns after how many milliseconds it was gone, and its exit code. */
  async end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }> {
    const startedMs = performance.now()
    const { code } = await this.#running.stop(signal)
    return { code, ms: performance.now() - startedMs }
  }

  /** Resolves when it is ready. */
  async startAgain(other: Environment = {}): Promise<void> {
    const { dataDir } = this.#running
    const environment = { ...this.#environment, ...other }
    this.#running = await startServerProcess({ environment, dataDir })
    await until(async () => (await fetch(`${this.url}/readyz`)).ok, 'the Quoin that was restarted is ready')
  }
}

/** Two Quoins on one database behind a HAProxy with the file that is shipped; all of it ends with the test. */
export interface TwoQuoins {
  readonly quoins: readonly [RestartedQuoin, RestartedQuoin]
  /** The port of HAProxy. */
  readonly port: number
  readonly installation: Installation
  readonly operatorToken: string
}

const operatorToken = 'an-operator-token-of-the-fault-tests-0123456789'

export async function startTwoQuoins(
  t: TestContext,
  database: OwnDatabase,
  settings: Environment = {},
): Promise<TwoQuoins> {
  const [port, a, b] = [await findPort(), await findPort(), await findPort()]
  const folder = await makeDataDir()
  const environment = {
    DATABASE_URL: database.url,
    QUOIN_SECRET: 'a-secret-of-the-fault-tests-0123456789',
    OPERATOR_TOKEN: operatorToken,
    BASE_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    DEFAULT_COUNTRY: 'US',
    LINKS_PER_MINUTE: '1000000',
    ...settings,
  }
  // Commands work with what a server has made.
  await makeTables(database.url)
  const credentials = await makeInstallation(
    (words) => runCommandHere(words, { ...environment, DATA_DIR: folder }),
    folder,
  )
  const quoins = await Promise.all([
    RestartedQuoin.start({ ...environment, PORT: String(a) }),
    RestartedQuoin.start({ ...environment, PORT: String(b) }),
  ])
  const offerId = await findOffer(quoins[0].url, credentials)
  await startProxy(t, join(folder, 'haproxy'), { port, a, b })
  return { quoins, port, operatorToken, installation: { ...credentials, offerId } }
}

interface ProxyPorts {
  readonly port: number
  readonly a: number
  readonly b: number
}

/** The whole file: its parts before the database find nobody, and both Quoins ask the database directly. */
async function startProxy(t: TestContext, folder: string, { port, a, b }: ProxyPorts): Promise<void> {
  const nobody = `127.0.0.1:${await findPort()}`
  const nodes = ['N1', 'N2', 'N3'].flatMap((name) => [
    [`${name}_DATABASE`, nobody],
    [`${name}_ADDRESS`, '127.0.0.1'],
  ])
  const text = fillShippedFile('haproxy.cfg', {
    ...Object.fromEntries(nodes),
    REST_PORT: await findPort(),
    DATABASE_BIND: `127.0.0.1:${await findPort()}`,
    REPLICA_BIND: `127.0.0.1:${await findPort()}`,
    QUOIN_BIND: `127.0.0.1:${port}`,
    QUOIN_A: `127.0.0.1:${a}`,
    QUOIN_B: `127.0.0.1:${b}`,
  })
  await mkdir(folder)
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  const proxy = new Daemon({ file: 'haproxy', words: ['-db', '-f', file], folder, log: join(folder, 'log') })
  t.after(() => proxy.end('SIGKILL'))
  proxy.start()
  // A list is answered as soon as HAProxy listens and has found a Quoin.
  const answers = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/`)).ok
  await until(() => answers().catch(() => false), 'HAProxy leads to a Quoin')
}
