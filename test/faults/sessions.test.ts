import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { withDatabase } from '../support/test-server.ts'
import { type Asked, askOnce, readinessOf } from './support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { type OwnDatabase, startOwnDatabase } from './support/own-database.ts'

const faultMs = process.env['FAULTS'] === 'long' ? 10_000 : 800
const lockMs = process.env['FAULTS'] === 'long' ? 60_000 : 4_000
/** How soon all is served again when a cause has ended. */
const healMs = 5_000

/** A server whose database belongs to an ordinary role, and whoever may do anything to both. */
async function openWorld(t: TestContext): Promise<{ world: FaultWorld; admin: Database; own: OwnDatabase }> {
  const own = await startOwnDatabase(t)
  const url = new URL(withDatabase(own.url, 'offers'))
  const admin = await openDatabase({
    url: withDatabase(own.url, 'postgres'),
    connectionsMax: 2,
    statementTimeoutMs: 0,
  })
  t.after(() => admin.close())
  await admin.query(`create role app login password 'first'`)
  await admin.query('create database offers owner app')
  Object.assign(url, { username: 'app', password: 'first' })
  return { world: await createFaultWorld(t, { database: { ...own, url: url.href } }), admin, own }
}

const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`

interface Fault {
  readonly what: string
  begin(admin: Database): Promise<unknown>
  end(admin: Database): Promise<unknown>
  /** The answer of /readyz meanwhile; absent where the existing sessions go on. */
  readonly says?: RegExp
}

const faults: readonly Fault[] = [
  {
    what: 'the role is read-only, sessions are cut, and it is back',
    begin: (admin) => admin.query(`alter role app set default_transaction_read_only = on; ${cutAll}`),
    end: (admin) => admin.query('alter role app reset default_transaction_read_only'),
    says: /it is read-only/,
  },
  {
    what: 'the whole server is read-only without a session being cut, and it is back',
    async begin(admin) {
      await admin.query('alter system set default_transaction_read_only = on')
      await admin.query('select pg_reload_conf()')
    },
    async end(admin) {
      // In a transaction of its own, since this session is read-only as well.
      await admin.query(`set default_transaction_read_only = off`)
      await admin.query('alter system reset default_transaction_read_only')
      await admin.query('select pg_reload_conf()')
    },
    says: /it is read-only/,
  },
  {
    what: 'the password is changed, sessions are cut, and it is changed back',
    begin: (admin) => admin.query(`alter role app password 'second'; ${cutAll}`),
    end: (admin) => admin.query(`alter role app password 'first'`),
    says: /refuses the login/,
  },
  {
    what: 'the role may not connect, sessions are cut, and it may again',
    begin: (admin) => admin.query(`alter role app connection limit 0; ${cutAll}`),
    end: (admin) => admin.query('alter role app connection limit -1'),
    says: /no connection free/,
  },
  {
    what: 'the role sets limits that cut every session of it, and sets them no more',
    begin: (admin) =>
      admin.query(`alter role app set statement_timeout = 1; alter role app set lock_timeout = 1;
        alter role app set idle_in_transaction_session_timeout = 1; alter role app set idle_session_timeout = 1;
        alter role app set default_transaction_isolation = serializable; ${cutAll}`),
    end: (admin) => admin.query('alter role app reset all'),
  },
]

/** The answers that a visitor and a network get now; acknowledged ones stand in the journal. */
async function ask(world: FaultWorld): Promise<Asked> {
  const asked = await askOnce(world)
  if (asked.click === 302) world.journal.clickAcknowledged(asked.clickId)
  if (asked.postback === 200) world.journal.postbackAcknowledged(asked.clickId)
  return asked
}

async function askList(world: FaultWorld, userId: string): Promise<number> {
  const { url } = world.server()
  const headers = { 'X-API-Key': world.apiKey, 'X-API-Secret': world.apiSecret }
  const response = await fetch(`${url}/api/v1/offers?userId=${userId}`, { headers })
  await response.body?.cancel()
  return response.status
}

async function askFingerprint(world: FaultWorld): Promise<number> {
  const response = await fetch(`${world.server().url}/api/v1/fingerprint`, {
    method: 'POST',
    headers: {
      'X-API-Key': world.apiKey,
      'X-API-Secret': world.apiSecret,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ user_id: 'known', fingerprint_hash: 'abcdef0123456789' }),
  })
  await response.body?.cancel()
  return response.status
}

/** Everybody is served again. */
async function assertHeals(t: TestContext, world: FaultWorld): Promise<void> {
  const sinceMs = performance.now()
  await until(async () => (await ask(world)).postback === 200, 'a postback is taken again')
  const tookMs = performance.now() - sinceMs
  t.diagnostic(`healed in ${Math.round(tookMs)} ms`)
  assert.ok(tookMs < healMs, `healed in ${Math.round(tookMs)} ms`)
}

test('a session that met a fault is thrown away, and whatever the fault was, its end is noticed', async (t) => {
  const { world, admin, own } = await openWorld(t)
  for (const { what, begin, end, says } of faults) {
    await t.test(what, async (t) => {
      await begin(admin)
      const untilMs = performance.now() + faultMs
      do {
        const { click, postback } = await ask(world)
        assert.equal(click, 302)
        assert.ok([200, 503].includes(postback), `${postback}`)
        await delay(50)
      } while (performance.now() < untilMs)
      if (says) await until(async () => says.test(await readinessOf(world)), '/readyz says why')
      await end(admin)
      await assertHeals(t, world)
    })
  }
  await t.test('all sessions are cut again and again, and no more', async (t) => {
    const untilMs = performance.now() + faultMs
    while (performance.now() < untilMs) {
      await admin.query(cutAll)
      assert.equal((await ask(world)).click, 302)
      await delay(30)
    }
    await assertHeals(t, world)
  })
  await t.test('the role may not write clicks, and may again', async (t) => {
    const offers = await openDatabase({
      url: withDatabase(world.server().environment['DATABASE_URL'] ?? '', 'offers'),
      connectionsMax: 1,
      statementTimeoutMs: 0,
    })
    await offers.query('revoke insert on fresh_clicks from app')
    for (let times = 0; times < 5; times += 1) assert.equal((await ask(world)).click, 302)
    await offers.query('grant insert on fresh_clicks to app')
    await offers.close()
    await assertHeals(t, world)
  })
  for (const table of ['conversions', 'fresh_clicks']) {
    await t.test(`a lock on ${table} holds up who needs it, and nobody else`, async (t) => {
      const sayList = () => askList(world, 'known')
      await until(async () => (await sayList()) === 200, 'the list is answered')
      const offers = await openDatabase({
        url: withDatabase(own.url, 'offers'),
        connectionsMax: 1,
        statementTimeoutMs: 0,
      })
      t.after(() => offers.close())
      await offers.transaction(async (holder) => {
        await holder.query(`lock table ${table} in access exclusive mode`)
        const untilMs = performance.now() + lockMs
        const answers = new Set<number>()
        do {
          const startedMs = performance.now()
          const [{ click }, list, other] = await Promise.all([ask(world), sayList(), askFingerprint(world)])
          assert.ok(performance.now() - startedMs < 6_000)
          assert.deepEqual([click, list], [302, 200])
          answers.add(other)
        } while (performance.now() < untilMs)
        assert.deepEqual(
          [...answers].filter((status) => ![200, 503].includes(status)),
          [],
        )
        // Sessions that nobody waits for any more are not left behind on the server.
        const waiting = `select count(*) as total from pg_stat_activity where usename = 'app'`
        await until(
          async () => ((await admin.query<{ total: number }>(waiting))[0]?.total ?? 99) <= 14,
          'no session is left behind',
        )
      })
      await assertHeals(t, world)
    })
  }
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
  await t.test('a database that was dropped and made anew gets nothing until a restart', async () => {
    await admin.query('drop database offers with (force)')
    assert.equal((await ask(world)).click, 302)
    await admin.query('create database offers owner app')
    await until(async () => /made anew/.test(await readinessOf(world)), '/readyz says why')
    const { click, postback } = await ask(world)
    assert.deepEqual([click, postback], [302, 503])
    assert.match(world.server().said.stderr, /"reason":"it is not the database that Quoin was started with/)
    const made = await openDatabase({
      url: withDatabase(world.server().environment['DATABASE_URL'] ?? '', 'offers'),
      connectionsMax: 1,
      statementTimeoutMs: 0,
    })
    assert.deepEqual(
      await made.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`),
      [],
    )
    await made.close()
  })
})
