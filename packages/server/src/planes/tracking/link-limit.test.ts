import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld({ environment: { LINKS_PER_MINUTE: '5' } })
  offerId = await world.addOffer()
})
after(() => world.close())

function follow(address: string) {
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'user' }
  return world.get('/track', { query, address })
}

async function statuses(addresses: readonly string[]): Promise<number[]> {
  const answers = []
  for (const address of addresses) answers.push((await follow(address)).statusCode)
  return answers
}

test('links have a limit of their own per public address, and say when to come back', async () => {
  assert.deepEqual(await statuses(Array(6).fill('8.8.8.8')), [302, 302, 302, 302, 302, 429])
  const refused = await follow('8.8.8.8')
  assert.equal(refused.json().error.code, 'RATE_LIMIT_EXCEEDED')
  assert.equal(refused.headers['retry-after'], '60')
  assert.deepEqual(await statuses(['8.8.4.4']), [302])
  world.clock.advance({ seconds: 60 })
  assert.deepEqual(await statuses(['8.8.8.8']), [302])
})

test('an IPv6 customer counts as one, and a machine of ours as nobody', async () => {
  const addresses = Array.from({ length: 6 }, (_, host) => `2001:4860:4860::${host + 1}`)
  assert.deepEqual(await statuses(addresses), [302, 302, 302, 302, 302, 429])
  assert.deepEqual(await statuses(Array(7).fill('127.0.0.1')), Array(7).fill(302))
})
