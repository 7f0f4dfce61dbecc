import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { updateNetwork } from '../networks/update-network.ts'
import { tryImport } from '../catalogue/import-file/try-import.ts'
import { importRates } from './import-rates.ts'
import { rerateOffers } from './rerate-offers.ts'
import { setMargin } from './set-margin.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
})
after(() => world.close())

async function rate(currency: string, usd: string, day = '2026-11-21'): Promise<void> {
  const entries = (async function* () {
    yield { line: 1, row: { currency, day, usd } }
  })()
  assert.equal((await importRates(world.ports, { entries, actor: 'ops' })).refused, 0)
}

async function stored(id: number) {
  const offer = await world.ports.store.offers.findStoredOffer(world.ports.db, id)
  assert.ok(offer)
  return offer
}

async function conversionOf(clickId: string) {
  const [row] = await world.ports.db.query<{
    payout: number
    revenue: number
    currency: string
    status: string
  }>(
    `select payout_micros as payout, revenue_micros as revenue, reported_currency as currency, status
     from conversions where click_id = $1`,
    [clickId],
  )
  return row
}

test('a new rate tells the revenues of offers in USD anew, with their prices and goals, and once', async () => {
  await rate('EUR', '1.10')
  const prices = [{ countries: ['DE'], payout: '1', revenue: '3' }]
  const id = await world.addOffer({ currency: 'EUR', payout: '1', revenue: '2', prices })
  const goals = [{ goal: 'level', name: 'Level', payout: '1', revenue: '5' }]
  const stepped = await world.addOffer({ currency: 'EUR', payout: null, revenue: null, goals })
  const before = await stored(id)
  assert.deepEqual([before.revenueMicros, before.prices[0]?.revenueMicros], [2_200_000, 3_300_000])
  world.clock.advance({ seconds: 1 })
  await rate('EUR', '1.20')
  const after = await stored(id)
  assert.deepEqual(
    [after.revenueMicros, after.foreignMicros, after.prices[0]?.revenueMicros, after.payoutMicros],
    [2_400_000, 2_000_000, 3_600_000, 1_000_000],
  )
  const { revenueMicros, goals: told } = await stored(stepped)
  assert.deepEqual([revenueMicros, told[0]?.revenueMicros], [6_000_000, 6_000_000])
  assert.equal(await rerateOffers(world.ports), 0)
})

test('a click earns by the rate of its moment where a margin decides, and a file with the same amounts changes nothing', async () => {
  await rate('EUR', '1.00')
  const id = await world.addOffer({ external_id: 'same', currency: 'EUR', payout: '1', revenue: '2' })
  await setMargin(world.ports, { offerId: id, appId: null, country: null, basisPoints: 5_000, actor: 'ops' })
  world.clock.advance({ seconds: 1 })
  const early = await followOffer(world, { offerId: id, userId: 'early' })
  world.clock.advance({ seconds: 1 })
  await rate('EUR', '1.50')
  world.clock.advance({ seconds: 1 })
  const late = await followOffer(world, { offerId: id, userId: 'late' })
  for (const click_id of [early, late]) {
    await tell(world, { query: { click_id, payout: '2', currency: 'EUR', status: 'approved' } })
  }
  assert.deepEqual(await conversionOf(early), {
    payout: 1_000_000,
    revenue: 3_000_000,
    currency: 'EUR',
    status: 'approved',
  })
  assert.equal((await conversionOf(late))?.payout, 1_500_000)
  const network = world.ports.snapshots.networks().findNetwork((await stored(id)).networkId)
  assert.ok(network)
  const { externalId, name } = await stored(id)
  const row = {
    external_id: externalId,
    name,
    description: 'Finish the task.',
    categories: 'games',
    currency: 'EUR',
    payout: '1',
    revenue: '2',
    destination_url: 'https://offers.example/go?click_id={click_id}',
  }
  const file = { name: 'same.json', bytes: Buffer.from(JSON.stringify([row])) }
  const trial = await tryImport(world.ports, { network, file, mapping: {} })
  assert.deepEqual([trial.counts.unchanged, trial.counts.changed], [1, 0])
})

test('an offer in a currency without a fresh rate is held with the reason, and known ones keep their last amounts', async () => {
  await assert.rejects(world.addOffer({ currency: 'TRY', payout: '1', revenue: '100' }), /no exchange rate/)
  await rate('SEK', '0.10', '2026-11-14')
  const id = await world.addOffer({ currency: 'SEK', payout: '1', revenue: '20' })
  world.clock.advance({ seconds: 86_400 })
  assert.equal(await rerateOffers(world.ports), 0)
  assert.equal((await stored(id)).revenueMicros, 2_000_000)
})

test('reports and offers that name no currency are in that of their network', async () => {
  await rate('GBP', '1.25')
  await world.addNetwork({ slug: 'pounds', proof: 'none' })
  await updateNetwork(world.ports, 'pounds', { currency: 'GBP' })
  const [id = 0, inUsd = 0] = await world.addOffers(
    [
      { payout: '1', revenue: '2' },
      { currency: 'USD', payout: '1', revenue: '2' },
    ],
    'pounds',
  )
  assert.deepEqual([(await stored(id)).currency, (await stored(id)).revenueMicros], ['GBP', 2_500_000])
  assert.deepEqual([(await stored(inUsd)).currency, (await stored(inUsd)).revenueMicros], [null, 2_000_000])
  const clickId = await followOffer(world, { offerId: id, userId: 'pounds' })
  assertSuccess(await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } }))
  const { currency, revenue } = (await conversionOf(clickId)) ?? {}
  assert.deepEqual([currency, revenue], ['GBP', 2_500_000])
})
