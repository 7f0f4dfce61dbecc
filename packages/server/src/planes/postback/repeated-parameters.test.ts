import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { followOffer } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }

for (const [way, makeRequest] of [
  ['query', (id: string) => ({ path: `/postback?click_id=${id}&payout=1&status=pending&status=approved` })],
  [
    'form',
    (id: string) => ({
      method: 'POST',
      path: '/postback',
      headers: form,
      body: `click_id=${id}&payout=1&status=pending&status=approved`,
    }),
  ],
  [
    'JSON',
    (id: string) => ({
      method: 'POST',
      path: '/postback',
      body: `{"click_id":"${id}","payout":1,"status":"pending","status":"approved"}`,
    }),
  ],
] as const) {
  test(`the first of a postback's repeated parameters counts: ${way}`, async () => {
    const clickId = await followOffer(world, { offerId: await world.addOffer() })
    const { status } = assertSuccess<{ status: string }>(await world.call(makeRequest(clickId)))
    assert.equal(status, 'pending')
  })
}
