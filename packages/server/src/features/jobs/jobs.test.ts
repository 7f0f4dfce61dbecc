import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { startJob } from './start-job.ts'
import { workOnJob } from './work-on-job.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const nobodyStops = new AbortController().signal

async function start(from = 1_700_000_000): Promise<string> {
  const { ports } = world
  return await startJob(ports, ports.db, { kind: 'stats.rebuild', actor: 'token:test', about: { from } })
}

test('a job is done once, by one of those who look for work', async () => {
  const id = await start()
  const worked = await Promise.all([1, 2, 3].map(() => workOnJob(world.ports, nobodyStops)))
  assert.deepEqual(worked.toSorted(), [false, false, true])
  const job = await world.ports.store.jobs.findJob(world.ports.db, id)
  assert.equal(job?.state, 'done')
  assert.deepEqual(job?.result, { from: '2023-11-14' })
  assert.ok(job?.startedAtMs !== null && job?.finishedAtMs !== null)
})

test('a job whose process is gone is begun anew by another, but not for ever', async () => {
  const { db, store } = world.ports
  const id = await start()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const taken = await store.jobs.takeJob(db, {
      lease: world.ports.newId(),
      leaseMs: -1,
      kinds: [],
      isOnlyThese: false,
    })
    assert.deepEqual([taken?.id, taken?.attempts], [id, attempt])
  }
  assert.equal(await workOnJob(world.ports, nobodyStops), true)
  const job = await store.jobs.findJob(db, id)
  assert.equal(job?.state, 'failed')
  assert.match(job?.error ?? '', /begun 3 times/)
})

test('a job that another process took over is ended by that one alone', async () => {
  const { db, store } = world.ports
  const id = await start()
  const [first, second] = [world.ports.newId(), world.ports.newId()]
  await store.jobs.takeJob(db, { lease: first, leaseMs: -1, kinds: [], isOnlyThese: false })
  await store.jobs.takeJob(db, { lease: second, leaseMs: 60_000, kinds: [], isOnlyThese: false })
  const end = { id, done: 1, result: {}, error: null }
  assert.equal(await store.jobs.keepJob(db, { id, lease: first, leaseMs: 1, done: 5, total: 9 }), false)
  assert.equal(await store.jobs.endJob(db, { ...end, lease: first }), false)
  assert.equal(await store.jobs.endJob(db, { ...end, lease: second }), true)
})

test('a job that cannot be done says why, and one of an unknown kind fails', async () => {
  const { ports } = world
  const id = ports.newId()
  const row = { id, kind: 'unheard.of', actor: 'x', about: {}, payload: Buffer.from('x'), nowMs: 0 }
  await ports.store.jobs.insertJob(ports.db, row)
  await workOnJob(ports, nobodyStops)
  assert.match((await ports.store.jobs.findJob(ports.db, id))?.error ?? '', /does not know/)
  const [kept] = await ports.db.query<{ payload: unknown }>('select payload from jobs where id = $1', [id])
  assert.equal(kept?.payload, null)
})
