import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { CapWatch } from '../support/cap-use.ts'
import { Judge } from '../support/money-judge.ts'
import { MoneyScene, openDice, readRows } from '../support/money-scene.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let beside: World
before(async () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000' }
  world = await createWorld({ environment })
  beside = await createWorld({ environment, beside: world })
  for (const { app } of [world, beside]) {
    await addEndpoint(world.ports.db, {
      appId: app.appId,
      url: 'https://publisher.example/told',
      mode: 'both',
    })
  }
  await world.ports.store.snapshotVersions.bumpSnapshot(world.ports.db, 'apps')
  for (const each of [world, beside]) await each.ports.snapshots.refresh('apps')
})
after(async () => {
  await beside.close()
  await world.close()
})

/** Four seconds; the long form is `MONEY_STEPS=20000`, other sequences `MONEY_SEED=7`. */
const steps = Number(process.env['MONEY_STEPS'] ?? 140)

const leastOutcomes: Readonly<Record<string, number>> = {
  'report 200 ': 5,
  'report 200 duplicate': 2,
  'report 200 hold': 1,
  'report 400 ': 9,
  'claim 201 ': 3,
  'many  ': 2,
  'release  ': 1,
  'click  ': 2,
  'take_back  ': 1,
}

test('no sequence of calls pays twice or after the end, lifts a hold, swallows what takes back, or passes a cap', {
  timeout: 100_000 + steps * 200,
}, async (t) => {
  const seed = Number(process.env['MONEY_SEED'] ?? 20_261_122)
  const dice = openDice(seed)
  const counts = new Map<string, number>()
  for (let done = 0; done < steps; ) {
    const scene = new MoneyScene([world, beside], dice)
    await scene.open()
    const judge = new Judge()
    const story: string[] = []
    const caps = new CapWatch()
    try {
      for (let left = 10 + dice.below(40); left > 0; left -= 1) {
        const told = await scene.step(judge.rows)
        done += 1
        story.push(JSON.stringify(told))
        const rows = await readRows(world, scene.offers)
        judge.look(told, rows, world.clock.nowMs())
        await caps.look(world, scene.offers, told)
        const outcome = `${told.kind} ${told.http ?? ''} ${told.isDuplicate === true ? 'duplicate' : (told.note ?? '')}`
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      }
    } catch (error) {
      t.diagnostic(`seed ${seed}, after ${done} steps:\n${story.join('\n')}`)
      t.diagnostic(JSON.stringify(await readRows(world, scene.offers), null, 1))
      throw error
    }
  }
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
  const rare = [
    'report 200 transaction',
    'report 200 duplicate',
    'confirm  ',
    'claim 201 ',
    'many  ',
    'setting  ',
    'replay  ',
  ]
  for (const outcome of steps < 2_000 ? [] : rare) {
    assert.ok((counts.get(outcome) ?? 0) > steps / 500, `${outcome}: ${counts.get(outcome) ?? 0} times`)
  }
  // Only the suite's own seed is known to meet these in its short form.
  for (const [outcome, least] of Object.entries(process.env['MONEY_SEED'] === undefined ? leastOutcomes : {}))
    assert.ok((counts.get(outcome) ?? 0) >= least, `${outcome}: ${counts.get(outcome) ?? 0} times`)
  t.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())))
})
