import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { startOwnDatabase } from './support/own-database.ts'

const rounds = 3

async function stopServer(world: FaultWorld): Promise<{ code: number | null; seconds: number }> {
  const startedMs = performance.now()
  const { code } = await world.server().stop('SIGTERM')
  return { code, seconds: (performance.now() - startedMs) / 1000 }
}

test('SIGTERM under load ends a server in seconds, and loses nothing', async (t) => {
  const world = await createFaultWorld(t)
  const load = world.load()
  const stops: { code: number | null; seconds: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await delay(500)
    stops.push(await stopServer(world))
    await world.startServer()
  }
  await delay(300)
  await load.stop()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; stopped in ${stops.map(({ seconds }) => seconds.toFixed(1))} s`)
  for (const { code, seconds } of stops) {
    assert.equal(code, 0)
    assert.ok(seconds < 10)
  }
  assert.ok(verdict.clicks > 0)
  assertNothingLost(verdict)
})

test('SIGTERM while the database is away ends a server in seconds, and keeps the spool', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const load = world.load()
  await delay(300)
  await database.stop()
  await delay(700)
  const { code, seconds } = await stopServer(world)
  await load.stop()
  await database.start()
  await world.startServer()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; stopped in ${seconds.toFixed(1)} s`)
  assert.equal(code, 0)
  assert.ok(seconds < 10)
  assertNothingLost(verdict)
})

test('SIGTERM right after the built-in database was killed ends a server in seconds, and loses nothing', async (t) => {
  const world = await createFaultWorld(t)
  const load = world.load()
  await delay(500)
  await world.killDatabase()
  const { code, seconds } = await stopServer(world)
  await world.startServer()
  await delay(300)
  await load.stop()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; stopped in ${seconds.toFixed(1)} s`)
  assert.equal(code, 0)
  assert.ok(seconds < 15)
  assertNothingLost(verdict)
})

test('SIGTERM while the built-in database hangs ends a server in half a minute, and keeps the spool', async (t) => {
  const world = await createFaultWorld(t)
  const load = world.load()
  await delay(300)
  await world.signalDatabase('SIGSTOP')
  await delay(5_000)
  const { seconds } = await stopServer(world)
  await load.stop()
  await world.signalDatabase('SIGCONT')
  await world.startServer()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; stopped in ${seconds.toFixed(1)} s`)
  assert.ok(seconds < 35)
  assertNothingLost(verdict)
})
