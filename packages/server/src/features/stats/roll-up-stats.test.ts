import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { formatId } from '@quoin/core/tracking/click-id.ts'
import { untilSettled } from '../../../../../test/support/until-settled.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { assertSums } from '../../../../../test/support/assert-sums.ts'
import { countRaw } from '../../../../../test/support/count-raw.ts'
import type { Database, Db } from '../../store/pg/database.ts'
import { measures, namedSubIdsMax } from '../../store/stats/stats-deltas.ts'
import { allMeasures } from '../../store/stats/stats-rows.ts'
import { applyPostbacks } from '../postbacks/apply-postbacks.ts'
import { checkStats } from './check-stats.ts'
import { rebuildStats } from './rebuild-stats.ts'
import { rollUpStats } from './roll-up-stats.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

/** Transactions that are held open at a time; a process of the test has 4 connections. */
const openMax = 3

/** As much randomness as a test needs, the same in each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** The statistics as readers see them, in the form of the oracle. */
async function readAll(db: Db): Promise<Map<string, number>> {
  const rows = await db.query<Record<string, unknown> & { quarter: number }>(
    `select app_id, quarter, offer_id, country, platform, sub_id, status,
       ${measures.map((name) => `sum(${name})::bigint as ${name}`).join(', ')}
     from (${allMeasures}) d group by 1, 2, 3, 4, 5, 6, 7`,
    [],
  )
  const figures = new Map<string, number>()
  for (const row of rows) {
    const { app_id, quarter, offer_id, country, platform, sub_id, status } = row
    const place = [app_id, quarter, offer_id, country, platform, sub_id ?? 'others', status]
    for (const name of measures) {
      if (row[name] !== 0) figures.set([...place, name].join('|'), Number(row[name]))
    }
  }
  return figures
}

async function assertRight({ database } = world): Promise<void> {
  const [read, counted] = await database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    await assertSums(tx)
    return [await readAll(tx), await countRaw(tx)]
  })
  assert.deepEqual(sorted(read), sorted(counted))
}

function sorted(figures: ReadonlyMap<string, number>): [string, number][] {
  return [...figures].sort(([a], [b]) => (a < b ? -1 : 1))
}

const statuses = ['pending', 'approved', 'rejected', 'reversed'] as const

/** A random click, now or late, of few users so that they repeat. */
function randomClick(
  { nowMs, appId }: Pick<ConversionWorld, 'nowMs' | 'appId'>,
  roll: (sides: number) => number,
  offerIds: readonly number[],
) {
  const lateMs = roll(4) === 0 ? roll(3 * 86_400_000) : 0
  const subIds = [null, '', 'banner', 'mail', 'übung "x"']
  return {
    id: formatId(
      nowMs - lateMs,
      Uint8Array.from({ length: 8 }, () => roll(256)),
    ),
    appId,
    offerId: offerIds[roll(offerIds.length)] ?? 0,
    userId: `user-${roll(5)}`,
    subId: subIds[roll(subIds.length)] ?? null,
    address: null,
    userAgent: null,
    country: ['DE', 'US', 'IN'][roll(3)] ?? 'ZZ',
    platform: (['ios', 'android', 'desktop'] as const)[roll(3)] ?? 'ios',
    verdict: roll(8) === 0 ? ('bot' as const) : ('valid' as const),
    outcome: roll(6) === 0 ? ('fallback' as const) : ('redirected' as const),
    reason: null,
    isUnsigned: false,
    isTest: roll(10) === 0,
    clickedAtMs: nowMs - lateMs,
  }
}

/** A process whose transactions commit only when they are let. */
function slow(db: Database, mayCommit: Promise<void>): Database {
  return {
    ...db,
    transaction: (run, options) =>
      db.transaction(async (tx) => {
        const result = await run(tx)
        await mayCommit
        return result
      }, options),
  }
}

/** A process that does nothing but roll up. */
const rollUpForever = '../../../../../test/support/roll-up-forever.ts'

const limit = { timeout: 120_000 }

for (const seed of [1, 2, 3]) {
  test(`an answer equals the raw rows at every moment, late commits included (${seed})`, limit, async (t) => {
    const roll = dice(seed)
    // A world of its own: every step reads all rows, and need not read those of other histories.
    const world = await createConversionWorld()
    t.after(() => world.close())
    const { ports } = world
    // Where transactions that are held open wait, so that the others find a connection.
    const slowProcess = (await world.process()).db
    const offerIds = [await world.addOffer(), await world.addOffer({ share: 5_000, isRepeatable: true })]
    const clickIds: string[] = []
    const open: { let: () => void; done: Promise<unknown> }[] = []
    const late = (run: (mayCommit: Promise<void>) => Promise<unknown>): void => {
      const { promise, resolve } = Promise.withResolvers<void>()
      open.push({ let: resolve, done: run(promise) })
    }
    const insert = (mayCommit: Promise<void>) => {
      const clicks = Array.from({ length: 1 + roll(6) }, () => randomClick(world, roll, offerIds))
      clickIds.push(...clicks.map(({ id }) => id))
      return slow(slowProcess, mayCommit).transaction((tx) => ports.store.clicks.insertClicks(tx, clicks))
    }
    const report = (mayCommit: Promise<void>) => {
      const about = clickIds[roll(clickIds.length)] ?? ''
      const word = statuses[roll(4)] ?? 'approved'
      const changes = { word, reportedMicros: 1_000 * (1 + roll(5_000)), txnId: `T-${roll(3)}` }
      return applyPostbacks({ ...ports, db: slow(slowProcess, mayCommit) }, [world.report(about, changes)])
    }
    await world.addClick(offerIds[0] ?? 0, {
      id: formatId(world.nowMs - 3 * 86_400_000, new Uint8Array(8)),
    })
    for (let step = 0; step < 120; step++) {
      world.nowMs += roll(600_000)
      const kind = roll(10)
      if (kind < 3) await insert(Promise.resolve())
      else if (kind < 4 && open.length < openMax) late(insert)
      else if (kind < 7 && clickIds.length > 0 && open.length < openMax) {
        // A report on a click whose last report is not committed yet waits for its lock.
        if (open.length === 0) await report(Promise.resolve())
        else late(report)
      } else if (kind < 9) await Promise.all([rollUpStats(ports), rollUpStats(ports)])
      else {
        for (const { let: allow } of open) allow()
        await Promise.all(open.splice(0).map(({ done }) => done))
      }
      await assertRight(world)
    }
    for (const { let: allow } of open) allow()
    await Promise.all(open.map(({ done }) => done))
    await rollUpStats(ports)
    await assertRight(world)
    assert.deepEqual((await checkStats(ports, {})).differences, [])
    await rebuildStats(ports, { fromMs: world.nowMs - 86_400_000 })
    await assertRight(world)
  })
}

test('a roll-up that is killed at any moment loses and doubles nothing', limit, async () => {
  const roll = dice(7)
  const { ports, database } = world
  const offerIds = [await world.addOffer()]
  for (let round = 0; round < 6; round++) {
    const child = spawn(process.execPath, [join(import.meta.dirname, rollUpForever), world.databaseUrl], {
      stdio: 'pipe',
    })
    await once(child.stdout, 'data')
    for (let batch = 0; batch < 5 + roll(20); batch++) {
      const clicks = Array.from({ length: 200 }, () => randomClick(world, roll, offerIds))
      await ports.store.clicks.insertClicks(database, clicks)
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    await assertRight()
  }
  await rollUpStats(ports)
  await assertRight()
})

test('sub ids are counted by name up to a bound per day, all others together', limit, async () => {
  const { ports, database } = world
  const offerId = await world.addOffer()
  const appId = 77
  world.nowMs = Math.floor(world.nowMs / 86_400_000) * 86_400_000 + 40_000_000
  const count = namedSubIdsMax + 50
  const clicks = Array.from({ length: count }, (_, index) => ({
    ...randomClick(world, dice(index), [offerId]),
    id: formatId(world.nowMs, randomBytes(8)),
    ...({
      appId,
      subId: `sub-${index}`,
      verdict: 'valid',
      outcome: 'redirected',
      isUnsigned: false,
      isTest: false,
    } as const),
  }))
  await ports.store.clicks.insertClicks(database, clicks)
  await untilSettled(database)
  await rollUpStats(ports)
  const rows = await database.query<{ sub_id: string | null; clicks: number }>(
    'select sub_id, sum(clicks)::bigint as clicks from stats_15min where app_id = $1 group by 1',
    [appId],
  )
  assert.equal(rows.length, namedSubIdsMax + 1)
  assert.equal(rows.find(({ sub_id }) => sub_id === null)?.clicks, 50)
  assert.deepEqual((await checkStats(ports, {})).differences, [])
})

test('a figure that was changed behind our back is found, and a rebuild puts it right', limit, async () => {
  const { ports, database } = world
  await database.query(
    'update stats_15min set clicks = clicks + 1 where clicks = (select max(clicks) from stats_15min)',
  )
  const { differences } = await checkStats(ports, {})
  assert.ok(differences.length > 0)
  assert.ok(
    differences.every(({ measure, reported, counted }) => measure === 'clicks' && +reported === +counted + 1),
  )
  await rebuildStats(ports, { fromMs: world.nowMs - 30 * 86_400_000 })
  assert.deepEqual((await checkStats(ports, {})).differences, [])
})

test('rows from before the roll-up began are counted, and until then nobody is answered', limit, async () => {
  const { ports, database } = world
  await database.query(
    `update stats_progress set position = (select max(written_in) + 1 from clicks), redo_since = '-infinity',
       redo_click = '00000000-0000-0000-0000-000000000000',
       redo_conversion = '00000000-0000-0000-0000-000000000000'`,
  )
  await database.query('delete from stats_15min')
  await database.query('delete from stats_credit_times')
  await assert.rejects(checkStats(ports, {}), { code: 'SERVER_ERROR', isUnavailable: true })
  await rollUpStats(ports)
  assert.deepEqual((await checkStats(ports, {})).differences, [])
})
