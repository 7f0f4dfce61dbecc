import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { missingForProxy } from './cluster/programs.ts'
import { startAllCallers } from './support/all-callers.ts'
import { assertNothingLost, describe, Journal } from './support/journal.ts'
import { startOwnDatabase } from './support/own-database.ts'
import { type RestartedQuoin, startTwoQuoins, type TwoQuoins } from './support/two-quoins.ts'

/** As deploy/ha/README.md says. */
const settings = { DRAIN_MS: '2000' }
const rounds = 2
/** HAProxy asks whoever is away four times a second: a Quoin that is ready is not yet one that it leads to. */
const seenMs = 1_000

async function openSession({ quoins, installation }: TwoQuoins): Promise<string> {
  const { apiKey, apiSecret } = installation
  const response = await fetch(`${quoins[0].url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'visitor' }),
  })
  const { data } = (await response.json()) as { data: { token: string } } // the contract's session
  return data.token
}

/** The number of conversions, and of those among them that were claimed and acknowledged. */
async function countConversions(url: string, claims: readonly string[]): Promise<readonly number[]> {
  const database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  const [row] = await database.query<{ all: number; claimed: number }>(
    `select count(*) as all, count(*) filter (where id = any($1::uuid[])) as claimed from conversions`,
    [claims],
  )
  await database.close()
  return row === undefined ? [] : [row.all, row.claimed]
}

test('Quoins behind the HAProxy of deploy/ha that are restarted in turns fail no request, and store once all that they acknowledge', {
  skip: missingForProxy() ?? false,
}, async (t) => {
  const database = await startOwnDatabase(t)
  const world = await startTwoQuoins(t, database, settings)
  const { quoins, port, installation, operatorToken } = world
  const session = await openSession(world)
  const journal = new Journal()
  const callers = startAllCallers({ port, installation, operatorToken, session, journal })
  t.after(() => callers.stop())
  const [a, b] = quoins
  const gone: string[] = []
  const restart = async (quoin: RestartedQuoin, workers = '1'): Promise<void> => {
    const signalled = new Date().toISOString()
    const { code, ms } = await quoin.end('SIGTERM')
    assert.equal(code, 0)
    gone.push(`${(ms / 1000).toFixed(1)} s after ${signalled}`)
    await quoin.startAgain({ WORKERS: workers })
    await delay(seenMs)
  }
  await delay(2_000)
  for (let round = 1; round <= rounds; round += 1) {
    // The last round ends as two processes on one port, which then have to leave as well.
    await restart(a, round === rounds ? '2' : '1')
    await restart(b)
  }
  await restart(a)
  await delay(1_000)
  await callers.stop()
  const verdict = await journal.compare(database.url)
  const { served, failed, claims } = callers
  const asked = Object.values(served).reduce((sum, count) => sum + count, failed.length)
  t.diagnostic(`${asked} requests, ${failed.length} failed: ${JSON.stringify(served)}`)
  t.diagnostic(`${describe(verdict)}; ${claims.length} claims; gone ${gone.join(', ')}`)
  assert.deepEqual(failed.slice(0, 20), [], `${failed.length} of ${asked} requests failed`)
  for (const [kind, count] of Object.entries(served)) assert.ok(count >= 10, `${kind}: ${count} requests`)
  assertNothingLost(verdict)
  const all = verdict.postbacks + claims.length
  assert.deepEqual(await countConversions(database.url, claims), [all, claims.length])
})
