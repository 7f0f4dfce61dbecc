import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'

/** The short form is for every change; the long one is what docs/reliability.md reports: `npm run faults:long`. */
const isLong = process.env['FAULTS'] === 'long'
const killsMin = isLong ? 201 : 12
const acknowledgedMin = isLong ? 1_000_000 : 3_000
const betweenKillsMs = isLong ? 1_500 : 500

type Victim = 'server' | 'database' | 'both'
const victims: readonly Victim[] = ['server', 'database', 'both']

test('nothing that was acknowledged is lost when server, database or both are killed under load', async (t) => {
  const world = await createFaultWorld(t)
  const load = world.load({ ...(isLong ? { visitors: 64, networks: 16 } : {}), isRelentless: true })
  let kills = 0
  for (; kills < killsMin || world.journal.acknowledged < acknowledgedMin; kills += 1) {
    // Never at the same moment of a flush, a checkpoint or a recovery.
    await delay(betweenKillsMs * (0.5 + Math.random()))
    await strike(world, victims[kills % victims.length] ?? 'server')
    if (isLong && kills % 20 === 19)
      t.diagnostic(`${kills + 1} kills, ${world.journal.acknowledged} acknowledged`)
  }
  await delay(betweenKillsMs)
  await load.stop()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(`${kills} kills: ${describe(verdict)}; ${JSON.stringify([...load.seen.answers])}`)
  assert.ok(verdict.clicks > 0 && verdict.postbacks > 0 && verdict.ledgerEntries > 0)
  assertNothingLost(verdict)
})

async function strike(world: FaultWorld, victim: Victim): Promise<void> {
  if (victim !== 'server') await world.killDatabase()
  if (victim === 'database') return
  await world.killServer()
  await world.startServer()
}
