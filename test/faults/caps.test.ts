import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import type { CapDraft } from '@quoin/core/caps/read-cap.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { setCap } from '../../packages/server/src/features/caps/set-cap.ts'
import type { Database } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { Connection } from './support/connection.ts'

/** 64 clients of two processes report four clicks each; a cap has room for 100 of the 256, or for 100 dollars. */
const clientsCount = 64
const clicksEach = 4
const runs = process.env['FAULTS'] === 'long' ? 50 : 2
const usd = 1_000_000

interface Race {
  readonly database: Database
  readonly ports: readonly number[]
  readonly networkId: number
  readonly appId: number
}

async function prepare(): Promise<Race> {
  const { database, url } = await createTestDatabase()
  const [network] = await database.query<{ id: number }>(
    `insert into networks (slug, name, proof, time_zone) values ('race', 'Race', 'none', 'Pacific/Auckland')
     returning id`,
  )
  const [app] = await database.query<{ id: number }>(
    `with publisher as (insert into publishers (name) values ('P') returning id)
     insert into apps (publisher_id, name) select id, 'A' from publisher returning id`,
  )
  await store.clickWeeks.createClickPartition(database, weekOf(Date.now()))
  const environment = { DATABASE_URL: url, QUOIN_SECRET: 'a-secret-of-the-cap-tests-0123456789', DEMO: 'off' }
  const servers = await Promise.all([
    startServerProcess({ environment }),
    startServerProcess({ environment }),
  ])
  return {
    database,
    ports: servers.map((server) => Number(server.environment['PORT'])),
    networkId: network?.id ?? 0,
    appId: app?.id ?? 0,
  }
}

async function addOffer({ database, networkId }: Race, dailyCap: number | null = null): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into offers (network_id, external_id, name, description, payout_micros, payout_share_basis_points,
       revenue_micros, destination_url, daily_cap, is_repeatable)
     values ($1, gen_random_uuid()::text, 'O', '', 1000000, 8000, 1500000, 'https://o.example/', $2, true)
     returning id`,
    [networkId, dailyCap],
  )
  return row?.id ?? 0
}

/** Clicks of so many users in turn. */
async function addClicks({ database, appId }: Race, offerId: number, usersCount: number): Promise<string[]> {
  const nowMs = Date.now()
  const ids = Array.from({ length: clientsCount * clicksEach }, () => formatId(nowMs, randomBytes(8)))
  await store.clicks.insertClicks(
    database,
    ids.map((id, index) => ({
      id,
      appId,
      offerId,
      userId: `user-${offerId}-${index % usersCount}`,
      subId: null,
      address: null,
      userAgent: null,
      country: 'DE',
      platform: 'android' as const,
      verdict: 'valid' as const,
      outcome: 'redirected' as const,
      reason: null,
      isUnsigned: false,
      isTest: false,
      clickedAtMs: nowMs,
    })),
  )
  return ids
}

interface Told {
  readonly clickIds: readonly string[]
  readonly micros: (index: number) => number
  /** Called when the first is answered. */
  readonly midway?: () => Promise<unknown>
}

/** Every client reports its clicks, one after the other; returns how many were approved and how many over a cap. */
async function reportAll({ ports }: Race, { clickIds, micros, midway }: Told) {
  const counts = new Map<string, number>()
  let answered = 0
  let middle: Promise<unknown> | undefined
  await Promise.all(
    Array.from({ length: clientsCount }, async (_, client) => {
      const connection = new Connection(ports[client % ports.length] ?? 0)
      for (let index = client; index < clickIds.length; index += clientsCount) {
        const query = `click_id=${clickIds[index]}&payout=${formatMicros(micros(index))}&status=approved`
        const answer = await connection.get(`/postback?${query}`)
        assert.equal(answer.status, 200, answer.body)
        const { data } = JSON.parse(answer.body) as { data: { status: string; reason: string | null } }
        const word = [data.status, data.reason].filter(Boolean).join(' ')
        counts.set(word, (counts.get(word) ?? 0) + 1)
        answered += 1
        if (answered === 1) middle = midway?.()
      }
      connection.close()
    }),
  )
  await middle
  return Object.fromEntries([...counts].sort())
}

interface Weighed {
  readonly count: number
  readonly payoutMicros: number
}

async function weigh({ database }: Race, offerId: number): Promise<Weighed> {
  const [row] = await database.query<Weighed>(
    `select count(*) as count, coalesce(sum(payout_micros), 0)::bigint as "payoutMicros" from conversions
     where offer_id = $1 and status = 'approved'`,
    [offerId],
  )
  return row ?? { count: -1, payoutMicros: -1 }
}

const plain = { networkId: null, offerId: null, appId: null, userId: null, isPerUser: false } as const

function capFor({ database }: Race, draft: Omit<CapDraft, keyof typeof plain> & Partial<CapDraft>) {
  const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }
  const snapshots = { refresh: async () => {} }
  return setCap({ db: database, store, clock, snapshots }, { ...plain, ...draft, actor: 'test' })
}

const share = (revenueMicros: number): number => Math.floor((revenueMicros * 8_000) / 10_000)

/** Odd amounts, so that what is left in the end is hardly ever nothing. */
const amounts = (index: number): number => 700_000 + ((index * 7_919) % 1_300_000)

/** One pair of servers for all races of this file: each makes its own offer. */
let prepared: Promise<Race> | undefined

async function race(t: TestContext, what: string, once: (race: Race) => Promise<void>): Promise<void> {
  prepared ??= prepare()
  const given = await prepared
  const startedMs = performance.now()
  for (let run = 0; run < runs; run += 1) await once(given)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  t.diagnostic(`${what}: ${runs} runs of ${clientsCount * clicksEach} postbacks in ${seconds} s`)
}

test(`an imported daily cap of 100 is never exceeded: ${runs} runs`, async (t) => {
  await race(t, 'an imported cap', async (given) => {
    const offerId = await addOffer(given, 100)
    const clickIds = await addClicks(given, offerId, 256)
    const counts = await reportAll(given, { clickIds, micros: () => usd })
    assert.deepEqual(counts, { approved: 100, 'rejected cap': 156 })
    assert.equal((await weigh(given, offerId)).count, 100)
  })
})

test(`a cap of 100 on an offer in an app is never exceeded: ${runs} runs`, async (t) => {
  await race(t, 'an offer in an app', async (given) => {
    const offerId = await addOffer(given)
    const clickIds = await addClicks(given, offerId, 256)
    await capFor(given, { offerId, appId: given.appId, period: 'daily', count: 100 })
    const counts = await reportAll(given, { clickIds, micros: () => usd })
    assert.deepEqual(counts, { approved: 100, 'rejected cap': 156 })
    assert.equal((await weigh(given, offerId)).count, 100)
  })
})

test(`a cap that is set while postbacks come in is never exceeded: ${runs} runs`, async (t) => {
  await race(t, 'set midway', async (given) => {
    const offerId = await addOffer(given)
    const clickIds = await addClicks(given, offerId, 256)
    // More than can be on their way when it is set: each client reports one at a time.
    const midway = () => capFor(given, { offerId, period: 'total', count: 200 })
    const counts = await reportAll(given, { clickIds, micros: () => usd, midway })
    assert.deepEqual(counts, { approved: 200, 'rejected cap': 56 })
  })
})

test(`each of 10 users has exactly 3 under a cap of 3 for each: ${runs} runs`, async (t) => {
  await race(t, 'each user', async (given) => {
    const offerId = await addOffer(given)
    const clickIds = await addClicks(given, offerId, 10)
    await capFor(given, { offerId, isPerUser: true, period: 'daily', count: 3 })
    const counts = await reportAll(given, { clickIds, micros: () => usd })
    assert.deepEqual(counts, { approved: 30, 'rejected cap': 226 })
    const users = await given.database.query<{ count: number }>(
      `select count(*) as count from conversions where offer_id = $1 and status = 'approved' group by user_id`,
      [offerId],
    )
    assert.deepEqual(
      users.map(({ count }) => count),
      Array.from({ length: 10 }, () => 3),
    )
  })
})

test(`a cap of 100 USD of payout is never exceeded, and nothing that still fits is refused: ${runs} runs`, async (t) => {
  await race(t, 'by amount', async (given) => {
    const offerId = await addOffer(given)
    const clickIds = await addClicks(given, offerId, 256)
    await capFor(given, { offerId, period: 'daily', payoutMicros: 100 * usd })
    const counts = await reportAll(given, { clickIds, micros: amounts })
    const { count, payoutMicros } = await weigh(given, offerId)
    assert.equal(count, counts['approved'])
    assert.ok(payoutMicros <= 100 * usd, `${payoutMicros}`)
    // Refused conversions did not fit: the smallest of them is above the cap's remainder in the end.
    const refused = await given.database.query<{ least: number }>(
      `select min(payout_micros) as least from conversions where offer_id = $1 and status = 'rejected'`,
      [offerId],
    )
    assert.ok((refused[0]?.least ?? 0) > 100 * usd - payoutMicros)
    assert.ok(payoutMicros > 100 * usd - share(2 * usd))
    const key = await given.database.query<{ used: number }>(
      `select k.used from cap_counters k join caps c on c.id = k.cap_id where c.offer_id = $1`,
      [offerId],
    )
    assert.deepEqual(key, [{ used: payoutMicros }])
  })
})
