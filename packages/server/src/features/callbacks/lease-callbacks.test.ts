import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { leaseCallbacks } from './lease-callbacks.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a callback that was claimed and could not be read waits for no lease', async () => {
  const { ports } = world
  const { id } = await addEndpoint(ports.db, { appId: world.app.appId })
  await ports.snapshots.refresh('apps')
  const clickId = await followOffer(world, { offerId: await world.addOffer(), userId: 'u' })
  await tell(world, { query: { click_id: clickId, payout: '1.50', status: 'approved' } })
  const allowance = [{ endpointId: id, allowance: 1 }]
  const unread = () => Promise.reject(new Error('it took too long'))
  const store = { ...ports.store, callbackFacts: { ...ports.store.callbackFacts, listFacts: unread } }
  await assert.rejects(leaseCallbacks({ ...ports, store }, allowance), /took too long/)
  const { jobs } = await leaseCallbacks(ports, allowance)
  assert.deepEqual(
    jobs.map(({ endpointId, attempt }) => [endpointId, attempt]),
    [[id, 1]],
  )
})

test('one endpoint whose room goes to callbacks that wait has all of them put off at once', async () => {
  const { ports, clock } = world
  const { id } = await addEndpoint(ports.db, { appId: world.app.appId, name: 'waits' })
  await ports.snapshots.refresh('apps')
  await ports.db.query(
    `insert into callbacks (id, endpoint_id, conversion_id, version, event_type, next_attempt_at)
     select gen_random_uuid(), $1, conversion, version, 'conversion.approved',
       to_timestamp($2::bigint / 1000.0) + case version when 1 then interval '2 hours' else interval '-1 second' end
     from (select gen_random_uuid() as conversion from generate_series(1, 20)) c, generate_series(1, 2) version`,
    [id, clock.nowMs()],
  )
  assert.deepEqual(await leaseCallbacks(ports, [{ endpointId: id, allowance: 4 }]), {
    jobs: [],
    fullIds: [id],
  })
  const [due] = await ports.db.query<{ count: number }>(
    `select count(*) from callbacks
     where endpoint_id = $1 and next_attempt_at <= to_timestamp($2::bigint / 1000.0)`,
    [id, clock.nowMs()],
  )
  assert.equal(due?.count, 0)
})
