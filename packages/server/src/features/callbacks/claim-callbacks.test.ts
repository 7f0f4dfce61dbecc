import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { claimCallbacks } from './claim-callbacks.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('what was claimed and could not be read waits for no lease', async () => {
  const { ports } = world
  const { id } = await addEndpoint(ports.db, { appId: world.app.appId })
  await ports.snapshots.refresh('apps')
  const clickId = await followOffer(world, { offerId: await world.addOffer(), userId: 'u' })
  await tell(world, { query: { click_id: clickId, payout: '1.50', status: 'approved' } })
  const room = [{ endpointId: id, room: 1 }]
  const unread = () => Promise.reject(new Error('it took too long'))
  const store = { ...ports.store, callbackFacts: { ...ports.store.callbackFacts, listFacts: unread } }
  await assert.rejects(claimCallbacks({ ...ports, store }, room), /took too long/)
  const { jobs } = await claimCallbacks(ports, room)
  assert.deepEqual(
    jobs.map(({ endpointId, attempt }) => [endpointId, attempt]),
    [[id, 1]],
  )
})
