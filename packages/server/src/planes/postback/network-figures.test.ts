import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { reportStats } from '../../features/stats/report-stats.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function report(slug: string, count: number): Promise<void> {
  const { postbackUrl } = await world.addNetwork({ slug })
  const offerId = await world.addOffer({ payout: '1', revenue: '2' }, slug)
  for (let at = 0; at < count; at += 1) {
    const clickId = await followOffer(world, { offerId, userId: `${slug}-${at}` })
    const query = { click_id: clickId, payout: '2', status: 'approved' }
    assert.equal((await world.get(new URL(postbackUrl).pathname, { query })).statusCode, 200)
  }
}

const metrics = async () => (await world.open.meters.print()).text

test('postbacks are counted by network; of nobody known under "unknown"', async () => {
  await report('counted', 2)
  await tell(world, { query: { click_id: world.ports.newId(), payout: '1', status: 'approved' } })
  const text = await metrics()
  assert.match(text, /quoin_postbacks_total\{network="counted",outcome="applied"\} 2/)
  assert.match(text, /quoin_postbacks_total\{network="unknown",outcome="unmatched"\} 1/)
})

test('silence is told of a network that usually sends, and of no other', async () => {
  await report('busy', 10)
  await report('rare', 2)
  world.clock.advance({ seconds: 3_600 })
  await world.open.networkActivity.refresh()
  const text = await metrics()
  assert.match(text, /quoin_postback_silence_seconds\{network="busy"\} 36\d\d/)
  assert.doesNotMatch(text, /quoin_postback_silence_seconds\{network="rare"\}/)
  world.clock.advance({ seconds: 8 * 86_400 })
  await world.open.networkActivity.refresh()
  assert.doesNotMatch(await metrics(), /quoin_postback_silence_seconds\{network="busy"\}/)
})

test('statistics are told by network', async () => {
  await report('told', 3)
  const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
  const figures = await reportStats(world.ports, {
    from: day,
    to: day,
    interval: 'total',
    timezone: 'UTC',
    groupBy: ['network'],
    appId: null,
    offerId: null,
    country: null,
    platform: null,
    subId: null,
    status: null,
  })
  const told = figures.find(({ keys }) => keys[0] === 'told')
  assert.deepEqual([told?.clicks, told?.conversions.approved], [3n, 3n])
})
