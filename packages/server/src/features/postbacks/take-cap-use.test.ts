import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type ConversionPorts,
  type ConversionWorld,
  createConversionWorld,
} from '../../../../../test/support/conversion-world.ts'
import { conversionsOf, short, usedOf } from '../../../../../test/support/applied-reports.ts'
import { Batcher } from '../../group-commit/batcher.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { importOffers } from '../catalogue/import-offers.ts'
import { confirmClaim } from '../conversions/confirm-claim.ts'
import { recordClaims } from '../conversions/record-claims.ts'
import { applyPostbacks } from './apply-postbacks.ts'
import type { PostbackOutcome, PostbackReport } from '../../ports/writes.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const day = 86_400_000

async function apply(...reports: readonly PostbackReport[]): Promise<readonly PostbackOutcome[]> {
  return await applyPostbacks(world.ports, reports)
}

/** A process with its own pool, and its own group commit in front of it. */
function writerOf(ports: ConversionPorts): Batcher<PostbackReport, PostbackOutcome> {
  return new Batcher({
    name: 'postbacks',
    flush: (reports) => applyPostbacks(ports, reports),
    rowsMax: 20,
    queueMax: 10_000,
    ageMaxMs: 60_000,
    monotonicMs: () => performance.now(),
    isUnavailable: () => false,
  })
}

test('200 copies at once, over three processes, make one conversion and one event', async () => {
  const offerId = await world.addOffer({ dailyCap: 1_000 })
  const clickId = await world.addClick(offerId, { userId: 'copied' })
  const writers = await Promise.all([1, 2, 3].map(async () => writerOf(await world.process())))
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, copy) => writers[copy % 3]?.add(world.report(clickId))),
  )
  const created = outcomes.filter((outcome) => outcome?.kind === 'applied')
  assert.equal(created.length, 1)
  const ids = outcomes.map((outcome) => (outcome && 'conversionId' in outcome ? outcome.conversionId : ''))
  assert.equal(new Set(ids).size, 1)
  const [conversion, ...others] = await conversionsOf(world, offerId)
  assert.deepEqual([others, conversion?.version, await usedOf(world, offerId)], [[], 1, [1, 1]])
})

test('many clicks in any order over processes: no deadlock, and each exactly once', async () => {
  const offers = await Promise.all([1, 2, 3, 4].map((cap) => world.addOffer({ totalCap: cap * 1_000 })))
  const clicks = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      world.addClick(offers[index % 4] ?? 0, { userId: `crowd-${index}` }),
    ),
  )
  const writers = await Promise.all([1, 2, 3].map(async () => writerOf(await world.process())))
  const rounds = writers.flatMap((writer, turn) =>
    clicks
      .map((_, index) => clicks[(index * (7 + turn * 4) + turn) % 60] ?? '')
      .map((clickId) => writer.add(world.report(clickId))),
  )
  const outcomes = await Promise.all(rounds)
  assert.equal(outcomes.filter(({ kind }) => kind === 'applied').length, 60)
  for (const offerId of offers) assert.deepEqual(await usedOf(world, offerId), [15, 15])
})

const daysAt = (day: string) => [{ networkId: world.networkId, day }]

test('a cap of 100 holds exactly against 64 writers of two processes', async () => {
  const offerId = await world.addOffer({ dailyCap: 100 })
  const clicks: string[] = []
  for (let index = 0; index < 256; index += 1)
    clicks.push(await world.addClick(offerId, { userId: `capped-${index}` }))
  const processes = [await world.process(), await world.process()]
  const outcomes: PostbackOutcome[] = []
  const work = async (writer: number) => {
    for (let index = writer; index < clicks.length; index += 64) {
      const report = world.report(clicks[index] ?? '')
      outcomes.push(...(await applyPostbacks(processes[writer % 2] ?? world.ports, [report])))
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, writer) => work(writer)))
  const counts = Map.groupBy(outcomes, short)
  assert.deepEqual([counts.get('approved')?.length, counts.get('rejected cap')?.length], [100, 156])
  assert.deepEqual(await usedOf(world, offerId), [100, 100])
  const today = await world.ports.store.conversions.listCappedOfferIds(world.database, daysAt('2026-11-21'))
  assert.ok(today.includes(offerId))
  assert.ok(
    !(await world.ports.store.conversions.listCappedOfferIds(world.database, daysAt('2026-11-22'))).includes(
      offerId,
    ),
  )
})

test("an offer's first cap counts what was under way when it was imported", async () => {
  const offerId = await world.addOffer()
  const [row] = await world.database.query<{ externalId: string; slug: string }>(
    `select o.external_id as "externalId", n.slug from offers o join networks n on n.id = o.network_id
     where o.id = $1`,
    [offerId],
  )
  const [early, late] = [
    await world.addClick(offerId, { userId: 'early' }),
    await world.addClick(offerId, { userId: 'late' }),
  ]
  const outcomes: Promise<readonly PostbackOutcome[]>[] = []
  let imported: Promise<unknown> | undefined
  const countWaiting = async () => {
    const [waits] = await world.database.query<{ count: number }>(
      `select count(*) as count from pg_locks
       where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return waits?.count ?? 0
  }
  const other = await world.process()
  // The early report is held up between what it reads first and its decision.
  await other.db.transaction(async (tx) => {
    const key = `${world.appId} ${offerId} early`
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
    outcomes.push(apply(world.report(early)))
    await eventually(countWaiting, 1)
    const offer = { ...capped, external_id: row?.externalId ?? '' }
    imported = importOffers(
      { ...world.ports, snapshots: { refresh: async () => {} } },
      { networkSlug: row?.slug ?? '', entries: oneEntry(offer) },
    )
    let isImported = false
    imported.then(() => {
      isImported = true
    })
    await eventually(async () => isImported || (await countWaiting()) === 2, true)
    let isDecided = false
    const second = apply(world.report(late))
    second.then(() => {
      isDecided = true
    })
    outcomes.push(second)
    await eventually(async () => isDecided || (await countWaiting()) === 3, true)
  })
  await imported
  const said = (await Promise.all(outcomes)).map(([outcome]) => short(outcome))
  assert.deepEqual(said.toSorted(), ['approved', 'rejected cap'])
  // As a process does that follows.
  world.caps = { ...world.caps, version: world.caps.version + 1 }
  assert.deepEqual(await usedOf(world, offerId), [1, 1])
})

test('a cap counts what an operator confirms at the same time', async () => {
  const offerId = await world.addOffer({ totalCap: 1 })
  const held = await world.addClick(offerId, { userId: 'held', isTest: false })
  const outcome = await recordClaims(world.ports, [
    {
      appId: world.appId,
      userId: 'held',
      offerId,
      isTest: false,
      goal: '',
      clickId: held,
      transactionId: null,
      idempotencyKey: null,
      amountMicros: null,
      currency: { name: 'Coins', rateMicros: 1_000_000, decimals: 0, rounding: 'half_up' },
    },
  ])
  const [made] = outcome
  assert.ok(made?.kind === 'recorded')
  await confirmClaim(world.ports, { conversionId: made.conversion.id, actor: 'op' })
  assert.deepEqual(await usedOf(world, offerId), [1, 1], 'the counters are there for whoever comes next')
  const next = await apply(world.report(await world.addClick(offerId, { userId: 'next' })))
  assert.deepEqual(next.map(short), ['rejected cap'])
})

const capped = {
  name: 'Capped',
  description: 'd',
  payout: '1',
  revenue: '1.5',
  total_cap: '1',
  destination_url: 'https://o.example/?c={click_id}',
  categories: 'games',
}

async function* oneEntry(row: Readonly<Record<string, unknown>>) {
  yield { line: 1, row }
}

test('caps: a pending report counts, a lost one gives its place back on its own day', async () => {
  const offerId = await world.addOffer({ dailyCap: 1, totalCap: 2 })
  const clicks = await Promise.all(['a', 'b', 'c', 'd'].map((userId) => world.addClick(offerId, { userId })))
  const [a = '', b = '', c = '', d = ''] = clicks
  const say = async (clickId: string, word: string) =>
    short((await apply(world.report(clickId, { word })))[0])
  assert.equal(await say(a, 'pending'), 'pending')
  assert.equal(await say(b, 'approved'), 'rejected cap')
  world.nowMs += day
  assert.equal(await say(c, 'approved'), 'approved')
  assert.deepEqual(await usedOf(world, offerId), [1, 1, 2])
  world.nowMs += day
  assert.equal(await say(d, 'approved'), 'rejected cap')
  assert.equal(await say(a, 'rejected'), 'rejected')
  assert.deepEqual(await usedOf(world, offerId), [0, 1, 0, 1])
  assert.equal(await say(a, 'approved'), 'approved')
  assert.deepEqual(await usedOf(world, offerId), [0, 1, 1, 2])
  world.nowMs -= 2 * day
})

test('caps: what test clicks do counts nowhere, and is never over a cap', async () => {
  const offerId = await world.addOffer({ totalCap: 0 })
  const clickId = await world.addClick(offerId, { isTest: true })
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['approved'])
  assert.deepEqual(await usedOf(world, offerId), [])
})

test('caps: one that is set later begins with what counts already, and is kept up while unused', async () => {
  const offerId = await world.addOffer()
  const users = ['a', 'b', 'c', 'd', 'e'].map((userId) => world.addClick(offerId, { userId }))
  const [a = '', b = '', c = '', d = '', e = ''] = await Promise.all(users)
  const cap = (total: number | null) =>
    world.database.query('update offers set total_cap = $2 where id = $1', [offerId, total])
  await apply(world.report(a), world.report(b))
  assert.deepEqual(await usedOf(world, offerId), [])
  await cap(2)
  assert.ok(
    (await world.ports.store.conversions.listCappedOfferIds(world.database, daysAt('2026-11-21'))).includes(
      offerId,
    ),
  )
  assert.deepEqual((await apply(world.report(c))).map(short), ['rejected cap'])
  await cap(null)
  assert.deepEqual((await apply(world.report(d))).map(short), ['approved'])
  await cap(3)
  assert.deepEqual((await apply(world.report(e))).map(short), ['rejected cap'])
})
