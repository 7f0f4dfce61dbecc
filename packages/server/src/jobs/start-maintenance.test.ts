import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../../../../test/support/world.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { startMaintenance } from './start-maintenance.ts'

test('a start waits for no deletion: old data is looked through while it serves', async () => {
  const world = await createWorld()
  const done: string[] = []
  const maintenance = await world.ports.db.transaction(async (tx) => {
    await tx.query('lock table jobs in access exclusive mode')
    // By the clock of the database: by another one nothing would be deleted.
    return startMaintenance({ ...world.ports, clock: systemClock }, (name) => done.push(name))
  })
  await maintenance.stop()
  assert.deepEqual(done.toSorted(), ['holds', 'upkeep'])
  await world.close()
})

test('each work that fails is named in the log', async () => {
  const world = await createWorld()
  await world.ports.db.query('alter table callbacks rename to callbacks_away')
  await startMaintenance({ ...world.ports, clock: systemClock }).stop()
  const lines = world.log.lines.filter((line) => line.includes('periodic work failed'))
  assert.ok(lines.length > 0)
  for (const line of lines) assert.match(line, /"work":"(?:holds|upkeep)"/)
  await world.close()
})
