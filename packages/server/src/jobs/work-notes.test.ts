import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBeside } from '../../../../test/support/outage.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { listWorks } from '../features/system/read-figures.ts'
import { WorkNotes } from './work-notes.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function succeededAtMs(name: string): Promise<number | null | undefined> {
  const works = await listWorks(world.ports, 3)
  return works.find((work) => work.name === name)?.succeededAtMs
}

test('a success survives the process, is shared by all, and is written at most once a minute', async () => {
  const first = new WorkNotes(world.ports)
  await first.expectAll()
  assert.equal(await succeededAtMs('upkeep'), null)
  first.note('upkeep')
  await first.close()
  const notedAtMs = await succeededAtMs('upkeep')
  assert.ok(notedAtMs)
  const second = new WorkNotes(world.ports)
  await second.expectAll()
  second.note('upkeep')
  await second.close()
  assert.equal(await succeededAtMs('upkeep'), notedAtMs, 'another process noted it in this minute')
  await world.ports.db.query(
    "update work_successes set succeeded_at = succeeded_at - interval '2 minutes' where name = 'upkeep'",
  )
  second.note('upkeep')
  await second.close()
  assert.ok(((await succeededAtMs('upkeep')) ?? 0) < notedAtMs, 'it has written in this minute')
  world.clock.advance({ seconds: 60 })
  second.note('upkeep')
  await second.close()
  assert.ok(((await succeededAtMs('upkeep')) ?? 0) > notedAtMs)
})

test('a success that could not be written fails nothing, and the next one is', async () => {
  const { world: beside, leave, comeBack } = await openBeside(world)
  const notes = new WorkNotes({ ...beside.ports, db: beside.database.database })
  leave()
  notes.note('ranking')
  await notes.close()
  assert.equal(await succeededAtMs('ranking'), null)
  comeBack()
  notes.note('ranking')
  await notes.close()
  assert.ok(await succeededAtMs('ranking'))
  await beside.close()
})
