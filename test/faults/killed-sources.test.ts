import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createSource } from '../../packages/server/src/features/sources/change-source.ts'
import { diceOf } from '../support/dice.ts'
import { startEverflow } from '../support/feed-servers/everflow.ts'
import type { FeedServer } from '../support/feed-servers/feed-server.ts'
import type { NetworkOffer } from '../support/feed-servers/network-offer.ts'
import { plainEnvironment, repository, runQuoin } from '../support/run-program.ts'
import { createWorld, masterSecret, type World } from '../support/world.ts'

const count = 400
const rounds = 10

let world: World
let network: FeedServer
let environment: Record<string, string>
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.0/8' } })
  network = await startEverflow({ offers: offersOf('2.00') })
  environment = {
    ...{ DATABASE_URL: world.database.url, QUOIN_SECRET: masterSecret, OUTGOING_ALLOW: '127.0.0.0/8' },
    DATA_DIR: world.settings.dataDir,
  }
  await writeFile(join(world.settings.dataDir, 'key'), network.key)
})
after(async () => {
  await network.close()
  await world.close()
})

function offersOf(revenue: string): readonly NetworkOffer[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{
      id: String(at + 1),
      name: `Farm ${at}`,
      description: '',
      countries: [],
      platforms: [],
      revenue,
      goals: [],
    },
    ...{ status: 'active' as const, isApproved: true, restrictions: '', link: `https://trk.example/${at}/` },
  }))
}

/** The revenues of the offers, each once. */
async function revenues(): Promise<readonly number[]> {
  const rows = await world.ports.db.query<{ revenue: number; offers: number }>(
    `select revenue_micros as revenue, count(*) as offers from offers o join networks n on n.id = o.network_id
     where n.slug = 'feed' group by 1`,
    [],
  )
  assert.equal(
    rows.reduce((sum, { offers }) => sum + offers, 0),
    count,
  )
  return rows.map(({ revenue }) => revenue)
}

/** A pull by a process of its own, killed after a while. */
async function pullAndKill(afterMs: number): Promise<void> {
  const quoin = join(repository, 'packages/server/bin/quoin.js')
  const words = ['sources', 'pull', 'feed', '--apply']
  const child = spawn(process.execPath, [quoin, ...words], {
    env: plainEnvironment(environment),
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  await ended
  clearTimeout(timer)
}

/** The process that is gone would have kept its lease for a minute. */
async function endLease(): Promise<void> {
  await world.ports.db.query('update sources set leased_until = null, lease = null', [])
}

test('a pull that is killed at any moment leaves all offers as they were, or as they are now, and the next one goes on', {
  timeout: 240_000,
}, async (t) => {
  await world.addNetwork({ slug: 'feed', preset: 'everflow' })
  await createSource(world.ports, {
    ...{ networkSlug: 'feed', kind: 'everflow', key: network.key },
    settings: { api_host: network.origin },
  })
  const first = await runQuoin(['sources', 'pull', 'feed', '--apply'], environment)
  assert.equal(first.code, 0, first.stderr)
  assert.deepEqual(await revenues(), [2_000_000])
  const dice = diceOf(35)
  let [killed, changed] = [0, 0]
  for (let round = 1; round <= rounds; round += 1) {
    const [before] = await revenues()
    const next = before === 2_000_000 ? '2.20' : '2.00'
    network.offers = offersOf(next)
    await pullAndKill(300 + dice(1_700))
    const left = await revenues()
    assert.equal(left.length, 1, 'half of a run counts')
    if (left[0] === before) killed += 1
    else changed += 1
    await endLease()
    const whole = await runQuoin(['sources', 'pull', 'feed'], environment)
    assert.equal(whole.code, 0, whole.stdout + whole.stderr)
    assert.deepEqual(await revenues(), [Number(next) * 1_000_000])
    const rest = await world.ports.db.query(
      `select from source_run_offers o join source_runs r on r.id = o.run_id where r.state in ('running', 'failed')`,
      [],
    )
    assert.equal(rest.length, 0, 'rows of a killed run stay behind')
  }
  t.diagnostic(`${killed} killed before their change counted, ${changed} after`)
  assert.ok(killed > 0)
})
