import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import {
  type ConversionPorts,
  type ConversionWorld,
  createConversionWorld,
} from '../../../../../test/support/conversion-world.ts'
import { Batcher } from '../../group-commit/batcher.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { importOffers } from '../catalogue/import-offers.ts'
import { confirmClaim } from '../conversions/confirm-claim.ts'
import { recordClaims } from '../conversions/record-claims.ts'
import { refuseClaim } from '../conversions/refuse-claim.ts'
import { applyPostbacks } from './apply-postbacks.ts'
import type { Transaction } from '../../store/pg/database.ts'
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

/** `approved`, `pending bot`, `rejected cap duplicate`, `unknown_click`: an outcome in short. */
function short(outcome: PostbackOutcome | undefined): string {
  if (outcome?.kind !== 'applied' && outcome?.kind !== 'duplicate') return outcome?.kind ?? 'none'
  const { status, reason, kind } = outcome
  return [status, reason, kind === 'duplicate' ? kind : null].filter((part) => part !== null).join(' ')
}

async function conversionsOf(offerId: number): Promise<Conversion[]> {
  const rows = await world.database.query<{ id: string }>(
    'select id from conversions where offer_id = $1 order by id',
    [offerId],
  )
  const found = rows.map(({ id }) => world.ports.store.conversions.findConversion(world.database, id))
  return (await Promise.all(found)).flatMap((conversion) => conversion ?? [])
}

async function usedOf(offerId: number): Promise<number[]> {
  const rows = await world.database.query<{ used: number }>(
    'select used from cap_counters where key like $1 order by key',
    [`offer:${offerId}:%`],
  )
  return rows.map(({ used }) => used)
}

test('a stored conversion is what was decided, to the last column', async () => {
  const offerId = await world.addOffer({ share: 6_667 })
  const clickId = await world.addClick(offerId, { subId: 'banner', userId: 'Zoë 🙂' })
  const report = world.report(clickId, { reportedMicros: 1_230_000, word: 'Sale', txnId: 'T-1' })
  const [outcome] = await apply(report)
  const [conversion] = await conversionsOf(offerId)
  assert.deepEqual(conversion, {
    id: outcome?.kind === 'applied' ? outcome.conversionId : '',
    version: 1,
    appId: world.appId,
    networkId: world.networkId,
    offerId,
    userId: 'Zoë 🙂',
    subId: 'banner',
    clickId,
    country: 'DE',
    platform: 'android',
    goal: '',
    txnKey: '',
    txnId: 'T-1',
    formerTxnId: null,
    source: 'postback',
    claimTxnId: null,
    idempotencyKey: null,
    status: 'approved',
    reason: null,
    reportedStatus: 'approved',
    networkState: 'approved',
    heldFor: null,
    networkWord: 'Sale',
    reportedMicros: 1_230_000,
    reportedCurrency: 'USD',
    rateDay: null,
    usdNanos: null,
    claimedMicros: null,
    revenueMicros: 1_230_000,
    payoutMicros: 820_041,
    payoutLocalMicros: 820_000_000,
    shareBasisPoints: 6_667,
    marginRuleId: null,
    marginBasisPoints: null,
    currency: 'Coins',
    rateMicros: 1_000_000_000,
    decimals: 0,
    rounding: 'half_up',
    promotionId: null,
    promotionBasisPoints: null,
    countedOn: '2026-11-21',
    isTest: false,
    createdAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
    expiresAtMs: null,
    releaseAtMs: null,
    risk: {
      scoreTenths: 122,
      verdict: 'accept',
      points: 1.5,
      reasons: [{ code: 'fast_conversion', points: 1.5, detail: 'reported 0 s after the click' }],
    },
  })
  const [event] = await world.ports.store.conversions.listEvents(world.database, conversion.id)
  assert.deepEqual(event, {
    conversionId: conversion.id,
    appId: world.appId,
    isTest: false,
    version: 1,
    fromStatus: null,
    toStatus: 'approved',
    reason: null,
    source: 'postback',
    postbackRequestId: report.id,
    actor: null,
    revenueMicros: 1_230_000,
    payoutMicros: 820_041,
    payoutLocalMicros: 820_000_000,
    happenedAtMs: world.nowMs,
  })
})

test('the reports of a batch see each other, and outcome n belongs to report n', async () => {
  const offerId = await world.addOffer()
  const [first, second] = [await world.addClick(offerId), await world.addClick(offerId, { userId: 'other' })]
  const outcomes = await apply(
    world.report(first, { word: 'pending' }),
    world.report(second, { word: 'nonsense' }),
    world.report(first, { word: 'approved' }),
    world.report(world.ports.newId()),
    world.report(first, { word: 'approved' }),
    world.report(first, { word: 'reversed' }),
    world.report(second, { word: 'rejected' }),
    world.report(first, { word: 'pending' }),
  )
  assert.deepEqual(outcomes.map(short), [
    'pending',
    'refused',
    'approved',
    'unknown_click',
    'approved duplicate',
    'reversed',
    'rejected',
    'reversed superseded duplicate',
  ])
  const [conversion] = (await conversionsOf(offerId)).filter(({ clickId }) => clickId === first)
  assert.deepEqual([conversion?.status, conversion?.version], ['reversed', 3])
  const log = await world.ports.store.postbackRequests.listRequestsOfClick(world.database, first, 10)
  const logged = log.map(({ outcome }) => outcome)
  assert.deepEqual(logged.sort(), ['applied', 'applied', 'applied', 'duplicate', 'duplicate'])
})

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
  const [conversion, ...others] = await conversionsOf(offerId)
  assert.deepEqual([others, conversion?.version, await usedOf(offerId)], [[], 1, [1, 1]])
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
  for (const offerId of offers) assert.deepEqual(await usedOf(offerId), [15, 15])
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
  assert.deepEqual(await usedOf(offerId), [100, 100])
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
  assert.deepEqual(await usedOf(offerId), [1, 1])
})

test('a cap counts what an operator confirms at the same time', async () => {
  const offerId = await world.addOffer({ totalCap: 1 })
  const held = await world.addClick(offerId, { userId: 'held', isTest: false })
  const outcome = await recordClaims(world.ports, [
    {
      ...{ appId: world.appId, userId: 'held', offerId, isTest: false, goal: '', clickId: held },
      ...{ transactionId: null, idempotencyKey: null, amountMicros: null },
      currency: { name: 'Coins', rateMicros: 1_000_000, decimals: 0, rounding: 'half_up' },
    },
  ])
  const [made] = outcome
  assert.ok(made?.kind === 'recorded')
  await confirmClaim(world.ports, { conversionId: made.conversion.id, actor: 'op' })
  assert.deepEqual(await usedOf(offerId), [1, 1], 'the counters are there for whoever comes next')
  const next = await apply(world.report(await world.addClick(offerId, { userId: 'next' })))
  assert.deepEqual(next.map(short), ['rejected cap'])
})

const capped = {
  ...{ name: 'Capped', description: 'd', payout: '1', revenue: '1.5', total_cap: '1' },
  ...{ destination_url: 'https://o.example/?c={click_id}', categories: 'games' },
}

async function* oneEntry(row: Readonly<Record<string, unknown>>) {
  yield { line: 1, row }
}

test('two clicks of one user at once: one earns, the other is held', async () => {
  const processes = [await world.process(), await world.process()]
  for (let round = 0; round < 10; round += 1) {
    const offerId = await world.addOffer()
    const clicks = await Promise.all([1, 2, 3, 4].map(() => world.addClick(offerId)))
    const outcomes = await Promise.all(
      clicks.map((clickId, turn) =>
        applyPostbacks(processes[turn % 2] ?? world.ports, [world.report(clickId)]),
      ),
    )
    assert.deepEqual(outcomes.flat().map(short).sort(), [
      'approved',
      'pending repeat',
      'pending repeat',
      'pending repeat',
    ])
  }
})

test('a second click earns once the first one is lost, also within one batch', async () => {
  const offerId = await world.addOffer()
  const [first, second] = [await world.addClick(offerId), await world.addClick(offerId)]
  await apply(world.report(first))
  const outcomes = await apply(world.report(first, { word: 'chargeback' }), world.report(second))
  assert.deepEqual(outcomes.map(short), ['reversed', 'approved'])
})

test('a user of another app or in test mode is no rival', async () => {
  const offerId = await world.addOffer()
  const live = await world.addClick(offerId)
  const tested = await world.addClick(offerId, { isTest: true })
  assert.deepEqual((await apply(world.report(live), world.report(tested))).map(short), [
    'approved',
    'approved',
  ])
})

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
  assert.deepEqual(await usedOf(offerId), [1, 1, 2])
  world.nowMs += day
  assert.equal(await say(d, 'approved'), 'rejected cap')
  assert.equal(await say(a, 'rejected'), 'rejected')
  assert.deepEqual(await usedOf(offerId), [0, 1, 0, 1])
  assert.equal(await say(a, 'approved'), 'approved')
  assert.deepEqual(await usedOf(offerId), [0, 1, 1, 2])
  world.nowMs -= 2 * day
})

test('caps: what test clicks do counts nowhere, and is never over a cap', async () => {
  const offerId = await world.addOffer({ totalCap: 0 })
  const clickId = await world.addClick(offerId, { isTest: true })
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['approved'])
  assert.deepEqual(await usedOf(offerId), [])
})

test('caps: one that is set later begins with what counts already, and is kept up while unused', async () => {
  const offerId = await world.addOffer()
  const users = ['a', 'b', 'c', 'd', 'e'].map((userId) => world.addClick(offerId, { userId }))
  const [a = '', b = '', c = '', d = '', e = ''] = await Promise.all(users)
  const cap = (total: number | null) =>
    world.database.query('update offers set total_cap = $2 where id = $1', [offerId, total])
  await apply(world.report(a), world.report(b))
  assert.deepEqual(await usedOf(offerId), [])
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

test('a late report is held, and so is what a bot or a listed user earned', async () => {
  const offerId = await world.addOffer()
  const late = await world.addClick(offerId, { userId: 'late' })
  const bot = await world.addClick(offerId, { userId: 'bot', verdict: 'bot' })
  const bad = await world.addClick(offerId, { userId: 'bad' })
  world.listed.set('bad', { action: 'review', kind: 'user', reason: '' })
  world.nowMs += 30 * day + 1
  const outcomes = await apply(world.report(late), world.report(bot), world.report(bad))
  assert.deepEqual(outcomes.map(short), ['pending window', 'pending bot', 'pending listed'])
  world.nowMs -= 30 * day + 1
})

test('a click that fell back earns nothing until an operator says so', async () => {
  const offerId = await world.addOffer()
  const away = { outcome: 'fallback', reason: 'paused' } as const
  const clickId = await world.addClick(offerId, { userId: 'away', ...away })
  const [first] = await apply(world.report(clickId))
  assert.equal(short(first), 'pending fallback')
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['pending fallback duplicate'])
  const conversionId = first && 'conversionId' in first ? (first.conversionId ?? '') : ''
  await confirmClaim(world.ports, { conversionId, actor: 'ops' })
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['approved duplicate'])
})

test('an operator refuses a held conversion, and the network says it in vain', async () => {
  const offerId = await world.addOffer({ totalCap: 5 })
  const clickId = await world.addClick(offerId, { verdict: 'bot' })
  const [held] = await apply(world.report(clickId))
  const conversionId = held && 'conversionId' in held ? (held.conversionId ?? '') : ''
  assert.deepEqual(await usedOf(offerId), [1, 1])
  await refuseClaim(world.ports, { conversionId, actor: 'ops' })
  assert.deepEqual(await usedOf(offerId), [0, 0])
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['rejected refused duplicate'])
})

test('a repeatable offer earns once per transaction', async () => {
  const offerId = await world.addOffer({ isRepeatable: true })
  const clickId = await world.addClick(offerId)
  const say = (txnId: string | null, word = 'approved') => world.report(clickId, { txnId, word })
  const outcomes = await apply(say('T-1'), say('T-2'), say('T-1'), say(null), say('T-2', 'reversed'))
  assert.deepEqual(outcomes.map(short), [
    'approved',
    'approved',
    'approved duplicate',
    'approved',
    'reversed',
  ])
  assert.equal((await conversionsOf(offerId)).length, 3)
})

test('an offer that is not repeatable any more earns nothing more by a click that earned', async () => {
  const offerId = await world.addOffer({ isRepeatable: true })
  const clickId = await world.addClick(offerId, { userId: 'no-more' })
  const say = async (txnId: string | null, word = 'approved') =>
    short((await apply(world.report(clickId, { txnId, word })))[0])
  assert.deepEqual([await say('T-1'), await say('T-2', 'rejected')], ['approved', 'rejected'])
  await world.database.query('update offers set is_repeatable = false where id = $1', [offerId])
  assert.equal(await say('T-3'), 'pending repeat')
  assert.equal(await say('T-4'), 'pending repeat duplicate')
  // What was known before goes on as it was, but for what would earn beside the first.
  assert.equal(await say('T-1'), 'approved duplicate')
  assert.equal(await say('T-2'), 'pending repeat')
  assert.equal(await say('T-1', 'chargeback'), 'reversed')
})

test('a chargeback finds its transaction after the offer became repeatable, or once only', async () => {
  for (const isRepeatable of [true, false]) {
    const offerId = await world.addOffer({ isRepeatable })
    const clickId = await world.addClick(offerId)
    await apply(world.report(clickId, { txnId: 'T-1' }))
    await world.database.query('update offers set is_repeatable = not is_repeatable where id = $1', [offerId])
    const again = await apply(world.report(clickId, { txnId: 'T-1' }))
    assert.deepEqual(again.map(short), ['approved duplicate'])
    const back = await apply(world.report(clickId, { txnId: 'T-1', word: 'reversed' }))
    assert.deepEqual(back.map(short), ['reversed'])
    assert.equal((await conversionsOf(offerId)).length, 1)
  }
})

test('a chargeback finds its conversion when its click is long gone', async () => {
  const offerId = await world.addOffer()
  const clickId = await world.addClick(offerId)
  await apply(world.report(clickId))
  await world.database.query('delete from clicks where id = $1', [clickId])
  assert.deepEqual((await apply(world.report(clickId, { word: 'chargeback' }))).map(short), ['reversed'])
})

test('a click is unknown to another network, and without a token open to proof none only', async () => {
  const other = await world.addNetwork()
  const open = await world.addNetwork({ proof: 'none' })
  const closed = await world.addClick(await world.addOffer())
  const free = await world.addClick(await world.addOffer({ networkId: open }))
  const outcomes = await apply(
    world.report(closed, { networkId: other }),
    world.report(closed, { networkId: null }),
    world.report(free, { networkId: null }),
    world.report(free, { networkId: world.networkId }),
  )
  assert.deepEqual(outcomes.map(short), ['unknown_click', 'unproven', 'approved', 'unknown_click'])
})

test("a network's ceiling, words and payout setting are its own", async () => {
  const own = await world.addNetwork({
    preset: 'affise',
    payoutMaxMicros: 2_000_000,
    onChangedPayout: 'update',
    statusWords: { won: 'approved' },
  })
  const offerId = await world.addOffer({ networkId: own, share: 5_000 })
  const clickId = await world.addClick(offerId)
  const say = (word: string, reportedMicros: number) =>
    world.report(clickId, { networkId: own, word, reportedMicros })
  const outcomes = await apply(
    say('1', 2_000_001),
    say('2', 1_000_000),
    say('WON', 1_000_000),
    say('1', 2_000_000),
    say('1', 2_000_000),
  )
  assert.deepEqual(outcomes.map(short), [
    'refused',
    'pending',
    'approved',
    'approved payout_updated',
    'approved duplicate',
  ])
  const [conversion] = await conversionsOf(offerId)
  assert.deepEqual([conversion?.payoutMicros, conversion?.version], [1_000_000, 3])
})

test('a dry run decides by the batch so far and leaves no trace in it', async () => {
  const offerId = await world.addOffer({ dailyCap: 1 })
  const [first, second] = [await world.addClick(offerId), await world.addClick(offerId, { userId: 'b' })]
  const outcomes = await apply(
    world.report(first, { isDryRun: true }),
    world.report(second, { isDryRun: true }),
    world.report(first),
    world.report(second, { isDryRun: true }),
  )
  assert.deepEqual(outcomes.map(short), ['approved', 'approved', 'approved', 'rejected cap'])
  assert.deepEqual(
    outcomes.map((outcome) => 'conversionId' in outcome && outcome.conversionId !== null),
    [false, false, true, false],
  )
  assert.equal((await conversionsOf(offerId)).length, 1)
})

for (const [what, terms, most] of [
  ['without caps two', {}, 2],
  ['with caps three', { dailyCap: 100 }, 3],
] as const) {
  test(`a batch waits for few statements before it ends: ${what}`, async () => {
    const offerId = await world.addOffer(terms)
    const clicks = await Promise.all(
      Array.from({ length: 50 }, (_, index) => world.addClick(offerId, { userId: `${what} ${index}` })),
    )
    let statements = 0
    const { database, ports } = world
    const db = {
      ...database,
      transaction: <T>(run: (tx: Transaction) => Promise<T>) =>
        database.transaction((tx) =>
          run({
            ...tx,
            query: (...given) => {
              statements += 1
              return tx.query(...given)
            },
          }),
        ),
    }
    await applyPostbacks(
      { ...ports, db },
      clicks.map((clickId) => world.report(clickId)),
    )
    assert.equal(statements, most)
  })
}
