import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { plainEnvironment, repository } from '../../support/run-program.ts'
import { readFigures } from '../support/read-figures.ts'
import { mountDisk } from './cluster-folder.ts'
import { Daemon } from './daemon.ts'
import { waitFor } from './wait-for.ts'

export interface QuoinOptions {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
}

const spoolMegabytes = 64
const flags = ['--max-semi-space-size=16', '--no-parallel-scavenge']

/** One Quoin of the cluster, on a port and with a data folder of its own. */
export class ClusterQuoin {
  readonly name: string
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly dataDir: string
  readonly hasDisk: boolean
  readonly daemon: Daemon
  readonly #environment: Readonly<Record<string, string>>

  constructor({ name, folder, port, environment }: QuoinOptions) {
    this.name = name
    this.port = port
    this.folder = folder
    this.url = `http://127.0.0.1:${port}`
    this.dataDir = join(folder, 'data')
    mkdirSync(folder)
    this.hasDisk = mountDisk(this.dataDir, spoolMegabytes)
    this.#environment = { ...environment, PORT: String(port), DATA_DIR: this.dataDir }
    this.daemon = new Daemon({
      file: process.execPath,
      words: wordsOf(repository),
      folder,
      log: join(folder, 'log'),
      environment: plainEnvironment(this.#environment),
    })
  }

  /** By another checkout or with other settings for this time, where they are named. */
  start(
    other: { readonly checkout?: string; readonly environment?: Readonly<Record<string, string>> } = {},
  ): void {
    this.daemon.start({
      words: wordsOf(other.checkout ?? repository),
      environment: plainEnvironment({ ...this.#environment, ...other.environment }),
    })
  }

  async isReady(): Promise<boolean> {
    const asked = fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_000) })
    return (await asked.catch(() => undefined))?.status === 200
  }

  /** Every click that waited is in the database. */
  async isSettled(): Promise<boolean> {
    const figures = await readFigures(this.url).catch(() => undefined)
    return figures?.['quoin_database_away'] === 0 && figures['quoin_spool_bytes'] === 0
  }

  async untilReady(): Promise<void> {
    await waitFor(`Quoin ${this.name}`, async () => ((await this.isReady()) ? true : undefined))
  }
}

function wordsOf(checkout: string): readonly string[] {
  return [...flags, join(checkout, 'packages', 'server', 'bin', 'quoin.js'), 'serve']
}
