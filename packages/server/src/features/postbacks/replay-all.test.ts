import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer } from '../../../../../test/support/conversions.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { updateNetwork } from '../networks/update-network.ts'
import { startJob } from '../jobs/start-job.ts'
import { replayAll } from './replay-all.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** One more than a page of a replay holds, and what is refused for another reason. */
const unknownWords = 101
const tooEarly = 2

interface Result {
  readonly applied: number
  readonly duplicate: number
  readonly kept: number
  readonly none: number
  readonly still_refused: readonly { readonly why: string; readonly count: number }[]
}

async function replay(sinceSec: number) {
  const { ports } = world
  const { db, newId, store } = ports
  const about = { slug: 'replayed', from: sinceSec }
  const id = await startJob(ports, db, { kind: 'postbacks.replay', actor: 'dana', about })
  const lease = newId()
  const job = await store.jobs.takeJob(db, { lease, leaseMs: 60_000, kinds: [], isOnlyThese: false })
  assert.ok(job)
  const told: number[] = []
  const { done, result } = await replayAll(ports, job, (progress) => void told.push(progress.done))
  assert.equal(await store.jobs.endJob(db, { id, lease, done, result, error: null }), true)
  return { done, told, result: result as Result }
}

test('a replay of a network goes through all pages since its time, and says why the rest is refused still', async () => {
  const { postbackUrl } = await world.addNetwork({ slug: 'replayed' })
  const offerId = await world.addOffer({ payout: '1', revenue: '2' }, 'replayed')
  const clickId = await followOffer(world, { offerId, userId: 'u1' })
  const send = async (changes: object) => {
    const query = { click_id: clickId, payout: '2', status: 'sold', ...changes }
    assert.equal((await world.get(new URL(postbackUrl).pathname, { query })).statusCode, 400)
  }
  for (let sent = 0; sent < tooEarly; sent += 1) await send({ status: 'reversed' })
  world.clock.advance({ seconds: 1 })
  for (let sent = 0; sent < unknownWords; sent += 1) await send({})
  const isLogged = async () => {
    const { db, store } = world.ports
    const rows = await store.postbackRequests.listRequestsOfClick(db, clickId, unknownWords + tooEarly)
    return rows.length === unknownWords + tooEarly
  }
  await until(isLogged, 'the refusals are logged')
  const nowSec = Math.floor(world.ports.clock.nowMs() / 1000)

  const later = await replay(nowSec + 3600)
  assert.deepEqual([later.done, later.told], [0, [0]], 'none came after that time')

  const before = await replay(nowSec - 3600)
  assert.deepEqual(before.told, [100, unknownWords + tooEarly], 'progress is told after each page')
  assert.equal(before.done, unknownWords + tooEarly)
  const why = before.result.still_refused
  assert.deepEqual(
    why.map(({ count }) => count),
    [unknownWords, tooEarly],
    'the most frequent reason comes first',
  )
  assert.match(why[0]?.why ?? '', /status/)
  assert.match(why[1]?.why ?? '', /reversed/)

  await updateNetwork(world.ports, 'replayed', { statusWords: { sold: 'approved' } })
  const { result } = await replay(nowSec - 3600)
  const { still_refused: _still, ...counts } = result
  assert.deepEqual(counts, { applied: 1, duplicate: unknownWords - 1, kept: tooEarly, none: 0 })
})
