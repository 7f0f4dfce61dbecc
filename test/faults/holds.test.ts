import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { listClaims } from '../../packages/server/src/features/conversions/list-claims.ts'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import type { Database } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/eventually.ts'
import { endOf, listenTo, plainEnvironment } from '../support/run-program.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { Connection } from './support/connection.ts'

/** The short form is for every change; the long one is what docs/reliability.md reports. */
const isLong = process.env['FAULTS'] === 'long'
const kills = isLong ? 50 : 4
const clicksEach = 400
const networks = 4
const betweenKillsMs = 400
/** The note of core/risk/behaviour on a user who clicks as nobody can: their conversions are held. */
const flood = 'h200,1,0,0'
const operator = join(import.meta.dirname, '..', 'support', 'decide-forever.ts')

interface World {
  readonly database: Database
  readonly url: string
  readonly appId: number
  readonly offerId: number
  server: ServerProcess
}

/** The acknowledged work: reports that were held, and decisions of the operator. */
interface Journal {
  readonly held: Set<string>
  readonly decided: Map<string, string>
}

test('no hold and no decision about one is lost when servers and operators are killed', async (t) => {
  const world = await prepare(t)
  const journal: Journal = { held: new Set(), decided: new Map() }
  const stopping = new AbortController()
  const reporting = Array.from({ length: networks }, () => reportForever(world, journal, stopping.signal))
  const operating = decideForever(world, journal, stopping.signal)
  const port = Number(world.server.environment['PORT'])
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(betweenKillsMs * (0.5 + Math.random()))
    await world.server.stop('SIGKILL')
    world.server = await startServerProcess({ environment: environmentOf(world.url, port) })
  }
  await until(
    () => journal.held.size > 20 && journal.decided.size > 5,
    'there was something to lose',
  ).finally(() => stopping.abort())
  await Promise.all([...reporting, operating])
  t.diagnostic(`${kills} kills: ${journal.held.size} held, ${journal.decided.size} decided`)
  await assertNothingLost(world, journal)
})

async function prepare(t: TestContext): Promise<World> {
  const { database, url } = await createTestDatabase()
  const [row] = await database.query<{ appId: number; offerId: number }>(
    `with publisher as (insert into publishers (name) values ('P') returning id),
       app as (insert into apps (publisher_id, name) select id, 'A' from publisher returning id),
       network as (insert into networks (slug, name, proof) values ('faults', 'Faults', 'none') returning id),
       offer as (
         insert into offers (network_id, external_id, name, description, payout_micros, revenue_micros,
           destination_url)
         select id, 'one', 'One', '', 1000000, 1500000, 'https://o.example/' from network returning id)
     select app.id as "appId", offer.id as "offerId" from app, offer`,
  )
  assert.ok(row)
  await store.clickWeeks.createClickPartition(database, weekOf(Date.now()))
  // Nobody listens there: what is told waits in the outbox.
  await addEndpoint(database, { appId: row.appId, url: 'http://127.0.0.1:9/callback' })
  const server = await startServerProcess({ environment: environmentOf(url) })
  const world = { database, url, ...row, server }
  t.after(() => world.server.stop('SIGKILL'))
  return world
}

function environmentOf(url: string, port = 0): Record<string, string> {
  const secret = 'a-secret-of-the-hold-tests-0123456789'
  return { DATABASE_URL: url, QUOIN_SECRET: secret, DEMO: 'off', PORT: String(port) }
}

/** A network that reports flooded clicks, and again until it is answered. */
async function reportForever(world: World, { held }: Journal, signal: AbortSignal): Promise<void> {
  const connection = new Connection(Number(world.server.environment['PORT']))
  while (!signal.aborted) {
    for (const clickId of await addClicks(world)) {
      for (let isAnswered = false; !isAnswered; ) {
        if (signal.aborted) return connection.close()
        isAnswered = await report(connection, clickId, held)
      }
    }
  }
  connection.close()
}

async function report(connection: Connection, clickId: string, held: Set<string>): Promise<boolean> {
  const path = `/postback?click_id=${clickId}&payout=1&status=approved`
  const answer = await connection.get(path).catch(() => undefined)
  if (answer?.status !== 200) {
    await delay(20)
    return false
  }
  const { data } = JSON.parse(answer.body) as { data: { conversion_id: string } } // our own answer
  held.add(data.conversion_id)
  return true
}

/** Each click is of a user of their own: nobody has a history. */
async function addClicks({ database, appId, offerId }: World): Promise<string[]> {
  const nowMs = Date.now() - 60_000
  const ids = Array.from({ length: clicksEach }, () => formatId(nowMs, randomBytes(8)))
  await store.clicks.insertClicks(
    database,
    ids.map((id) => ({
      id,
      appId,
      offerId,
      userId: `user ${id}`,
      subId: null,
      address: null,
      userAgent: null,
      country: 'DE',
      platform: 'android' as const,
      verdict: 'valid' as const,
      risk: flood,
      outcome: 'redirected' as const,
      reason: null,
      isUnsigned: false,
      isTest: false,
      clickedAtMs: nowMs,
    })),
  )
  return ids
}

/** Operators who are killed, too, each after a moment; what they have said they did is done. */
async function decideForever({ url }: World, { decided }: Journal, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const child = spawn(process.execPath, [operator, url], { env: plainEnvironment() })
    const said = listenTo(child)
    const ended = endOf(child, said)
    while (!said.stdout.includes('\n') && child.exitCode === null) await delay(10)
    await delay(betweenKillsMs * (0.5 + Math.random()))
    child.kill('SIGKILL')
    const { stdout, stderr } = await ended
    assert.equal(stderr, '')
    // The last line may be torn.
    for (const [, id = '', status = ''] of stdout.matchAll(/^(\S{36}) (\w+)\n/gm)) decided.set(id, status)
  }
}

interface Row {
  readonly id: string
  readonly status: string
  readonly reason: string | null
  readonly verdict: string | null
  readonly version: number
  readonly steps: number
  readonly decisions: number
  readonly told: number
}

async function assertNothingLost({ database }: World, { held, decided }: Journal): Promise<void> {
  const rows = await database.query<Row>(
    `select v.id, v.status, v.reason, v.risk ->> 'verdict' as verdict, v.version,
       (select count(*) from conversion_events e where e.conversion_id = v.id)::integer as steps,
       (select count(*) from conversion_events e where e.conversion_id = v.id and e.source = 'operator')::integer
         as decisions,
       (select count(*) from callbacks k where k.conversion_id = v.id)::integer as told
     from conversions v`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of held) assert.ok(byId.has(id), `the hold of ${id} is lost`)
  for (const [id, status] of decided)
    assert.equal(byId.get(id)?.status, status, `the decision on ${id} is lost`)
  for (const row of rows) {
    const { status, reason, verdict, version, steps, decisions, told } = row
    assert.equal(verdict, 'hold')
    // Only a person ends a hold, once, and the publisher hears of every step.
    const stands = { pending: ['risk', 0], approved: [null, 1], rejected: ['refused', 1] }[status]
    assert.deepEqual([reason, decisions], stands, JSON.stringify(row))
    assert.deepEqual(
      [version, steps, told],
      [1 + decisions, 1 + decisions, 1 + decisions],
      JSON.stringify(row),
    )
  }
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ id }) => id)
  assert.deepEqual(await listWaiting(database), waiting.sort())
  const { faults } = await checkLedger({ db: database, store })
  assert.deepEqual(faults, [])
}

/** As `review list --reason risk` shows it, page by page. */
async function listWaiting(database: Database): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = {
      appId: null,
      source: null,
      reason: 'risk',
      afterId: ids.at(-1) ?? null,
      limit: 500,
    } as const
    const found = await listClaims({ db: database, store }, page)
    if (found.length === 0) return ids
    ids.push(...found.map(({ id }) => id))
  }
}
