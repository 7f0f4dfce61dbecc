import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { notFound } from '../../packages/core/src/errors.ts'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { startTestServer } from '../support/test-server.ts'
import {
  ageMaxMs,
  type ReplicaReader,
  startReplicaAndHeir,
  startReplicaPair,
} from './support/replica-pair.ts'

const steps = process.env['FAULTS'] === 'long' ? 3_000 : 400
const versions = 'select actor, version from notes'

interface Note {
  readonly actor: string
  readonly version: number
}

const isUsed = (reader: ReplicaReader) => until(() => reader.state() === 'used', 'the replica is read from')

test('replicas', { timeout: 300_000 }, async (t) => {
  const pair = await startReplicaPair(t)
  const { db, standby } = pair
  await db.query('create table notes (actor text primary key, version int not null)')
  await db.query(`insert into notes select 'token:' || n, 0 from generate_series(0, 3) n`)
  const one = pair.read()
  const other = pair.read()
  await isUsed(one)
  await isUsed(other)

  await t.test('data of a primary that rests does not grow old', async () => {
    await delay(ageMaxMs * 1.5)
    const { ageMs } = await one.ask('token:0', versions)
    assert.ok(ageMs !== undefined && ageMs < 1_500, `${ageMs}`)
  })

  await t.test('a replica that replays no more is left at the bound, and read from again later', async () => {
    await pair.atStandby('select pg_wal_replay_pause()')
    const sinceMs = performance.now()
    await until(async () => {
      await db.query(`select pg_logical_emit_message(true, 'quoin', 'news')`)
      const { ageMs } = await one.ask('token:0', versions)
      assert.ok(ageMs === undefined || ageMs <= ageMaxMs + 500, `${ageMs}`)
      return ageMs === undefined
    }, 'the primary answers')
    t.diagnostic(`left after ${Math.round(performance.now() - sinceMs)} ms`)
    assert.equal(one.open.replicas()[0]?.state, 'behind')
    await pair.atStandby('select pg_wal_replay_resume()')
    await isUsed(one)
  })

  await t.test(
    'whoever has changed something sees it in every process, and others may still wait',
    async () => {
      await isUsed(other)
      await pair.atStandby('select pg_wal_replay_pause()')
      await db.query(`update notes set version = 1 where actor = 'token:0'`)
      await one.open.noteWrite('token:0')
      const mine = `select version from notes where actor = 'token:0'`
      for (const reader of [one, other]) {
        assert.deepEqual(await reader.ask('token:0', mine), { result: [{ version: 1 }], ageMs: undefined })
        const theirs = await reader.ask('token:3', mine)
        assert.deepEqual([theirs.result, theirs.ageMs !== undefined], [[{ version: 0 }], true])
      }
      await pair.atStandby('select pg_wal_replay_resume()')
      await until(async () => (await other.ask('token:0', mine)).ageMs !== undefined, 'the replica has it')
      assert.deepEqual((await other.ask('token:0', mine)).result, [{ version: 1 }])
    },
  )

  await t.test('nobody ever reads what is older than their own change, or than the bound', async () => {
    const seed = Date.now() % 100_000
    t.diagnostic(`seed ${seed}`)
    const random = randomFrom(seed)
    const committed = new Map<string, { readonly atMs: number; readonly version: number }[]>()
    const latest = (actor: string, untilMs: number): number =>
      committed.get(actor)?.findLast(({ atMs }) => atMs <= untilMs)?.version ?? 0
    const [{ last = 0 } = {}] = await db.query<{ last: number }>('select max(version) as last from notes')
    let version = last
    let isPaused = false
    let hasBeenLate = false
    const readers = [one, other]
    for (let step = 0; step < steps; step += 1) {
      const actor = `token:${Math.floor(random() * 4)}`
      const reader = readers[Math.floor(random() * 2)] ?? one
      const kind = random()
      if (kind < 0.2) {
        version += 1
        await db.query('update notes set version = $1 where actor = $2', [version, actor])
        committed.set(actor, [...(committed.get(actor) ?? []), { atMs: performance.now(), version }])
        await reader.open.noteWrite(actor)
      } else if (kind < 0.24) {
        await pair.atStandby(`select pg_wal_replay_${isPaused ? 'resume' : 'pause'}()`)
        isPaused = !isPaused
        if (isPaused && !hasBeenLate) {
          // Chance alone seldom leaves it paused for as long as this.
          hasBeenLate = true
          await delay(ageMaxMs + 500)
          for (const late of readers) await late.ask<Note>('token:4', versions)
        }
      } else if (kind < 0.4) await delay(random() * (isPaused ? 400 : 100))
      else {
        const beganMs = performance.now()
        const { result, ageMs } = await reader.ask<Note>(actor, versions)
        const endedMs = performance.now()
        const found = new Map(result.map((note) => [note.actor, note.version]))
        assert.ok((found.get(actor) ?? -1) >= latest(actor, beganMs), `step ${step}: own change of ${actor}`)
        for (const [who, seen] of found) {
          assert.ok(seen >= latest(who, beganMs - ageMaxMs), `step ${step}: ${who} is beyond the bound`)
          if (ageMs !== undefined)
            assert.ok(seen >= latest(who, endedMs - ageMs), `step ${step}: the age of ${who}`)
        }
      }
    }
    if (isPaused) await pair.atStandby('select pg_wal_replay_resume()')
    const counts = [...one.counts, ...other.counts]
    t.diagnostic(counts.map(([name, count]) => `${name}: ${count}`).join(', '))
    for (const wanted of ['replica', 'primary own_write', 'primary behind'])
      assert.ok(
        counts.some(([name]) => name === wanted),
        wanted,
      )
  })

  await t.test('a statement in the way of what is replayed is asked again at the primary', async () => {
    await isUsed(one)
    await pair.atStandby(`alter system set max_standby_streaming_delay = '200ms'`)
    await pair.atStandby('select pg_reload_conf()')
    await delay(200)
    const asked = one.ask<Note>('token:1', `${versions}, pg_sleep(1.5)`)
    await delay(200)
    // Statements at the standby hold the table that this takes.
    for (let times = 0; times < 3; times += 1) await db.query('vacuum full notes')
    const { result } = await asked
    assert.equal(result.length, 4)
    assert.equal(one.counts.get('primary conflict'), 1)
  })

  await t.test('a thing that the replica does not know yet is asked of the primary', async () => {
    await isUsed(one)
    const places: string[] = []
    const ask = async (error: Error) =>
      await one.open.read({ actor: 'token:2', primary: db }, async (where) => {
        places.push(where === db ? 'primary' : 'replica')
        if (where !== db) throw error
        return 'found'
      })
    assert.deepEqual(await ask(notFound('There is no such click.')), { result: 'found', ageMs: undefined })
    await assert.rejects(
      ask(new RangeError('a mistake')).then(() => Promise.reject(new Error('found'))),
      /found/,
    )
    assert.deepEqual(places, ['replica', 'primary', 'replica', 'primary'])
  })

  await t.test('a replica that hangs costs each reader a moment once, and is read from again', async () => {
    await isUsed(one)
    const asked = Array.from({ length: 4 }, (_, index) =>
      one.ask(`token:${index}`, `${versions}, pg_sleep(0.3)`),
    )
    await delay(100)
    await pair.signalStandby('SIGSTOP')
    const sinceMs = performance.now()
    try {
      for (const { result } of await Promise.all(asked)) assert.equal(result.length, 4)
      const tookMs = performance.now() - sinceMs
      t.diagnostic(`readers of a hung replica waited for ${Math.round(tookMs)} ms`)
      assert.ok(tookMs < 4_000, `${tookMs}`)
      const laterMs = performance.now()
      for (let times = 0; times < 20; times += 1) await one.ask('token:0', versions)
      assert.ok(performance.now() - laterMs < 1_000, 'whoever comes later waits for nobody')
    } finally {
      await pair.signalStandby('SIGCONT')
    }
    await isUsed(one)
  })

  await t.test(
    'a replica that is killed under readers fails none of them, and is read from when it is back',
    async () => {
      await isUsed(one)
      let isOver = false
      let answers = 0
      const readers = Array.from({ length: 6 }, async (_, index) => {
        while (!isOver) {
          const { result } = await one.ask(`token:${index % 4}`, `${versions}, pg_sleep(0.01)`)
          assert.equal(result.length, 4)
          answers += 1
        }
      })
      await delay(300)
      await pair.signalStandby('SIGKILL')
      await until(() => one.state() === 'away', 'the replica is away')
      await delay(500)
      await standby.stop()
      await standby.start()
      await isUsed(one)
      const before = one.counts.get('replica') ?? 0
      await until(() => (one.counts.get('replica') ?? 0) > before + 20, 'the replica is read from')
      isOver = true
      await Promise.all(readers)
      t.diagnostic(`${answers} answers, none failed`)
    },
  )

  await t.test('a server that is no replica of the primary is never read from', async (t) => {
    const foreign = await startOtherCluster(t)
    const { host } = new URL(pair.primary.url)
    const readers = [
      pair.read(foreign),
      pair.read(pair.primary.url),
      pair.read(pair.primary.url.replace(host, '127.0.0.1:1')),
      pair.read(standby.url.replace(/[^/]+$/, 'postgres')),
    ]
    const facts = () => readers.map(({ open }) => open.replicas()[0])
    await until(() => facts().every((fact) => fact?.state !== 'opening'), 'all were looked at')
    const [wrong, primary] = facts()
    assert.deepEqual(
      facts().map((fact) => fact?.state),
      ['refused', 'refused', 'away', 'refused'],
    )
    assert.match(wrong?.reason ?? '', /another cluster/)
    assert.match(primary?.reason ?? '', /takes writes/)
    for (const reader of readers) {
      assert.equal((await reader.ask('token:0', versions)).ageMs, undefined)
      const said = JSON.stringify([reader.log.lines, reader.open.replicas()])
      for (const url of [foreign, pair.primary.url]) assert.ok(!said.includes(new URL(url).password))
    }
  })

  await t.test('the first of several hosts that is near enough is read from', async () => {
    await isUsed(one)
    const { host } = new URL(standby.url)
    const reader = pair.read(standby.url.replace(host, `127.0.0.1:1,${host}`))
    await until(() => reader.open.replicas()[1]?.state === 'used', 'the second is used')
    assert.notEqual((await reader.ask('token:0', versions)).ageMs, undefined)
  })

  await t.test(
    'a standby that is promoted is left, and one behind a promotion is never used again',
    async () => {
      await isUsed(one)
      await standby.promote()
      await until(() => one.state() === 'refused', 'the promoted one is refused')
      assert.equal((await one.ask('token:0', versions)).ageMs, undefined)
      const promoted = await openDatabase({ url: standby.url, connectionsMax: 1, statementTimeoutMs: 0 })
      await promoted.query(`update notes set version = -1`)
      await promoted.close()
      for (const { version } of (await other.ask<Note>('token:0', versions)).result) assert.ok(version >= 0)
    },
  )
})

test('a replica behind a promotion is not read from until it follows it', { timeout: 120_000 }, async (t) => {
  const pair = await startReplicaAndHeir(t)
  const { db, heir } = pair
  const reader = pair.read()
  await isUsed(reader)
  // Otherwise the other one might be beyond where the heir begins.
  const following = `select count(*)::int as count from pg_stat_replication where replay_lsn = pg_current_wal_lsn()`
  await until(async () => (await db.query<{ count: number }>(following))[0]?.count === 2, 'both have all')
  await pair.primary.stop()
  await heir.promote()
  const count = 'select count(*)::int as networks from networks'
  await until(async () => {
    // Nobody writes while the database is away; the first who can is on the later timeline.
    await db.query(`select 1`, []).catch(() => db.renew())
    return reader.state() === 'refused'
  }, 'the replica is refused')
  assert.match(reader.open.replicas()[0]?.reason ?? '', /promotion/)
  assert.equal((await reader.ask('token:0', count)).ageMs, undefined)
  await pair.follow(heir.url)
  await isUsed(reader)
  assert.notEqual((await reader.ask('token:0', count)).ageMs, undefined)
})

/** One that is no copy of the tests' own. */
async function startOtherCluster(t: TestContext): Promise<string> {
  const { url, stop } = await startTestServer()
  t.after(() => stop())
  return url
}

/** Numbers of 0 to 1 that a seed repeats. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
