import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { capKeys } from '@quoin/core/conversions/caps.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { applyPostbacks } from '../../features/postbacks/apply-postbacks.ts'
import { lockCapUse, readCapUse } from '../caps/cap-counters.ts'
import { listCappedOfferIds, listTakenOfferIds, writeChanges } from './conversions.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const today = '2026-11-21'

test('an offer that a user has completed or pending is taken; lost and repeatable ones are not', async () => {
  const [approved, pending, rejected, reversed, repeatable, tested, untouched] = await Promise.all([
    world.addOffer(),
    world.addOffer(),
    world.addOffer(),
    world.addOffer(),
    world.addOffer({ isRepeatable: true }),
    world.addOffer(),
    world.addOffer(),
  ])
  const say = async (offerId: number, words: readonly string[], changes = {}) => {
    const clickId = await world.addClick(offerId, { userId: 'taker', ...changes })
    await applyPostbacks(
      world.ports,
      words.map((word) => world.report(clickId, { word })),
    )
  }
  await say(approved, ['approved'])
  await say(pending, ['pending'])
  await say(rejected, ['rejected'])
  await say(reversed, ['approved', 'reversed'])
  await say(repeatable, ['approved'])
  await say(tested, ['approved'], { isTest: true })
  const { appId } = world
  const users = [
    { appId, userId: 'nobody', isTest: false },
    { appId, userId: 'taker', isTest: false },
    { appId, userId: 'taker', isTest: true },
    { appId: appId + 1, userId: 'taker', isTest: false },
    { appId, userId: 'TAKER', isTest: false },
  ]
  const rows = await listTakenOfferIds(world.database, users)
  const pairs = rows.map(({ index, offerId }) => `${index} ${offerId}`)
  assert.deepEqual(pairs.sort(), [`1 ${approved}`, `1 ${pending}`, `2 ${tested}`].sort())
  assert.ok(!rows.some(({ offerId }) => offerId === untouched))
  assert.deepEqual(await listTakenOfferIds(world.database, []), [])
})

test('capped offers are found by the counters that core names, by day and in all', async () => {
  const [daily, total, zero, free] = await Promise.all([
    world.addOffer({ dailyCap: 2 }),
    world.addOffer({ totalCap: 2 }),
    world.addOffer({ dailyCap: 0 }),
    world.addOffer(),
  ])
  const use = async (offerId: number, used: number) => {
    const keys = capKeys(offerId, today)
    for (const key of [keys.daily, keys.total]) {
      await world.database.query(
        'insert into cap_counters values ($1, $2) on conflict (key) do update set used = $2',
        [key, used],
      )
    }
  }
  const capped = async (day = today) => {
    const ids = await listCappedOfferIds(world.database, [{ networkId: world.networkId, day }])
    return ids.filter((id) => [daily, total, zero, free].includes(id)).sort((a, b) => a - b)
  }
  for (const offerId of [daily, total, free]) await use(offerId, 1)
  assert.deepEqual(await capped(), [zero])
  for (const offerId of [daily, total, free]) await use(offerId, 2)
  assert.deepEqual(
    await capped(),
    [daily, total, zero].sort((a, b) => a - b),
  )
  assert.deepEqual(
    await capped('2026-11-22'),
    [total, zero].sort((a, b) => a - b),
  )
})

test('a counter begins with what is counted when it is asked for, and only then', async () => {
  const offerId = await world.addOffer()
  const clicks = await Promise.all(['a', 'b', 'c'].map((userId) => world.addClick(offerId, { userId })))
  await applyPostbacks(
    world.ports,
    clicks.map((clickId) => world.report(clickId)),
  )
  const { daily, total } = capKeys(offerId, today)
  const own = { capId: null, networkId: null, offerId, appId: null, userId: null, measure: 'count' } as const
  const counters = (isAsked: boolean) => [
    { ...own, key: daily, day: today, isAsked },
    { ...own, key: total, day: null, isAsked },
  ]
  const { database } = world
  const all = new Map([
    [daily, 3],
    [total, 3],
  ])
  assert.deepEqual(await readCapUse(database, counters(true)), all)
  assert.deepEqual(await database.transaction((tx) => lockCapUse(tx, counters(false))), new Map())
  assert.deepEqual(await database.transaction((tx) => lockCapUse(tx, counters(true))), all)
  const capMoves = [{ key: daily, delta: -1 }]
  const nothing = { created: [], moved: [], events: [], entries: [], requests: [], callbacks: [] }
  await database.transaction(async (tx) => writeChanges(tx, { ...nothing, capMoves }))
  assert.equal((await readCapUse(database, counters(false))).get(daily), 2)
})
