import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createFaultWorld } from './support/fault-world.ts'

const program = [join(import.meta.dirname, 'support', 'early-answer-server.ts')]
const killsMax = 20
const betweenKillsMs = 300

test('a server that answers before the commit is found out by the same journal', async (t) => {
  const world = await createFaultWorld(t, { program })
  let lost = 0
  let kills = 0
  // It is a matter of luck which kill hits a click that is under way; most do.
  for (; kills < killsMax && lost === 0; kills += 1) {
    const load = world.load({ visitors: 24, networks: 0, isRelentless: true })
    await delay(betweenKillsMs)
    await world.killServer()
    await load.stop()
    await world.startServer()
    await world.settle()
    lost = (await world.judge()).lostClicks
  }
  t.diagnostic(`${lost} of ${world.journal.acknowledged} acknowledged clicks were lost by ${kills} kills`)
  assert.ok(lost > 0, 'the harness did not notice that acknowledged clicks were lost')
})
