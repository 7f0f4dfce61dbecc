import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { DashboardFiles } from '../../packages/server/src/adapters/dashboard/dashboard-files.ts'
import { DocsPage } from '../../packages/server/src/adapters/docs/docs-page.ts'
import { buildApp } from '../../packages/server/src/app.ts'
import { readSettings, type Settings, withAddresses } from '../../packages/server/src/settings/config.ts'
import {
  type CreatedApp,
  createApp,
  type NewApp,
} from '../../packages/server/src/features/apps/create-app.ts'
import { importOffers } from '../../packages/server/src/features/catalogue/import-offers.ts'
import {
  createNetwork,
  type NewNetworkRequest,
} from '../../packages/server/src/features/networks/create-network.ts'
import { type OpenPorts, openPorts } from '../../packages/server/src/boot/ports/open-ports.ts'
import type { People } from '../../packages/server/src/ports/people.ts'
import type { Log, Ports } from '../../packages/server/src/ports/ports.ts'
import { isUnavailable } from '../../packages/server/src/store/pg/database.ts'
import { checkAnswer } from './check-answer.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { GivenClock } from './given-clock.ts'

/** Gathers the log, to look for text that must not be there. */
export class GatheredLog implements Log {
  readonly lines: string[] = []

  debug(facts: object, event: string): void {
    this.#keep('debug', facts, event)
  }

  info(facts: object, event: string): void {
    this.#keep('info', facts, event)
  }

  warn(facts: object, event: string): void {
    this.#keep('warn', facts, event)
  }

  error(facts: object, event: string): void {
    this.#keep('error', facts, event)
  }

  #keep(level: string, facts: object, event: string): void {
    const shown = JSON.stringify(facts, (_key, value) =>
      value instanceof Error ? `${value.stack} ${String(value.cause)}` : value,
    )
    this.lines.push(`${level} ${event} ${shown}`)
  }
}

export interface WorldOptions {
  /** Environment variables of the server. */
  readonly environment?: Readonly<Record<string, string>>
  readonly app?: Partial<NewApp>
  /** The people who have signed in, in place of the service's own. */
  readonly people?: Partial<People>
  /** Begin to keep up with other processes (timers and LISTEN). */
  readonly follows?: boolean
  /** When its clock stands still: the library of people's sessions reads the system's clock beside ours. */
  readonly nowMs?: number
  /** Share the database of another world: a second process. */
  readonly beside?: World
  /** In place of one on the server of all tests. */
  readonly database?: TestDatabase
}

/** A row of an offer file; what is left out is something sensible. */
export type OfferRow = Readonly<Record<string, unknown>>

export interface World {
  readonly clock: GivenClock
  readonly log: GatheredLog
  readonly settings: Settings
  readonly database: TestDatabase
  readonly open: OpenPorts
  readonly ports: Ports
  readonly server: FastifyInstance
  /** The publisher's app, with live and test credentials. */
  readonly app: CreatedApp
  /** Headers of a server's call. */
  readonly credentials: Readonly<Record<string, string>>
  readonly testCredentials: Readonly<Record<string, string>>
  /** Adds offers of a network (`demo`, proof none, unless named); returns their ids in order. */
  addOffers(rows: readonly OfferRow[], networkSlug?: string): Promise<number[]>
  addOffer(row?: OfferRow, networkSlug?: string): Promise<number>
  addNetwork(network: Partial<NewNetworkRequest> & { slug: string }): ReturnType<typeof createNetwork>
  /** A request; a documented answer that differs from its document fails the test. */
  call(request: CallOptions): Promise<LightMyRequestResponse>
  get(path: string, options?: Omit<CallOptions, 'path'>): Promise<LightMyRequestResponse>
  post(path: string, options?: Omit<CallOptions, 'path' | 'method'>): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export interface CallOptions {
  readonly method?: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown
  readonly address?: string
}

export const masterSecret = 'a-master-secret-for-tests-0123456789abcdef'

/** A test's own world: database, app, network, clock and randomness are nobody else's. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clock = options.beside?.clock ?? new GivenClock(options.nowMs)
  const log = new GatheredLog()
  const database = options.beside?.database ?? options.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'quoin-world-'))
  const environment = { DEMO: 'off', DATA_DIR: dataDir, ...options.environment }
  const settings = withAddresses(readSettings(environment), 8080)
  const open = await openPorts({
    settings,
    secret: masterSecret,
    db: database.database,
    databaseUrl: () => database.url,
    clock,
    log,
    random: seededRandom(),
    environment,
    passwordCost: { N: 1024, r: 8, p: 1 },
  })
  if (options.follows) await open.follow()
  const ports = { ...open.ports, people: { ...open.ports.people, ...options.people } }
  const server = await buildApp(ports, {
    version: 'test',
    isUnavailable,
    // How busy this machine is must not decide what is answered.
    lagMs: () => 0,
    printMetrics: () => open.meters.print(),
    findUnready: async () => [],
    docs: new DocsPage(),
    dashboard: new DashboardFiles(),
  })
  if (!options.beside) {
    await createNetwork(ports, {
      slug: 'demo',
      name: 'Demo network',
      preset: 'generic',
      proof: 'none',
      allowedAddresses: [],
    })
  }
  const app = await createApp(ports, { name: 'App', publisher: 'Publisher', ...options.app })
  const call = (request: CallOptions) => callServer(server, request)
  return {
    clock,
    log,
    settings,
    database,
    open,
    ports,
    server,
    app,
    credentials: headersOf(app.live),
    testCredentials: headersOf(app.test),
    addOffers: (rows, networkSlug = 'demo') => addOffers(ports, rows, networkSlug),
    addOffer: async (row = {}, networkSlug = 'demo') => (await addOffers(ports, [row], networkSlug))[0] ?? 0,
    addNetwork: (network) =>
      createNetwork(ports, {
        name: network.slug,
        preset: 'generic',
        proof: 'token',
        allowedAddresses: [],
        ...network,
      }),
    call,
    get: (path, rest = {}) => call({ path, ...rest }),
    post: (path, rest = {}) => call({ path, method: 'POST', ...rest }),
    async close() {
      await server.close()
      await open.close()
      if (!options.beside) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function headersOf({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }): Record<string, string> {
  return { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
}

async function callServer(server: FastifyInstance, request: CallOptions): Promise<LightMyRequestResponse> {
  const { method = 'GET', path, query = {}, headers = {}, body, address = '127.0.0.1' } = request
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  const search = new URLSearchParams(pairs as [string, string][]).toString()
  const isText = typeof body === 'string'
  const response = await server.inject({
    method: method as 'GET', // any method is sent on; the type lists the common ones
    url: search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`,
    remoteAddress: address,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: isText ? body : JSON.stringify(body) }),
  })
  // A compressed one is unpacked by the test that asks for it.
  if (response.headers['content-encoding'] !== undefined) return response
  checkAnswer({
    method,
    path: path.split('?')[0] ?? path,
    status: response.statusCode,
    contentType: String(response.headers['content-type'] ?? ''),
    body: response.body,
  })
  return response
}

let offersMade = 0

async function addOffers(ports: Ports, rows: readonly OfferRow[], networkSlug: string): Promise<number[]> {
  const full = rows.map((row) => {
    offersMade += 1
    return {
      external_id: `offer-${offersMade}`,
      name: `Offer ${offersMade}`,
      description: 'Finish the task.',
      categories: 'games',
      payout: '1.00',
      revenue: row['payout'] ?? '1.50',
      destination_url: 'https://offers.example/go?click_id={click_id}',
      ...row,
    }
  })
  async function* entries() {
    for (const [index, row] of full.entries()) yield { line: index + 2, row }
  }
  const report = await importOffers(ports, { networkSlug, entries: entries() })
  if (report.refused > 0) throw new Error(`offers were refused: ${JSON.stringify(report.problems)}`)
  const found = await ports.db.query<{ id: number; external_id: string }>(
    `select o.id, o.external_id from offers o join networks n on n.id = o.network_id
     where n.slug = $1 and o.external_id = any($2)`,
    [networkSlug, full.map((row) => row.external_id)],
  )
  const idOf = new Map(found.map(({ id, external_id }) => [external_id, id]))
  return full.map((row) => idOf.get(row.external_id) ?? 0)
}

let worldsMade = 0

/** Random bytes of which no two worlds, and no two calls, get the same. */
function seededRandom(): (size: number) => Buffer {
  worldsMade += 1
  let counter = 0
  const unique = `${worldsMade}-${process.pid}-${Math.floor(performance.timeOrigin)}`
  return (size) => {
    const chunks: Buffer[] = []
    for (let made = 0; made < size; made += 32) {
      counter += 1
      chunks.push(createHash('sha256').update(`${unique} ${counter}`).digest())
    }
    return Buffer.concat(chunks).subarray(0, size)
  }
}
