import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { rollUpAll } from '../../../../../../test/support/roll-up-all.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { createPublisherToken } from '../../../features/people/publisher-tokens.ts'

const daySec = 86_400
let world: World
let token: string
before(async () => {
  world = await createWorld()
  const { publisherId } = world.app
  const made = await createPublisherToken(
    { ...world.ports, actor: 'test' },
    { publisherId, name: 'figures', role: 'analyst', expiresAtMs: null },
  )
  token = made.token
})
after(() => world.close())

async function listApps() {
  const headers = { authorization: `Bearer ${token}` }
  return assertSuccess<readonly Record<string, unknown>[]>(
    await world.get('/manage/v1/apps', { headers }),
    200,
  )
}

async function convert(userId: string, { offerId, status }: { offerId: number; status: string }) {
  const clickId = await followOffer(world, { offerId, userId })
  await tell(world, { query: { click_id: clickId, payout: '1.5', status, txn_id: clickId } })
}

test('an app tells what it earned in 7 and in 30 days; what is older, pending or of test mode is in neither', async () => {
  const offerId = await world.addOffer({ payout: '1', revenue: '1.5' })
  const none = { clicks: 0, conversions: 0, earned: '0' }
  const [fresh] = await listApps()
  assert.deepEqual([fresh?.['last_7_days'], fresh?.['last_30_days']], [none, none])
  await convert('long-ago', { offerId, status: 'approved' })
  world.clock.advance({ seconds: 30 * daySec })
  await convert('this-month', { offerId, status: 'approved' })
  world.clock.advance({ seconds: 20 * daySec })
  await convert('this-week', { offerId, status: 'approved' })
  await convert('undecided', { offerId, status: 'pending' })
  await rollUpAll(world.ports)
  const [app] = await listApps()
  assert.deepEqual(app?.['last_7_days'], { clicks: 2, conversions: 1, earned: '1' })
  assert.deepEqual(app?.['last_30_days'], { clicks: 3, conversions: 2, earned: '2' })
})
