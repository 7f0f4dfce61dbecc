import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { allowOffer } from '../../packages/server/src/features/sources/allow-offer.ts'
import {
  createSource,
  deleteSource,
  requestRun,
  updateSource,
} from '../../packages/server/src/features/sources/change-source.ts'
import { applyWaiting, undoRun } from '../../packages/server/src/features/sources/decide-run.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import { startEverflow } from '../support/feed-servers/everflow.ts'
import type { FeedServer } from '../support/feed-servers/feed-server.ts'
import type { NetworkOffer } from '../support/feed-servers/network-offer.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let network: FeedServer
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.0/8' } })
  network = await startEverflow({})
})
after(async () => {
  await network.close()
  await world.close()
})

function offer(id: number, given: Partial<NetworkOffer> = {}): NetworkOffer {
  return {
    ...{
      id: String(id),
      name: `Farm ${id}`,
      description: '',
      countries: [],
      platforms: [],
      revenue: '2.00',
      goals: [],
    },
    ...{ status: 'active' as const, isApproved: true, restrictions: '', link: `https://trk.example/${id}/` },
    ...given,
  }
}

const offers = (
  count: number,
  given: Readonly<Record<number, Partial<NetworkOffer>>> = {},
): readonly NetworkOffer[] => Array.from({ length: count }, (_, at) => offer(at + 1, given[at + 1]))

let made = 0

async function addSource(first: readonly NetworkOffer[] = offers(10)): Promise<number> {
  made += 1
  const slug = `net-${made}`
  await world.addNetwork({ slug, preset: 'everflow' })
  const settings = { api_host: network.origin }
  const sourceId = await createSource(world.ports, {
    networkSlug: slug,
    kind: 'everflow',
    key: network.key,
    settings,
  })
  network.offers = first
  const { runId } = await run(sourceId)
  await applyWaiting(world.ports, { runId, actor: 'test' })
  return sourceId
}

type Needs = Parameters<typeof runSource>[0]

async function run(sourceId: number, feed?: readonly NetworkOffer[], needs: Partial<Needs> = {}) {
  const { store, db, newId } = world.ports
  if (feed !== undefined) network.offers = feed
  const lease = newId()
  const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  assert.ok(source)
  const stopping = new AbortController().signal
  const patience = { retrySec: 0, betweenMs: 0, restFactor: 0 }
  const held = { source, lease, actor: 'test', stopping, patience }
  return await runSource({ ...world.ports, log: world.log, ...needs }, held)
}

interface Stored {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly revenue: number
  readonly cap: number | null
}

async function stored(sourceId: number): Promise<Readonly<Record<string, Stored>>> {
  const rows = await world.ports.db.query<Stored & { externalId: string }>(
    `select o.external_id as "externalId", o.id, o.name, o.status, o.revenue_micros as revenue, o.daily_cap as cap
     from offers o join sources s on s.network_id = o.network_id where s.id = $1`,
    [sourceId],
  )
  return Object.fromEntries(rows.map(({ externalId, ...one }) => [externalId, one]))
}

async function edit(sourceId: number, externalId: string, sets: string): Promise<void> {
  await world.ports.db.query(
    `update offers o set ${sets} from sources s where s.network_id = o.network_id and s.id = $1 and o.external_id = $2`,
    [sourceId, externalId],
  )
}

const undo = (runId: number, isPausing = false) => undoRun(world.ports, { runId, actor: 'test', isPausing })

test('an undo shows no offer again that its network forbids', async () => {
  const sourceId = await addSource()
  const second = await run(sourceId, offers(10, { 1: { restrictions: 'No Incent' }, 2: { name: 'Barn' } }))
  assert.equal(second.counts.forbidden, 1)
  assert.deepEqual(await undo(second.runId, true), { putBack: 1, stayed: 1 })
  const now = await stored(sourceId)
  assert.deepEqual([now['1']?.status, now['2']?.name], ['paused', 'Farm 2'])
})

test('an undo of an older run leaves what later runs wrote, and the network goes on to change it', async () => {
  const sourceId = await addSource()
  const second = await run(sourceId, offers(10, { 1: { name: 'Barn' } }))
  await run(sourceId, offers(10, { 1: { name: 'Barn', revenue: '2.40' } }))
  await undo(second.runId)
  assert.deepEqual(
    [(await stored(sourceId))['1']?.name, (await stored(sourceId))['1']?.revenue],
    ['Farm 1', 2_400_000],
  )
  await run(sourceId, offers(10, { 1: { name: 'Barn', revenue: '1.50' } }))
  assert.deepEqual(
    [(await stored(sourceId))['1']?.name, (await stored(sourceId))['1']?.revenue],
    ['Barn', 1_500_000],
  )
})

test('an undo of a run that brought an offer leaves what a person has made of it, also through the next run', async () => {
  const sourceId = await addSource()
  const second = await run(sourceId, offers(11))
  await edit(sourceId, '11', `name = 'Mine', daily_cap = 9`)
  await undo(second.runId)
  assert.equal((await stored(sourceId))['11']?.status, 'paused')
  await run(sourceId)
  const { id: _id, ...now } = (await stored(sourceId))['11'] ?? { id: 0 }
  assert.deepEqual(now, { name: 'Mine', status: 'active', revenue: 2_000_000, cap: 9 })
})

test('a run can be taken back after as many runs as a month has, and for no longer', async () => {
  const sourceId = await addSource()
  const second = await run(sourceId, offers(10, { 1: { name: 'Barn' } }))
  for (let same = 0; same < 55; same += 1) await run(sourceId)
  assert.equal((await undo(second.runId)).putBack, 1)
  const third = await run(sourceId)
  assert.equal(third.state, 'applied')
  world.clock.advance({ days: 31 })
  await assert.rejects(undo(third.runId), /more than 30 days ago/)
})

test('a run that counts stays so, whatever fails after it', async () => {
  const sourceId = await addSource()
  const snapshots = { refresh: () => Promise.reject(new Error('away')) }
  const second = await run(sourceId, offers(10, { 1: { name: 'Barn' } }), { snapshots })
  const kept = await world.ports.store.sourceRuns.findRun(world.ports.db, second.runId)
  assert.deepEqual([second.state, kept?.state], ['applied', 'applied'])
  assert.equal((await undo(second.runId)).putBack, 1)
})

test('a forbidden offer is paused at once, although the rest of its run waits, and so is one whose allowance is taken back', async () => {
  const sourceId = await addSource()
  network.trouble = { total: 20 }
  const waiting = await run(sourceId, offers(10, { 1: { restrictions: 'No Incent' }, 2: { name: 'Barn' } }))
  network.trouble = {}
  assert.equal(waiting.state, 'waiting')
  const now = await stored(sourceId)
  assert.deepEqual([now['1']?.status, now['2']?.name], ['paused', 'Farm 2'])
  const allowance = { sourceId, externalId: '1', actor: 'test' }
  await allowOffer(world.ports, { ...allowance, reason: 'Agreed by mail' })
  await run(sourceId)
  assert.equal((await stored(sourceId))['1']?.status, 'active')
  await allowOffer(world.ports, { ...allowance, reason: null })
  assert.equal((await stored(sourceId))['1']?.status, 'paused')
})

test('an offer that came in a run that waited, and counts later, is missing from the beginning again', async () => {
  const sourceId = await addSource()
  await run(sourceId, offers(9))
  await run(sourceId, offers(9))
  network.trouble = { total: 20 }
  const waiting = await run(sourceId, offers(10))
  network.trouble = {}
  await applyWaiting(world.ports, { runId: waiting.runId, actor: 'test' })
  await run(sourceId, offers(9))
  assert.equal((await stored(sourceId))['10']?.status, 'active')
})

test('a run whose source another process has by now writes nothing, and leaves the other’s run as it is', async () => {
  const sourceId = await addSource()
  const { db, store } = world.ports
  const other = world.ports.newId()
  const random: Needs['random'] = (bytes) => world.ports.random(bytes)
  const stolen: Needs['outgoing'] = {
    ...world.ports.outgoing,
    async send(request, limits) {
      const answer = await world.ports.outgoing.send(request, limits)
      await db.query('update sources set lease = $2 where id = $1', [sourceId, other])
      return answer
    },
  }
  for (const feed of [
    offers(10, { 1: { name: 'Barn' } }),
    offers(10, { 1: { revenue: '99' }, 2: { revenue: '99' } }),
  ]) {
    const lost = await run(sourceId, feed, { outgoing: stolen, random })
    assert.deepEqual([lost.state, lost.cause], ['failed', 'interrupted'])
    const source = await store.sources.findSource(db, sourceId)
    assert.notEqual(source?.leasedUntilMs, null)
    await db.query('update sources set lease = null, leased_until = null where id = $1', [sourceId])
  }
  assert.deepEqual(
    [(await stored(sourceId))['1']?.name, (await stored(sourceId))['1']?.revenue],
    ['Farm 1', 2_000_000],
  )
})

test('a key, or a run, that somebody asks for during a run is not forgotten when that ends', async () => {
  const sourceId = await addSource()
  const { ports } = world
  await updateSource(ports, sourceId, { key: 'another-key-of-tests' })
  const outgoing: Needs['outgoing'] = {
    ...ports.outgoing,
    async send(request, limits) {
      world.clock.advance({ seconds: 1 })
      await updateSource(ports, sourceId, { key: network.key })
      return await ports.outgoing.send(request, limits)
    },
  }
  assert.equal((await run(sourceId, undefined, { outgoing })).cause, 'key_refused')
  const left = await ports.store.sources.findSource(ports.db, sourceId)
  assert.deepEqual([left?.failures, left?.nextRunAtMs], [0, ports.clock.nowMs()])
  await requestRun(ports, sourceId)
  await deleteSource(ports, sourceId)
})

test('a source has a network of its preset for itself, and leads its key nowhere else without it', async () => {
  await world.addNetwork({ slug: 'of-tune', preset: 'tune' })
  const given = { kind: 'everflow', key: network.key, settings: { api_host: network.origin } }
  const told = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (one: unknown) => one,
    )
    return JSON.stringify(error, Object.getOwnPropertyNames(error ?? {}))
  }
  assert.match(await told(createSource(world.ports, { ...given, networkSlug: 'of-tune' })), /speaks as/)
  const sourceId = await addSource()
  assert.match(
    await told(createSource(world.ports, { ...given, name: 'b', networkSlug: `net-${made}` })),
    /has a source/,
  )
  const elsewhere = { settings: { api_host: 'https://evil.example' } }
  assert.match(await told(updateSource(world.ports, sourceId, elsewhere)), /must be given again/)
  await updateSource(world.ports, sourceId, { settings: { time_zone: 'Europe/Berlin' } })
  const { settings } = (await world.ports.store.sources.findSource(world.ports.db, sourceId)) ?? {}
  assert.deepEqual(settings, { api_host: network.origin, time_zone: 'Europe/Berlin' })
})

test('a name that is cut between two halves of a character stops no run', async () => {
  const sourceId = await addSource()
  const named = await run(sourceId, offers(10, { 1: { name: `a${'😀'.repeat(150)}` } }))
  assert.equal(named.state, 'applied', named.message ?? '')
})
