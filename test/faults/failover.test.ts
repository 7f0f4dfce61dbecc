import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { askOnce, readinessOf } from './support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { type OwnDatabase, startOwnDatabase } from './support/own-database.ts'
import { startStandby } from './support/standby.ts'

/** A publisher who reads the list of changes on and on. */
class Reader {
  readonly clickIds = new Set<string>()
  readonly #world: FaultWorld
  #cursor = ''

  constructor(world: FaultWorld) {
    this.#world = world
  }

  /** Reads what is new, and returns how much was ever read. */
  async read(): Promise<number> {
    const { apiKey, apiSecret } = this.#world
    const address = `${this.#world.server().url}/api/v1/conversions${this.#cursor && `?cursor=${this.#cursor}`}`
    const response = await fetch(address, { headers: { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret } })
    if (response.status !== 200) return this.clickIds.size
    const page = (await response.json()) as { data: { click_id: string }[]; meta: { next_cursor: string } }
    for (const { click_id } of page.data) this.clickIds.add(click_id)
    this.#cursor = page.meta.next_cursor
    return this.clickIds.size
  }
}

async function openOne({ url }: OwnDatabase): Promise<Database> {
  return await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
}

/** Reports so many conversions, each until it is taken; returns their clicks. */
async function convert(world: FaultWorld, times: number): Promise<string[]> {
  const clickIds: string[] = []
  while (clickIds.length < times) {
    const { clickId, postback } = await askOnce(world)
    if (postback === 200) clickIds.push(clickId)
  }
  return clickIds
}

test('a failover skips no change, and an old primary that comes back gets nothing', async (t) => {
  const primary = await startOwnDatabase(t)
  const standby = await startStandby(t, primary)
  const hosts = new URL(primary.url)
  const url = primary.url.replace(hosts.host, `${hosts.host},${new URL(standby.url).host}`)
  const world = await createFaultWorld(t, { database: { ...primary, url } })
  const reader = new Reader(world)
  const early = await convert(world, 20)
  await until(async () => (await reader.read()) === early.length, 'the changes are read')

  const admin = await openOne(primary)
  const behind = 'select pg_current_wal_lsn() - replay_lsn as bytes from pg_stat_replication'
  await until(
    async () => Number((await admin.query<{ bytes: string }>(behind))[0]?.bytes) === 0,
    'the standby has all',
  )
  await standby.cutOff()
  await until(async () => (await admin.query(behind)).length === 0, 'the standby follows no more')
  await admin.close()
  // On a branch that will be lost, as after an asynchronous failover; the reader's position is beyond it.
  await convert(world, 30)
  await until(async () => (await reader.read()) === early.length + 30, 'the changes are read')

  await primary.stop()
  await standby.promote()
  const sinceMs = performance.now()
  const late = await convert(world, 20)
  t.diagnostic(`20 conversions ${Math.round(performance.now() - sinceMs)} ms after the promotion`)
  await until(async () => {
    await reader.read()
    return late.every((clickId) => reader.clickIds.has(clickId))
  }, 'every change after the failover is read')

  const promoted = await openOne(standby)
  const [numbers] = await promoted.query<{ ahead: number; timeline: number }>(
    `select ahead, split_part(server, ' ', 2)::int as timeline from write_numbers`,
  )
  assert.deepEqual(numbers, { ahead: 2 * 2 ** 40, timeline: 2 })
  await promoted.close()

  await standby.stop()
  await primary.start()
  const old = await openOne(primary)
  const count = 'select count(*)::int as clicks from clicks'
  const [before] = await old.query<{ clicks: number }>(count)
  await until(async () => {
    assert.equal((await askOnce(world)).click, 302)
    return /old primary, on timeline 1 while timeline 2/.test(await readinessOf(world))
  }, '/readyz says why')
  for (let times = 0; times < 20; times += 1) {
    const { click, postback, clickId } = await askOnce(world)
    assert.deepEqual([click, postback], [302, 503])
    world.journal.clickAcknowledged(clickId)
  }
  assert.deepEqual(await old.query(count), [before])
  await old.close()

  await standby.start()
  await convert(world, 5)
  await primary.stop()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
})

/** Enough for a busy machine; it takes two to four seconds. */
const foundMaxMs = 20_000

test('a standby that is promoted while sessions with the old primary go on to work is found within seconds', async (t) => {
  const primary = await startOwnDatabase(t)
  const standby = await startStandby(t, primary)
  const hosts = new URL(primary.url)
  const url = primary.url.replace(hosts.host, `${hosts.host},${new URL(standby.url).host}`)
  const world = await createFaultWorld(t, { database: { ...primary, url } })
  await convert(world, 5)
  await standby.cutOff()
  await standby.promote()
  let later: Database | undefined
  await until(async () => {
    later ??= await openOne(standby).catch(() => undefined)
    return later !== undefined
  }, 'the standby takes writes')
  assert.ok(later !== undefined)
  const promoted = later
  const earlier = await openOne(primary)
  t.after(async () => await Promise.all([promoted.close(), earlier.close()]))
  const countIn = async (database: Database): Promise<number> => {
    const [row] = await database.query<{ count: number }>('select count(*) as count from clicks')
    return row?.count ?? Number.NaN
  }
  const before = await countIn(promoted)
  const promotedMs = performance.now()
  while ((await countIn(promoted)) === before) {
    const waitedMs = performance.now() - promotedMs
    assert.ok(waitedMs < foundMaxMs, `the promoted standby was not written to in ${waitedMs} ms`)
    await askOnce(world)
  }
  t.diagnostic(`found after ${Math.round(performance.now() - promotedMs)} ms`)
  const left = await countIn(earlier)
  await convert(world, 5)
  assert.equal(await countIn(earlier), left, 'the old primary gets nothing any more')
})
