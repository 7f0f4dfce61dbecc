import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findSession: () => undefined,
      findToken: (token) => ({ id: token, name: token, role: 'operator' }),
    },
  })
})
after(() => world.close())

async function whyOf(offerId: number, userId: string): Promise<string> {
  const click_id = await followOffer(world, { offerId, userId })
  await tell(world, { query: { click_id, payout: '1.50', status: 'approved' } })
  const headers = { authorization: 'Bearer ada' }
  const { data } = (await world.get(`/operator/v1/clicks/${click_id}/story`, { headers })).json()
  const steps: readonly { title: string; why: string }[] = data.steps
  return steps.find(({ title }) => title.startsWith('Makes it a conversion'))?.why ?? 'no such step'
}

test('the story of a click says where its network pays something else than the price of the click', async () => {
  const prices = [{ platforms: ['android'], payout: '0.50', revenue: '2.25' }]
  const other = await world.addOffer({ payout: '1', revenue: '1.50', prices })
  assert.match(
    await whyOf(other, 'one'),
    /It pays 1\.50 USD, and its price for ZZ on android was 2\.25 USD at the click\.$/,
  )
  const same = await world.addOffer({ payout: '1', revenue: '1.50' })
  assert.doesNotMatch(await whyOf(same, 'two'), /its price/)
})
