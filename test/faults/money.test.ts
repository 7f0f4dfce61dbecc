import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openReceiver } from '../support/callback-receiver.ts'
import { createTestDatabase } from '../support/database.ts'
import { holdToBooks } from '../support/money/books.ts'
import { MoneyLane } from '../support/money/money-lane.ts'
import { MoneyPlatform, platformEnvironment } from '../support/money/money-platform.ts'
import { TwoServers } from '../support/money/two-servers.ts'

/** `npm run money:long -- --steps 20000 --kills 20`; `--seed 7` begins another sequence, and the same each time. */
const steps = Number(process.env['PROCESS_STEPS'] ?? 800)
const kills = Number(process.env['PROCESS_KILLS'] ?? 2)
const seed = Number(process.env['PROCESS_SEED'] ?? 20_261_124)
const lanes = 8
const lastSteps = 60
const killWithinMs = 20

test('two processes, either of which may be killed, keep every word about money that they gave', {
  timeout: 120_000 + steps * 200,
}, async (t) => {
  t.diagnostic(`seed ${seed}`)
  const startedMs = performance.now()
  const receiver = await openReceiver()
  const database = await createTestDatabase()
  const servers = new TwoServers({ ...platformEnvironment, DATABASE_URL: database.url })
  t.after(async () => {
    await servers.stop()
    await receiver.close()
    await database.drop()
  })
  await servers.open()
  const platform = new MoneyPlatform(servers)
  await platform.open(receiver.url)
  const all = Array.from(
    { length: lanes },
    (_, at) => new MoneyLane(platform, { seed: seed + at, name: `lane${at}` }),
  )
  let done = 0
  let begun = 0
  let hasFailed = false
  const between = steps / (kills + 1)
  await Promise.all(
    all.map(async (lane) => {
      while (!hasFailed && (done < steps || begun < kills)) {
        done += 1
        if (begun < kills && done > between * (begun + 1) && servers.isWhole) {
          begun += 1
          const at = begun % 2 === 0 ? 0 : 1
          // In the middle of a call, most probably.
          setTimeout(() => servers.kill(at), killWithinMs * Math.random())
        }
        try {
          await lane.step()
        } catch (error) {
          hasFailed = true
          t.diagnostic(`seed ${seed}, lane ${all.indexOf(lane)}:\n${lane.story.slice(-lastSteps).join('\n')}`)
          throw error
        }
      }
    }),
  )
  await delay(killWithinMs)
  await servers.settle()
  const figures = await holdToBooks({
    platform,
    database: database.database,
    lanes: all,
    received: () => receiver.received,
  })
  assert.equal(servers.kills, kills)
  const counts = new Map<string, number>()
  for (const lane of all)
    for (const [key, count] of lane.counts) counts.set(key, (counts.get(key) ?? 0) + count)
  t.diagnostic(`${Math.round((performance.now() - startedMs) / 1000)} s`)
  t.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())))
  t.diagnostic(
    `${done} steps, ${kills} kills, ${servers.acknowledged} acknowledgements, ${servers.repeated} repeated, ${JSON.stringify(figures)}`,
  )
})
