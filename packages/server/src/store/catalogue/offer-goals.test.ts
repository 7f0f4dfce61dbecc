import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { findStoredOffer, listOffersAfter, upsertOffers } from './offers.ts'

let database: TestDatabase
let networkId = 0
before(async () => {
  database = await createTestDatabase()
  const [row] = await database.database.query<{ id: number }>(
    `insert into networks (slug, name) values ('n', 'N') returning id`,
  )
  networkId = row?.id ?? 0
})
after(() => database.drop())

const install = { goal: 'install', name: 'Install', payout: '0.5', revenue: '0.8' }
const level = {
  goal: 'level-10',
  name: 'Reach level 10',
  payout: '4',
  revenue: '6',
  deadline: '7d',
  external_id: 'E9',
}

function offerOf(externalId: string, goals: readonly object[]): OfferInput {
  const terms = goals.length === 0 ? { payout: '1', revenue: '2' } : {}
  const row = {
    external_id: externalId,
    name: externalId,
    url: 'https://o.example/?c={click_id}',
    goals,
    ...terms,
  }
  const reading = readOfferRow(row)
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading.offer
}

async function idOf(externalId: string): Promise<number> {
  const [row] = await database.database.query<{ id: number }>(
    'select id from offers where external_id = $1',
    [externalId],
  )
  return row?.id ?? 0
}

/** The goals of an offer as they are stored: key, payout, default, retired. */
async function stored(externalId: string) {
  const offer = await findStoredOffer(database.database, await idOf(externalId))
  return offer?.goals.map(({ goal, payoutMicros, isDefault, isRetired }) => [
    goal,
    payoutMicros,
    isDefault,
    isRetired,
  ])
}

async function listed(externalId: string) {
  const id = await idOf(externalId)
  const [offer] = await listOffersAfter(database.database, { afterId: id - 1, limit: 1 })
  return offer?.goals
}

const nowMs = Date.UTC(2026, 10, 21)

test('goals are read as they were written, and an offer without any has none', async () => {
  const given = [offerOf('a', [install, level]), offerOf('b', [])]
  assert.deepEqual(await upsertOffers(database.database, networkId, { offers: given, nowMs }), {
    created: 2,
    updated: 0,
  })
  assert.deepEqual(
    await listed('a'),
    given[0]?.goals.map((goal) => ({ ...goal, foreignMicros: null })),
  )
  assert.deepEqual(await listed('b'), [])
})

test('another import changes terms, order and default, retires what is gone and brings it back', async () => {
  const { database: db } = database
  await upsertOffers(db, networkId, {
    offers: [offerOf('c', [install, level]), offerOf('d', [install])],
    nowMs,
  })
  await upsertOffers(db, networkId, {
    offers: [offerOf('c', [{ ...level, payout: '5', default: 'yes' }, install])],
    nowMs,
  })
  assert.deepEqual(await stored('c'), [
    ['level-10', 5_000_000, true, false],
    ['install', 500_000, false, false],
  ])
  await upsertOffers(db, networkId, { offers: [offerOf('c', [install])], nowMs })
  assert.deepEqual(await stored('c'), [
    ['install', 500_000, true, false],
    ['level-10', 5_000_000, true, true],
  ])
  assert.equal((await listed('c'))?.length, 1)
  await upsertOffers(db, networkId, { offers: [offerOf('c', [])], nowMs })
  assert.deepEqual(await listed('c'), [])
  await upsertOffers(db, networkId, { offers: [offerOf('c', [install, level])], nowMs })
  assert.deepEqual(await stored('c'), [
    ['install', 500_000, true, false],
    ['level-10', 4_000_000, false, false],
  ])
  // Nobody else's goals were touched.
  assert.deepEqual(await stored('d'), [['install', 500_000, true, false]])
})

test('when a goal ceases to be the default is kept, the latest sixteen times', async () => {
  const { database: db } = database
  const ends = async () => {
    const offer = await findStoredOffer(db, await idOf('e'))
    return offer?.goals.map(({ goal, defaultEndsMs }) => [goal, defaultEndsMs.length])
  }
  const importAs = (goals: readonly object[]) =>
    upsertOffers(db, networkId, { offers: [offerOf('e', goals)], nowMs })
  await importAs([install, level])
  await importAs([install, level])
  assert.deepEqual(await ends(), [
    ['install', 0],
    ['level-10', 0],
  ])
  await importAs([install, { ...level, default: 'yes' }])
  await importAs([install])
  await importAs([install])
  assert.deepEqual(await ends(), [
    ['install', 1],
    ['level-10', 1],
  ])
  for (let time = 0; time < 20; time += 1) {
    await importAs([install, { ...level, default: 'yes' }])
    await importAs([install, level])
  }
  assert.deepEqual(await ends(), [
    ['install', 16],
    ['level-10', 16],
  ])
})
