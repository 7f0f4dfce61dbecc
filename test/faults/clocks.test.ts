import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { recordClicks } from '../../packages/server/src/features/tracking/record-clicks.ts'
import { checkStats } from '../../packages/server/src/features/stats/check-stats.ts'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'
import { until } from '../support/eventually.ts'
import { noClickAgents } from '../support/no-click-agents.ts'
import { runCommandHere } from '../support/run-command.ts'
import { askOnce } from './support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { readFigures } from './support/read-figures.ts'
import { databaseOf } from './support/journal.ts'
import { startOwnDatabase } from './support/own-database.ts'
import { isShiftingPossible, shiftClock, shiftedClock } from './support/shifted-clock.ts'

/** The short form is for every change; the long one is what docs/reliability.md reports. */
const isLong = process.env['FAULTS'] === 'long'
const skip = isShiftingPossible ? false : 'libfaketime is not installed (Debian: faketime)'
const shifts = ['+1h', '-1h', '+8d', '+420d', '-30d'] as const
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Days ago; the last one is hardly kept any longer: in a week it is past retention. */
const clickAges = [0.1, 1, 20, 399.5]

for (const shift of shifts) {
  test(`a start with both clocks at ${shift} loses nothing`, { skip }, async (t) => {
    const world = await createFaultWorld(t)
    const kept = await fill(world)
    await world.server().stop()
    await world.startServer({ environment: await shiftedClock(t, shift) })
    await liveThrough(world, kept)
    assert.equal(/database clock in doubt/.test(world.server().said.stderr), isDoubted(shift))
    await world.server().stop()
    await world.startServer()
    assert.equal(/database clock trusted again/.test(world.server().said.stderr), isDoubted(shift))
    await assertKept(world, kept)
  })
}

for (const shift of isLong ? shifts : (['+420d'] as const)) {
  test(`both clocks that jump by ${shift} while it runs lose nothing`, { skip }, async (t) => {
    const environment = await shiftedClock(t, '+0')
    const world = await createFaultWorld(t, { environment })
    const kept = await fill(world)
    await shiftClock(environment, shift)
    if (isDoubted(shift)) await untilSaid(world, /database clock in doubt/)
    await liveThrough(world, kept)
    await shiftClock(environment, '+0')
    // The next look comes within a minute, and decides nothing more.
    if (isDoubted(shift) && isLong) await untilSaid(world, /database clock trusted again/)
    await assertKept(world, kept)
  })
}

for (const shift of isLong ? shifts : (['+420d', '-30d'] as const)) {
  test(`a process whose own clock is at ${shift} decides nothing for ever, and tells of it`, {
    skip,
  }, async (t) => {
    const database = await startOwnDatabase(t)
    const world = await createFaultWorld(t, { database })
    const db = await openDatabase({ url: database.url, connectionsMax: 1, statementTimeoutMs: 0 })
    t.after(() => db.close())
    const kept = await fill(world, database.url)
    await world.server().stop()
    await world.startServer({ environment: await shiftedClock(t, shift) })
    await liveThrough(world, kept)
    assert.match(world.server().said.stderr, /clocks of process and database differ/)
    const { ['quoin_clock_difference_seconds']: difference } = await readFigures(world.server().url)
    assert.ok(Math.abs((difference ?? 0) * 1000 - msOf(shift)) < 60_000, `${difference} s`)
    const readiness = await fetch(`${world.server().url}/readyz`)
    assert.equal(readiness.status, 200)
    assert.match(await readiness.text(), /clock/)
    await world.server().stop()
    await world.startServer()
    await assertKept(world, kept, database.url)
  })
}

interface Kept {
  readonly clickIds: readonly string[]
  /** Not reported yet: some while the clock is wrong, some afterwards. */
  readonly unreported: string[]
  readonly conversions: Map<string, string>
  readonly rows: Readonly<Record<string, readonly string[]>>
}

/** The rows that only a clock may end, by their keys. */
const keys = {
  clicks: 'select id::text as key from clicks order by 1',
  conversions: "select id || ' ' || status || ' ' || coalesce(reason, '') as key from conversions order by 1",
  callbacks: 'select id::text as key from callbacks order by 1',
  people_sessions: 'select id as key from people_sessions order by 1',
  user_erasures: 'select id::text as key from user_erasures order by 1',
  api_secrets: 'select id::text as key from api_secrets where revoked_at is null order by 1',
  list_entries: 'select id::text as key from list_entries order by 1',
  jobs: 'select id::text as key from jobs order by 1',
}

/** Old clicks, a hold of 30 days, an open claim, an owed callback, a session, an ended job and a list entry. */
async function fill(world: FaultWorld, url?: string): Promise<Kept> {
  const first = await askOnce(world)
  assert.deepEqual([first.click, first.postback], [302, 200])
  await within(world, url, async (db) => {
    const [origin] = await db.query<{ appId: number; offerId: number }>(
      'select app_id as "appId", offer_id as "offerId" from clicks where id = $1',
      [first.clickId],
    )
    assert.ok(origin)
    await addOldClicks(db, origin)
    await db.query(
      `insert into people_users (id, name, email, email_verified, created_at, updated_at)
       values ('p-1', 'P', 'p@example.com', true, now(), now())`,
    )
    await db.query(
      `insert into people_sessions (id, user_id, token, expires_at, created_at, updated_at)
       values ('s-1', 'p-1', 'a token of s-1', now() + interval '6 days', now(), now())`,
    )
    await db.query(
      `insert into jobs (id, kind, actor, about, state, created_at, finished_at)
       values (gen_random_uuid(), 'stats.rebuild', 'test', '{}', 'done', now(), now())`,
    )
    await db.query(
      `insert into list_entries (kind, value, action, reason, actor, expires_at, created_at)
       values ('address', '203.0.113.7', 'block', '', 'test', now() + interval '2 days', now())`,
    )
  })
  const environment = { ...world.server().environment, DATA_DIR: world.dataDir }
  const hold = await runCommandHere(['offers', 'hold', String(world.offerId), '3'], environment)
  assert.equal(hold.code, 0, hold.stderr)
  const claimed = await fetch(`${world.server().url}/v1/conversions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': world.apiKey,
      'x-api-secret': world.apiSecret,
    },
    body: JSON.stringify({ userId: 'claims', offerId: world.offerId, transactionId: 'claim-1' }),
  })
  assert.ok(claimed.status < 300, await claimed.text())
  return await within(world, url, async (db) => {
    const clicks = await db.query<{ id: string }>(
      `select c.id from clicks c where not exists (select from conversions v where v.click_id = c.id) order by 1`,
    )
    const held = clicks.shift()?.id ?? ''
    await report(world, held)
    return {
      clickIds: clicks.map(({ id }) => id),
      unreported: clicks.map(({ id }) => id),
      conversions: new Map(),
      rows: await readRows(db),
    }
  })
}

async function addOldClicks(
  db: Database,
  { appId, offerId }: { appId: number; offerId: number },
): Promise<void> {
  const nowMs = Date.now()
  for (const age of clickAges) {
    const clickedAtMs = Math.floor(nowMs - age * dayMs)
    await recordClicks(
      { db, store, clickAgents: noClickAgents },
      Array.from({ length: 3 }, (_, index) => ({
        id: formatId(clickedAtMs, randomBytes(8)),
        appId,
        offerId,
        userId: `old ${age} ${index}`,
        subId: null,
        address: null,
        userAgent: null,
        country: 'DE',
        platform: 'android' as const,
        verdict: 'valid' as const,
        risk: null,
        outcome: 'redirected' as const,
        reason: null,
        isUnsigned: false,
        isTest: false,
        clickedAtMs,
      })),
    )
  }
}

async function readRows(db: Database): Promise<Kept['rows']> {
  const tables = Object.entries(keys).map(async ([table, text]) => {
    const rows = await db.query<{ key: string }>(text)
    return [table, rows.map(({ key }) => key)] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

/** New clicks are taken and found, and old ones are reported, as if the clock were right. */
async function liveThrough(world: FaultWorld, kept: Kept): Promise<void> {
  await ask(world)
  for (const id of kept.unreported.splice(0, 4)) await report(world, id)
}

/** As networks do: one that hears 503 comes again. */
async function report(world: FaultWorld, clickId: string): Promise<void> {
  const address = `${world.server().url}/postback?click_id=${clickId}&payout=1&status=approved`
  await until(async () => {
    const { status } = await fetch(address)
    assert.ok([200, 503].includes(status), `the postback of ${clickId} heard ${status}`)
    return status === 200
  }, `the postback of ${clickId} was taken`)
}

/** A click and its postback, now; what a busy machine refuses is asked again. */
async function ask(world: FaultWorld): Promise<void> {
  await until(async () => {
    const { click, postback } = await askOnce(world)
    assert.ok([302, 503].includes(click), `a link answered ${click}`)
    return click === 302 && postback === 200
  }, 'a click and its postback were taken')
}

async function assertKept(world: FaultWorld, kept: Kept, url?: string): Promise<void> {
  for (const id of kept.unreported.splice(0)) await report(world, id)
  await ask(world)
  await within(world, url, async (db) => {
    const after = await readRows(db)
    for (const [table, rows] of Object.entries(kept.rows)) {
      const there = new Set(after[table])
      assert.deepEqual(
        rows.filter((key) => !there.has(key)),
        [],
        `gone from ${table}`,
      )
    }
    assert.deepEqual((await checkLedger({ db, store })).faults, [])
    await until(async () => {
      const { differences } = await checkStats(
        { db, store, clock: { nowMs: () => Date.now(), monotonicMs: () => 0 } },
        { fromMs: Date.now() - dayMs, toMs: Date.now() + dayMs },
      )
      return differences.length === 0
    }, 'statistics agree with what was written')
  })
}

async function within<T>(
  world: FaultWorld,
  url: string | undefined,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({
    url: url ?? (await databaseOf(world.dataDir)),
    connectionsMax: 1,
    statementTimeoutMs: 0,
  })
  return await work(db).finally(() => db.close())
}

async function untilSaid(world: FaultWorld, words: RegExp): Promise<void> {
  await until(() => words.test(world.server().said.stderr), `it said ${words}`)
}

function isDoubted(shift: string): boolean {
  return Math.abs(msOf(shift)) >= dayMs
}

function msOf(shift: string): number {
  const amount = Number(shift.slice(0, -1))
  return amount * (shift.endsWith('h') ? hourMs : dayMs)
}
