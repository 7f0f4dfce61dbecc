import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createWorld } from '../../../../../test/support/world.ts'
import { openStaffDatabase } from './staff-database.ts'

const world = await createWorld()
after(() => world.close())
const { db } = world.ports
/** Two sessions of these are for staff. */
const sessions = 12

test('however much pages ask, they hold their share of the sessions, and all of it is answered in the end', async () => {
  const staff = openStaffDatabase(db, sessions)
  let [running, most] = [0, 0]
  const asked = Array.from({ length: 40 }, async (_, index) => {
    const value = await staff.transaction(async (tx) => {
      running += 1
      most = Math.max(most, running)
      const [row] = await tx.query<{ value: number }>('select $1::int as value, pg_sleep(0.005)', [index])
      running -= 1
      return row?.value
    })
    return value
  })
  assert.deepEqual(
    await Promise.all(asked),
    Array.from({ length: 40 }, (_, index) => index),
  )
  assert.equal(most, 2)
})

test('a link is answered while pages wait for each other', async () => {
  const staff = openStaffDatabase(db, sessions)
  let isOver = false
  const slow = Promise.all(Array.from({ length: 20 }, () => staff.query('select pg_sleep(0.1)'))).then(() => {
    isOver = true
  })
  const offerId = await world.addOffer()
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'ada' }
  assert.equal((await world.get('/track', { query })).statusCode, 302)
  assert.equal(isOver, false)
  await slow
})

test('a question that fails hands its session on', async () => {
  const staff = openStaffDatabase(db, 1)
  await assert.rejects(staff.query('select 1 / 0'), /division by zero/)
  assert.deepEqual(await staff.query('select 1 as one'), [{ one: 1 }])
})

test('whoever would wait for longer than a page is waited for is refused, and may ask again', async (t) => {
  const staff = openStaffDatabase(db, 1)
  let end = (): void => {}
  const untilEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  let held: Promise<void> | undefined
  await new Promise<void>((begin) => {
    held = staff.transaction(() => {
      begin()
      return untilEnd
    })
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waiting = staff.query('select 1')
  t.mock.timers.tick(10_000)
  await assert.rejects(waiting, /Too much is asked/)
  t.mock.timers.reset()
  end()
  await held
  assert.equal((await staff.query('select 1')).length, 1)
})
