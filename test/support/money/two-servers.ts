import { setTimeout as delay } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface Acknowledged {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly location: string
  readonly text: string
  /** Whether an earlier try may have been carried out without its answer. */
  readonly isRepeated: boolean
}

const triesMax = 200
const betweenTriesMs = 50
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Two processes on one database, one of which may be killed at any moment; what it leaves open is asked again. */
export class TwoServers {
  acknowledged = 0
  repeated = 0
  kills = 0
  readonly #environment: Readonly<Record<string, string>>
  readonly #servers: (ServerProcess | undefined)[] = []
  readonly #restarts: Promise<void>[] = []

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment
  }

  async open(): Promise<void> {
    for (const at of [0, 1]) this.#servers[at] = await startServerProcess({ environment: this.#environment })
  }

  /** Kills one that runs and starts another in its place, which takes its time. */
  kill(at: 0 | 1): void {
    const [server, other] = [this.#servers[at], this.#servers[1 - at]]
    if (server === undefined || other === undefined) return
    this.kills += 1
    this.#servers[at] = undefined
    server.signal('SIGKILL')
    this.#restarts.push(
      startServerProcess({ environment: this.#environment }).then((started) => {
        this.#servers[at] = started
      }),
    )
  }

  get isWhole(): boolean {
    return this.#servers.every((server) => server !== undefined)
  }

  async settle(): Promise<void> {
    await Promise.all(this.#restarts)
  }

  async stop(): Promise<void> {
    await this.settle()
    await Promise.all(this.#servers.map((server) => server?.stop()))
  }

  /** The answer of one process, or of the other where there was none. */
  async ask(first: number, asked: Asked): Promise<Acknowledged> {
    let isRepeated = false
    for (let tries = 0; tries < triesMax; tries += 1) {
      const server = this.#servers[(first + tries) % 2]
      const answer = server && (await askOnce(server.url, asked))
      if (answer !== undefined && answer.status !== 503) {
        this.acknowledged += 1
        if (isRepeated) this.repeated += 1
        return { ...answer, isRepeated }
      }
      isRepeated ||= server !== undefined
      await delay(betweenTriesMs)
    }
    throw new Error(`No answer to ${asked.method} ${asked.path}`)
  }
}

async function askOnce(
  url: string,
  { method, path, headers, body }: Asked,
): Promise<Omit<Acknowledged, 'isRepeated'> | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': browser,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const data = isJson ? (JSON.parse(text).data ?? {}) : {}
    return { status: response.status, data, text, location: response.headers.get('location') ?? '' }
  } catch {
    // The connection ended, and nobody knows whether the call was carried out.
    return undefined
  }
}
