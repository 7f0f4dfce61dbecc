import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { allowOffer } from '../../packages/server/src/features/sources/allow-offer.ts'
import { createSource, updateSource } from '../../packages/server/src/features/sources/change-source.ts'
import { applyWaiting, undoRun } from '../../packages/server/src/features/sources/decide-run.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import { startLootably } from '../support/feed-servers/lootably.ts'
import type { NetworkOffer } from '../support/feed-servers/network-offer.ts'
import { createWorld, type World } from '../support/world.ts'

const offer: NetworkOffer = {
  ...{ id: '1', name: 'Quest', description: '', platforms: [], revenue: '2.00', goals: [], countries: [] },
  ...{ status: 'active', isApproved: true, restrictions: '', link: 'https://trk.lumen.example/A/B/' },
}
const feed = [offer, { ...offer, id: '2' }, { ...offer, id: '3', revenue: 'variable' }]

let world: World
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.0/8' } })
})
after(() => world.close())

let made = 0

/** A source whose first run counts, and whose second has read the feed and found nothing new. */
async function settledSource() {
  made += 1
  const slug = `net-${made}`
  const lumen = await startLootably({ offers: feed })
  lumen.trouble = { isConditional: true }
  await world.addNetwork({ slug, preset: 'lootably' })
  const settings = { api_host: lumen.origin, placement_id: 'placement-1' }
  const given = { networkSlug: slug, kind: 'lootably', key: lumen.key, settings }
  const sourceId = await createSource({ ...world.ports, actor: 'test' }, given)
  const run = async () => {
    const { store, db, newId } = world.ports
    const lease = newId()
    const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
    assert.ok(source)
    const stopping = new AbortController().signal
    const ended = await runSource(
      { ...world.ports, log: world.log },
      {
        ...{ source, lease, actor: 'test', stopping },
        patience: { retrySec: 0, betweenMs: 0, restFactor: 0 },
      },
    )
    return { ...ended, status: lumen.requests.at(-1)?.status }
  }
  const first = await run()
  await applyWaiting(world.ports, { runId: first.runId, actor: 'test' })
  const second = await run()
  assert.deepEqual([second.state, second.status], ['same', 200])
  return { lumen, sourceId, run, firstRunId: first.runId, secondRunId: second.runId }
}

test('a feed that has not changed is not sent again, and its run has found what the one before found', async () => {
  const { lumen, run, secondRunId } = await settledSource()
  for (let times = 0; times < 3; times += 1) {
    const again = await run()
    assert.deepEqual([again.state, again.status, again.counts.same, again.counts.held], ['same', 304, 2, 1])
    const { store, db } = world.ports
    const slice = { sort: 'external_id', isDescending: false, after: null, limit: 10 }
    const filter = { runId: again.runId, verdict: 'held', search: null }
    assert.equal((await store.runOffers.listRunOfferPage(db, filter, slice)).rows.length, 1)
    assert.equal((await store.sourceRuns.findRun(db, again.runId))?.ours, 3)
    assert.notEqual(again.runId, secondRunId)
  }
  await lumen.close()
})

const readAnew: readonly (readonly [
  string,
  (settled: Awaited<ReturnType<typeof settledSource>>) => unknown,
])[] = [
  ['the feed has changed', ({ lumen }) => (lumen.offers = [...feed, { ...offer, id: '4' }])],
  ['it was read six hours ago', () => world.clock.advance({ seconds: 6 * 3_600 + 1 })],
  [
    'publishers earn another part',
    ({ sourceId }) => updateSource({ ...world.ports, actor: 'test' }, sourceId, { payoutBasisPoints: 5_000 }),
  ],
  [
    'an offer was allowed',
    ({ sourceId }) =>
      allowOffer(world.ports, { sourceId, externalId: '9', reason: 'agreed by mail', actor: 'test' }),
  ],
  [
    'a run was taken back',
    ({ firstRunId }) => undoRun(world.ports, { runId: firstRunId, actor: 'test', isPausing: false }),
  ],
]
for (const [title, change] of readAnew) {
  test(`the feed is read anew where ${title}`, async () => {
    const settled = await settledSource()
    await change(settled)
    assert.equal((await settled.run()).status, 200)
    await settled.lumen.close()
  })
}

test('an offer that is missing is counted on in runs of an unchanged feed, until it is paused', async () => {
  const { lumen, run } = await settledSource()
  lumen.offers = feed.slice(1)
  const verdicts = []
  for (let times = 0; times < 5; times += 1) {
    const { state, status } = await run()
    verdicts.push([state, status])
  }
  assert.deepEqual(verdicts, [
    ['same', 200],
    ['same', 200],
    ['applied', 200],
    ['same', 200],
    ['same', 304],
  ])
  await lumen.close()
})

test('a host is asked at its pace by all processes together', async () => {
  const { store, db } = world.ports
  const waits = await Promise.all(
    Array.from({ length: 5 }, () =>
      store.feedPaces.takeSlot(db, { host: 'api.lumen.example', betweenMs: 1_000 }),
    ),
  )
  const sorted = waits.toSorted((a, b) => a - b)
  for (const [at, wait] of sorted.entries()) assert.ok(Math.abs(wait - at * 1_000) <= 500, sorted.join(' '))
  assert.ok((await store.feedPaces.takeSlot(db, { host: 'api.other.example', betweenMs: 1_000 })) <= 5)
})

test('a clock that was ahead keeps nobody from asking for longer than two minutes', async () => {
  const { store, db } = world.ports
  await db.query(`insert into feed_paces values ('late.example', clock_timestamp() + interval '3 days')`, [])
  const wait = await store.feedPaces.takeSlot(db, { host: 'late.example', betweenMs: 1_000 })
  assert.ok(wait <= 120_000, String(wait))
})
