import { noNorms } from '@quoin/core/risk/offer-norms.ts'
import { randomBytes } from 'node:crypto'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { noCaps } from '@quoin/core/caps/cap-index.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { formatId, idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { readGoals } from '@quoin/core/offers/row/read-goals.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { ExchangeRate } from '@quoin/core/terms/exchange-rate.ts'
import type { MarginRule } from '@quoin/core/terms/margin-rule.ts'
import type { Promotion } from '@quoin/core/terms/promotion.ts'
import type { CapDirectory, ListVerdict } from '../../packages/server/src/ports/directories.ts'
import type { Ports } from '../../packages/server/src/ports/ports.ts'
import { openKeyring } from '../../packages/server/src/adapters/crypto/keyring.ts'
import { createAppDirectory } from '../../packages/server/src/snapshots/directories/app-directory.ts'
import { openDatabase, type Database } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'
import { createTestDatabase } from './database.ts'
import { makeClick } from './make-click.ts'
import type { PostbackReport } from '../../packages/server/src/ports/writes.ts'
import { createTermsDirectory } from '../../packages/server/src/snapshots/directories/terms-directory.ts'
import { standardSettings } from './standard-settings.ts'

export type ConversionPorts = Pick<
  Ports,
  'db' | 'store' | 'clock' | 'newId' | 'snapshots' | 'keyring' | 'riskFigures'
>

export interface OfferTerms {
  readonly payoutMicros?: number
  readonly share?: number
  readonly dailyCap?: number
  readonly totalCap?: number
  readonly isRepeatable?: boolean
  readonly isTest?: boolean
  readonly holdDays?: number
  readonly networkId?: number
  /** As an import has them; payout and revenue in USD. */
  readonly goals?: readonly Readonly<Record<string, unknown>>[]
}

/** The needs of the verbs on conversions and nothing else: a database with an app and a network, and facts by hand. */
export interface ConversionWorld {
  readonly ports: ConversionPorts
  readonly database: Database
  readonly databaseUrl: string
  readonly appId: number
  readonly networkId: number
  nowMs: number
  /** The caps that the processes know: none, until a test sets them. */
  caps: CapDirectory
  /** The networks that the processes know, by id. */
  readonly networks: Map<number, Network>
  /** Verdicts of the lists, by user. */
  readonly listed: Map<string, ListVerdict>
  /** The margin rules, promotions and rates that the processes know. */
  readonly terms: { margins: MarginRule[]; promotions: Promotion[]; rates: ExchangeRate[] }
  /** Where apps want to be told, as the processes know it. */
  endpoints: readonly StoredEndpoint[]
  addNetwork(changes?: Partial<Network>): Promise<number>
  addOffer(terms?: OfferTerms): Promise<number>
  addClick(offerId: number, changes?: Partial<Click>): Promise<string>
  report(clickId: string, changes?: Partial<PostbackReport>): PostbackReport
  /** Another process on the same database. */
  process(): Promise<ConversionPorts>
  close(): Promise<void>
}

const usd = 1_000_000

export async function createConversionWorld(): Promise<ConversionWorld> {
  const test = await createTestDatabase()
  const { database } = test
  const processes: Database[] = []
  const networks = new Map<number, Network>()
  const listed = new Map<string, ListVerdict>()
  const newId = () => formatId(world.nowMs, randomBytes(8))
  const portsOn = (db: Database): ConversionPorts => ({
    db,
    store,
    newId,
    keyring: openKeyring({ current: 'a-master-secret-for-tests-0123456789abcdef', previous: null }),
    riskFigures: {
      findOffer: () => undefined,
      findSource: () => undefined,
      findUsualTimes: () => undefined,
      norms: () => noNorms,
      findPeers: () => undefined,
    },
    clock: { nowMs: () => world.nowMs, monotonicMs: () => performance.now() },
    snapshots: {
      networks: () => ({
        findNetwork: (id) => networks.get(id),
        findByTokenDigest: () => undefined,
        listNetworks: () => [...networks.values()],
      }),
      caps: () => world.caps,
      terms: () => createTermsDirectory(world.terms),
      lists: () => ({
        judge: ({ userId }) => listed.get(userId ?? ''),
        listDevices: () => [],
        listBlocked: () => ({ devices: [], users: [] }),
      }),
      catalogue: () => never('catalogue'),
      apps: () => createAppDirectory({ apps: [], keys: [], secrets: [], endpoints: world.endpoints }),
      catalogueVersion: () => undefined,
      refresh: () => never('refresh'),
    },
  })
  const [app] = await database.query<{ id: number }>(
    `with publisher as (insert into publishers (name) values ('P') returning id)
     insert into apps (publisher_id, name, currency_name, currency_rate_micros, currency_decimals)
     select id, 'A', 'Coins', 1000000000, 0 from publisher returning id`,
  )
  const world: ConversionWorld = {
    ports: portsOn(database),
    database,
    databaseUrl: test.url,
    appId: app?.id ?? 0,
    networkId: 0,
    nowMs: Date.UTC(2026, 10, 21, 12),
    caps: { version: 1, index: noCaps },
    networks,
    listed,
    terms: { margins: [], promotions: [], rates: [] },
    endpoints: [],
    async addNetwork(changes = {}) {
      const slug = `network-${networks.size + 1}`
      const [row] = await database.query<{ id: number }>(
        'insert into networks (slug, name) values ($1, $1) returning id',
        [slug],
      )
      const id = row?.id ?? 0
      networks.set(id, { ...openNetwork, id, slug, name: slug, ...changes })
      return id
    },
    async addOffer(terms = {}) {
      const [row] = await database.query<{ id: number }>(
        `insert into offers (network_id, external_id, name, description, payout_micros, revenue_micros,
           payout_share_basis_points, destination_url, daily_cap, total_cap, is_repeatable, is_test, hold_days)
         values ($1, gen_random_uuid()::text, 'O', '', $2, 1500000, $3, 'https://o.example/', $4, $5, $6, $7, $8)
         returning id`,
        [
          terms.networkId ?? world.networkId,
          terms.payoutMicros ?? usd,
          terms.share ?? null,
          terms.dailyCap ?? null,
          terms.totalCap ?? null,
          terms.isRepeatable ?? false,
          terms.isTest ?? false,
          terms.holdDays ?? 0,
        ],
      )
      const offerId = row?.id ?? 0
      if (terms.goals) await addGoals(database, offerId, terms.goals)
      return offerId
    },
    async addClick(offerId, changes = {}) {
      const id = changes.id ?? newId()
      await store.clickWeeks.createClickPartition(database, weekOf(idTimeMs(id)))
      await store.clicks.insertClicks(database, [
        makeClick({
          appId: world.appId,
          offerId,
          address: null,
          userAgent: null,
          clickedAtMs: idTimeMs(id),
          ...changes,
          id,
        }),
      ])
      return id
    },
    report: (clickId, changes = {}) => ({
      id: newId(),
      networkId: world.networkId,
      clickId,
      word: 'approved',
      reportedMicros: 1.5 * usd,
      currency: 'USD',
      goal: '',
      txnId: null,
      isDryRun: false,
      receivedAtMs: world.nowMs,
      method: 'GET',
      address: '203.0.113.9',
      parameters: { click_id: clickId },
      ...changes,
    }),
    async process() {
      const db = await openDatabase({ url: test.url, connectionsMax: 4, statementTimeoutMs: 30_000 })
      processes.push(db)
      return portsOn(db)
    },
    async close() {
      await Promise.all(processes.map((db) => db.close()))
      await test.drop()
    },
  }
  return Object.assign(world, { networkId: await world.addNetwork() })
}

async function addGoals(
  database: Database,
  offerId: number,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const reading = readGoals(rows.map((row) => ({ name: row['goal'], payout: '1', revenue: '1.5', ...row })))
  if ('problem' in reading) throw new Error(reading.problem)
  await database.query('update offers set has_goals = true where id = $1', [offerId])
  for (const goal of reading.value) {
    await database.query(
      `insert into offer_goals (offer_id, goal, external_id, name, payout_micros, payout_share_basis_points,
         revenue_micros, position, is_repeatable, deadline_sec, is_default)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        offerId,
        goal.goal,
        goal.externalId,
        goal.name,
        goal.payoutMicros,
        goal.payoutShareBasisPoints,
        goal.revenueMicros,
        goal.position,
        goal.isRepeatable ?? false,
        goal.deadlineSec,
        goal.isDefault,
      ],
    )
  }
}

const openNetwork: Omit<Network, 'id' | 'slug' | 'name'> = {
  ...standardSettings(networkSettings),
  preset: 'generic',
  proof: 'token',
  tokenDigest: null,
  installedTokenDigest: null,
  hmacSecretSealed: null,
  payoutMaxMicros: 10_000 * usd,
  payoutMinMicros: 0,
  status: 'active',
}

function never(what: string): never {
  throw new Error(`conversions must not ask for ${what}`)
}
