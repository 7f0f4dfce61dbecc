import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { until } from '../../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { setCap } from '../../../features/caps/set-cap.ts'

let world: World
before(async () => {
  const findToken = (token: string) => ({ id: token, name: token, role: 'analyst' as const })
  world = await createWorld({ people: { findSession: () => undefined, findToken } })
})
after(() => world.close())

async function listCapped(): Promise<readonly string[]> {
  const headers = { authorization: 'Bearer ada' }
  const answer = await world.get('/operator/v1/offers', { headers, query: { status: 'capped' } })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.ok(answer.json().data.every(({ capped }: { readonly capped: boolean }) => capped))
  return answer.json().data.map(({ id }: { readonly id: string }) => id)
}

test('those whose cap is used up are found by it, and no others', async () => {
  const [full, free] = [await world.addOffer({ repeatable: 'yes' }), await world.addOffer({})]
  assert.deepEqual(await listCapped(), [])
  const nobody = { networkId: null, appId: null, userId: null, isPerUser: false, actor: 'test' }
  for (const offerId of [full, free])
    await setCap(world.ports, { ...nobody, offerId, period: 'total', count: 1 })
  const clickId = await followOffer(world, { offerId: full, userId: 'ann' })
  await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
  await until(async () => (await listCapped()).length > 0, 'the cap is known to be used up')
  assert.deepEqual((await listCapped()).map(Number), [full])
})
