import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import type { Ports } from '../../../ports/ports.ts'
import { updateNetwork } from '../../networks/update-network.ts'
import { decideReviews } from './decide-reviews.ts'

let world: World
before(async () => {
  world = await createWorld()
  await updateNetwork({ ...world.ports, actor: 'test' }, 'demo', { onChangedPayout: 'update' })
})
after(() => world.close())

/** Ports by which something else happens once, between a look at a conversion and its locks. */
function interrupted(between: () => Promise<unknown>): Ports {
  const { ports } = world
  const { conversions } = ports.store
  let isDone = false
  const findConversion: typeof conversions.findConversion = async (db, id) => {
    const found = await conversions.findConversion(db, id)
    if (!isDone) {
      isDone = true
      await between()
    }
    return found
  }
  return { ...ports, store: { ...ports.store, conversions: { ...conversions, findConversion } } }
}

for (const decision of ['confirm', 'refuse'] as const) {
  test(`${decision}: what is reported at the very moment of a decision is not decided unseen`, async () => {
    const offerId = await world.addOffer({ payout: '1', payout_share: '50%', revenue: '2' })
    const click_id = await followOffer(world, { offerId, userId: decision, userAgent: 'curl/8' })
    const report = (payout: string) => tell(world, { query: { click_id, payout, status: 'approved' } })
    const { conversion_id: id } = (await report('2')).json().data
    const ask = { conversions: [{ id, version: 1 }], decision, despite: [], note: '', actor: 'ops' } as const
    const [decided] = await decideReviews(
      interrupted(() => report('4')),
      ask,
    )
    assert.deepEqual([decided?.outcome, decided?.status], ['changed', 'pending'])
    const now = await world.ports.store.conversions.findConversion(world.ports.db, id)
    assert.deepEqual([now?.status, now?.reason, now?.version], ['pending', 'bot', 2])
    const [again] = await decideReviews(world.ports, { ...ask, conversions: [{ id, version: 2 }] })
    assert.equal(again?.outcome, 'done')
  })
}
