import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { unavailable } from '@quoin/core/errors.ts'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import type { Database } from '../../store/pg/database.ts'
import { DatabaseGate } from './database-gate.ts'
import { gateDatabase } from './gated-database.ts'

class AwayError extends Error {}
class SilenceError extends AwayError {}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

function openGate() {
  const clock = new GivenClock()
  const probed: number[] = []
  const database = { isThere: true }
  const gate = new DatabaseGate({
    clock,
    log: silent,
    isAway: (error) => error instanceof AwayError,
    isFault: (error) => error instanceof AwayError,
    isSilence: (error) => error instanceof SilenceError,
    async look() {
      if (!database.isThere) throw new AwayError()
    },
    reasonOf: () => 'it does not answer',
    onAway: () => {},
    async probe() {
      probed.push(clock.nowMs())
      if (!database.isThere) throw new AwayError()
    },
  })
  let backs = 0
  gate.whenBack(() => {
    backs += 1
  })
  /** Time goes by in small steps, and what waits for it happens. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.advance({ ms: 50 })
      mock.timers.tick(50)
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    }
  }
  return { gate, clock, probed, database, pass, backs: () => backs }
}

test('the database is away from the first failure until a probe succeeds', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { gate, database, pass, backs } = openGate()
  assert.equal(gate.noteFailure(new Error('a bad row')), false)
  assert.equal(gate.isAway, false)
  database.isThere = false
  assert.equal(gate.noteFailure(new AwayError()), true)
  assert.throws(() => gate.assertThere(), { code: 'SERVER_ERROR', isUnavailable: true, retryAfterSec: 2 })
  await pass(3_000)
  assert.equal(gate.isAway, true)
  database.isThere = true
  await pass(300)
  assert.deepEqual([gate.isAway, backs()], [false, 1])
  gate.assertThere()
})

test('a query that took too long closes the gate only when the database is silent for others, too', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { gate, database, pass } = openGate()
  assert.equal(gate.noteFailure(new SilenceError()), true)
  await pass(50)
  assert.equal(gate.isAway, false)
  gate.assertThere()
  database.isThere = false
  assert.equal(gate.noteFailure(new SilenceError()), true)
  await pass(50)
  assert.equal(gate.isAway, true)
})

test('a short write that took too long closes the gate at once', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { gate } = openGate()
  assert.equal(gate.noteFailure(new SilenceError(), { isShort: true }), true)
  assert.equal(gate.isAway, true)
})

test('a database that goes away again at once is asked less and less often', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { gate, clock, probed, pass } = openGate()
  const flap = async (): Promise<number> => {
    const sinceMs = clock.nowMs()
    gate.noteFailure(new AwayError())
    while (gate.isAway) await pass(50)
    return (probed.at(-1) ?? 0) - sinceMs
  }
  const waits: number[] = []
  for (let count = 0; count < 7; count += 1) waits.push(await flap())
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, 2_000, 2_000, 2_000])
  await pass(11_000)
  assert.equal(await flap(), 250)
})

test('while it is away nobody reaches the database, and each failure of a query is noted', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { gate, database, pass } = openGate()
  const asked: (number | undefined)[] = []
  const raw: Database = {
    async query(_text, _values, options) {
      asked.push(options?.timeoutMs)
      if (!database.isThere) throw new AwayError()
      return []
    },
    transaction: (work) => work({ ...raw, send: () => {} }),
    copy: async () => {},
    listen: async () => async () => {},
    close: async () => {},
    renew: () => {},
    poolState: () => ({ total: 0, idle: 0, waiting: 0 }),
  }
  const db = gateDatabase(raw, gate)
  await db.query('select 1')
  assert.ok((asked[0] ?? 0) > 0, 'a silent database is not waited for without end')
  database.isThere = false
  await assert.rejects(
    db.transaction((tx) => tx.query('select 1')),
    AwayError,
  )
  assert.equal(gate.isAway, true)
  await assert.rejects(db.query('select 1'), { isUnavailable: true })
  await assert.rejects(
    db.transaction((tx) => tx.query('select 1')),
    { isUnavailable: true },
  )
  assert.equal(asked.length, 2)
  database.isThere = true
  await pass(300)
  await db.query('select 1')
  assert.equal(asked.length, 3)
})

test('our own refusal is a fault like the database’s, but begins no outage', () => {
  const { gate } = openGate()
  assert.equal(gate.noteFailure(unavailable('busy', { retryAfterSec: 1 })), true)
  assert.equal(gate.isAway, false)
  assert.equal(gate.isFault(new Error('a bad row')), false)
})

test('a gate that is closed still says whether a failure is one, and probes no more', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { gate, probed, pass } = openGate()
  await gate.close()
  assert.equal(gate.noteFailure(new AwayError()), true)
  await pass(3_000)
  assert.deepEqual(probed, [])
})
