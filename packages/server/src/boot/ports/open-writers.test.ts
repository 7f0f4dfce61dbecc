import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Click } from '@quoin/core/tracking/click.ts'
import { unavailable } from '@quoin/core/errors.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openBackgroundDatabase } from '../../adapters/database-gate/background-database.ts'
import { gateDatabase } from '../../adapters/database-gate/gated-database.ts'
import { openOutages } from './open-outages.ts'
import { type OpenWriters, openWriters } from './open-writers.ts'
import type { Database } from '../../store/pg/database.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
})
after(() => world.close())

function clickNow(): Click {
  return makeClick({ appId: world.app.appId, offerId, clickedAtMs: world.clock.nowMs() })
}

/** Writers whose database fails as `fault` says, and a folder of their own to spool in. */
async function openFaulty(
  folder: string,
  fault: () => Error | undefined | Promise<undefined>,
  spoolOverflowSec = 0,
) {
  const { ports } = world
  const failing: Database = {
    ...ports.db,
    query: async (...asked) => {
      const error = await fault()
      if (error) throw error
      return await world.database.database.query(...asked)
    },
    copy: async (...asked) => {
      const error = await fault()
      if (error) throw error
      await world.database.database.copy(...asked)
    },
  }
  const dataDir = join(ports.settings.dataDir, folder)
  const settings = { ...ports.settings, dataDir, spoolOverflowSec }
  const { gate, spool, noteSpooling } = await openOutages({ ...ports, settings, db: failing })
  const needs = {
    backgroundDb: openBackgroundDatabase(failing, gate),
    meters: world.open.meters,
    exclusions: world.open.exclusions,
    gate,
    spool,
    noteSpooling,
    onConversions: () => {},
    isLoaded: () => true,
    onReplayed: () => {},
    onBack: () => {},
  }
  const writing: OpenWriters = openWriters({ ...ports, settings, db: gateDatabase(failing, gate) }, needs)
  return { writing, gate, spool }
}

async function isStored({ id }: Click): Promise<boolean> {
  return (await world.ports.store.clicks.findClick(world.ports.db, id)) !== undefined
}

test('a click is acknowledged while the database is away, and is in it when the database is back', async () => {
  let isAway = true
  const lost = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const { writing, gate, spool } = await openFaulty('away', () => (isAway ? lost : undefined))
  const clicks = [clickNow(), clickNow()]
  for (const click of clicks) await writing.writers.recordClick(click)
  assert.equal(gate.isAway, true)
  assert.ok(spool.bytes > 0)
  assert.deepEqual(await Promise.all(clicks.map(isStored)), [false, false])
  isAway = false
  await until(() => spool.bytes === 0, 'the spool is empty')
  assert.deepEqual(await Promise.all(clicks.map(isStored)), [true, true])
  await writing.close()
})

test('a click that is spooled in the moment in which the database comes back does not stay there', async () => {
  const refused = [unavailable('The database is away.', { retryAfterSec: 1 })]
  const { writing, gate, spool } = await openFaulty('moment', () => refused.pop())
  const click = clickNow()
  await writing.writers.recordClick(click)
  assert.equal(gate.isAway, false)
  await until(() => isStored(click), 'the click is stored')
  await until(() => spool.bytes === 0, 'the spool is empty')
  await writing.close()
})

test('clicks that cannot be brought over before the end are left to the next start', async () => {
  const lost = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const dying = await openFaulty('end', () => lost)
  const click = clickNow()
  await dying.writing.writers.recordClick(click)
  await dying.writing.close()
  const next = await openFaulty('end', () => undefined)
  assert.ok(next.spool.bytes > 0)
  await next.writing.replay()
  assert.equal(await isStored(click), true)
  await next.writing.close()
})

test('a bad row is an error of its own, and no outage', async () => {
  const { writing, gate, spool } = await openFaulty('bad', () => undefined)
  await assert.rejects(writing.writers.recordClick({ ...clickNow(), id: 'no-uuid' }))
  assert.deepEqual([gate.isAway, spool.bytes], [false, 0])
  await writing.close()
})

test('a click that is one too many goes to the spool, on record, and is in the database when the queue is calm', async () => {
  const slow = Promise.withResolvers<undefined>()
  let isSlow = true
  const { writing, gate, spool } = await openFaulty('over', () => (isSlow ? slow.promise : undefined), 60)
  const { store, db } = world.ports
  const first = writing.writers.recordClick(clickNow())
  await new Promise((resolve) => setImmediate(resolve))
  const waiting = writing.writers.recordClick(clickNow())
  world.clock.advance({ seconds: 7 })
  // The queue alone is slow: what is put on record goes another way.
  isSlow = false
  const click = clickNow()
  await writing.writers.recordClick(click)
  assert.equal(gate.isAway, false)
  assert.ok(spool.bytes > 0)
  assert.equal((await store.clickOutages.listClickOutages(db, spool.id)).length, 1)
  const times = { clickedAtMs: click.clickedAtMs, nowMs: world.clock.nowMs() }
  assert.equal(await store.clickOutages.isInOpenOutage(db, times), true)
  slow.resolve(undefined)
  await Promise.all([first, waiting])
  await until(() => isStored(click), 'the click is stored')
  await until(() => spool.bytes === 0, 'the spool is empty')
  await until(async () => !(await store.clickOutages.isInOpenOutage(db, times)), 'the time is over')
  await writing.close()
})

test('a click that goes over is brought over by an end', async () => {
  const slow = Promise.withResolvers<undefined>()
  let isSlow = true
  const { writing, spool } = await openFaulty('over-end', () => (isSlow ? slow.promise : undefined), 60)
  const first = writing.writers.recordClick(clickNow())
  await new Promise((resolve) => setImmediate(resolve))
  const waiting = writing.writers.recordClick(clickNow())
  world.clock.advance({ seconds: 7 })
  isSlow = false
  const click = clickNow()
  await writing.writers.recordClick(click)
  slow.resolve(undefined)
  await Promise.all([first, waiting])
  await writing.close()
  assert.equal(await isStored(click), true)
  assert.equal(spool.bytes, 0)
})

test('a click that is one too many is refused with 503, neither spooled nor taken for an outage', async () => {
  const slow = Promise.withResolvers<undefined>()
  const { writing, gate, spool } = await openFaulty('full', () => slow.promise)
  const writes = [writing.writers.recordClick(clickNow())]
  await new Promise((resolve) => setImmediate(resolve))
  writes.push(writing.writers.recordClick(clickNow()))
  world.clock.advance({ seconds: 7 })
  const busy = { code: 'SERVER_ERROR', isUnavailable: true, retryAfterSec: 1 }
  await assert.rejects(writing.writers.recordClick(clickNow()), busy)
  assert.deepEqual([gate.isAway, spool.bytes], [false, 0])
  slow.resolve(undefined)
  await Promise.all(writes)
  await writing.close()
})

test('a process that finds clicks of another one in its folder counts them until they are brought over', async () => {
  const first = await openFaulty('shared', () => undefined)
  await first.spool.add(clickNow())
  let adds = 0
  const second = await openFaulty('shared', async () => {
    // In the middle of the replay, so that it is counted and not brought over by it.
    adds += 1
    if (adds === 3) await first.spool.add(clickNow())
    return undefined
  })
  await second.writing.replay()
  assert.ok(adds >= 3 && second.spool.bytes > 0)
  await until(() => second.spool.bytes === 0, 'the folder is counted anew')
  await first.writing.close()
  await second.writing.close()
})
