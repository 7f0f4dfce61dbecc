import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { reportStats } from './report-stats.ts'
import { reportTopStats } from './report-top-stats.ts'

let world: World
const offerIds: number[] = []
/** Clicks of each offer, and how many of them are told of as approved. */
const amounts = [
  [2, 2],
  [5, 1],
  [1, 0],
  [4, 3],
] as const

before(async () => {
  world = await createWorld()
  for (const [index, [clicks, approved]] of amounts.entries()) {
    const offerId = await world.addOffer({ name: `Offer ${index}`, payout: 1 + index })
    offerIds.push(offerId)
    for (let nth = 0; nth < clicks; nth += 1) {
      const clickId = await followOffer(world, { offerId, userId: `user-${index}-${nth}` })
      if (nth >= approved) continue
      assertSuccess(await tell(world, { query: { click_id: clickId, payout: '9', status: 'approved' } }))
    }
    // Some of it is rolled up, and some is not yet.
    if (index === 1) await rollUpAll(world.ports)
  }
})
after(() => world.close())

function request(groupBy: 'offer' | 'network' | 'app' | 'country') {
  const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
  const anything = { offerId: null, country: null, platform: null, subId: null, status: null }
  const shape = { from: day, to: day, interval: 'total', timezone: 'UTC', groupBy: [groupBy] } as const
  return { ...anything, ...shape, appId: world.app.appId as number | null, top: 2, topBy: 'clicks' as const }
}

/** The counted figures; the times of rows aside. */
const figuresOf = ({
  clicks,
  conversions,
  payoutMicros,
}: Awaited<ReturnType<typeof reportStats>>[number]) => ({
  clicks: Number(clicks),
  approved: Number(conversions.approved),
  payout: Number(payoutMicros.approved) / 1e6,
})

test('the offers with the most of a figure come in that order, the others are one row, and the total is of all', async () => {
  for (const appId of [world.app.appId, null]) {
    const asked = { ...request('offer'), appId }
    for (const [topBy, places] of [
      ['clicks', [1, 3]],
      ['conversions', [3, 0]],
      ['payout', [3, 0]],
    ] as const) {
      const told = await reportTopStats(world.ports, { ...asked, topBy })
      assert.deepEqual(
        told.rows.map(({ keys }) => keys[0]),
        places.map((place) => offerIds[place]),
        topBy,
      )
      assert.equal(told.groups, 4)
      const sumOf = (chosen: readonly number[]) => ({
        clicks: chosen.reduce((sum, place) => sum + (amounts[place]?.[0] ?? 0), 0),
        approved: chosen.reduce((sum, place) => sum + (amounts[place]?.[1] ?? 0), 0),
        payout: chosen.reduce((sum, place) => sum + (amounts[place]?.[1] ?? 0) * (1 + place), 0),
      })
      const left = [0, 1, 2, 3].filter((place) => !places.some((one) => one === place))
      assert.deepEqual(told.others && figuresOf(told.others), sumOf(left), topBy)
      assert.deepEqual(told.total && figuresOf(told.total), sumOf([0, 1, 2, 3]), topBy)
    }
  }
})

test('each row of the largest groups is the row of the whole report', async () => {
  for (const group of ['offer', 'network', 'app', 'country'] as const) {
    const asked = { ...request(group), appId: null, top: 10 }
    const { rows, others, groups } = await reportTopStats(world.ports, asked)
    const whole = await reportStats(world.ports, asked)
    const byKey = (some: typeof rows) => new Map(some.map((row) => [row.keys[0], row]))
    assert.deepEqual(byKey(rows), byKey(whole), group)
    assert.equal(others, undefined, group)
    assert.equal(groups, whole.length, group)
  }
})

test('the largest of several groups, of days or of statuses are refused', async () => {
  const asked = request('offer')
  for (const wrong of [
    { groupBy: ['offer', 'country'] as const },
    { groupBy: [] },
    { groupBy: ['status'] as const },
    { interval: 'day' as const },
  ])
    await assert.rejects(reportTopStats(world.ports, { ...asked, ...wrong }), /parameters: top/)
})

test('a time without anything has no row, no others and no total', async () => {
  const asked = { ...request('offer'), from: '2025-01-01', to: '2025-01-02' }
  assert.deepEqual(await reportTopStats(world.ports, asked), {
    rows: [],
    others: undefined,
    total: undefined,
    groups: 0,
  })
})
