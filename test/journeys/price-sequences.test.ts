import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { diceOf } from '../support/dice.ts'
import { PriceScene } from '../support/price-scene.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  const environment = {
    RATE_LIMIT_PER_MINUTE: '1000000',
    COUNTRY_HEADER: 'x-country',
    TRUST_PROXY: '127.0.0.1',
  }
  world = await createWorld({ environment })
})
after(() => world.close())

/** A few seconds; the long form is `PRICE_STEPS=50000`, other sequences `PRICE_SEED=7`. */
const steps = Number(process.env['PRICE_STEPS'] ?? 400)
const scenesOf = 60

test('lists, answers, links, the wall, reports and claims agree on the one price of a person, whatever changes', {
  timeout: 100_000 + steps * 200,
}, async (t) => {
  const seed = Number(process.env['PRICE_SEED'] ?? 20_261_129)
  const dice = diceOf(seed)
  const counts = new Map<string, number>()
  for (let done = 0; done < steps; done += scenesOf) {
    const scene = new PriceScene(world, dice)
    await scene.open()
    try {
      for (let left = scenesOf; left > 0; left -= 1) {
        const step = await scene.step()
        counts.set(step, (counts.get(step) ?? 0) + 1)
      }
      counts.set('conversions', (counts.get('conversions') ?? 0) + (await scene.check()))
    } catch (error) {
      t.diagnostic(`seed ${seed}, after ${done} steps`)
      throw error
    }
    await world.ports.db.query(`update offers set status = 'paused' where not is_test`, [])
    await world.ports.db.transaction((tx) => world.ports.store.snapshotVersions.bumpSnapshot(tx, 'catalogue'))
    await world.ports.snapshots.refresh('catalogue')
  }
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
  for (const [step, least] of Object.entries({
    prices: 20,
    list: 20,
    link: 10,
    'refused link': 3,
    conversions: 15,
  })) {
    assert.ok((counts.get(step) ?? 0) >= least, `${step}: ${counts.get(step) ?? 0} times`)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())))
})
