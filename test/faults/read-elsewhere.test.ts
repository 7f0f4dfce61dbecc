import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { manageOperations } from '@quoin/contract/manage/operations.ts'
import { operatorOperations } from '@quoin/contract/operator/operations.ts'
import { startServerProcess } from '../support/server-process.ts'
import { createFaultWorld } from './support/fault-world.ts'
import { readFromHost } from '../../packages/server/src/store/pg/database.ts'
import { startOwnDatabase } from './support/own-database.ts'
import { startStandby } from './support/standby.ts'

const token = 'an-operator-token-of-the-fault-tests-0123456789'
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const days = 'from=2026-11-01&to=2026-11-21'

/** Operations without a parameter in their path, with what they need. */
const queries: Readonly<Record<string, string>> = {
  reportStats: days,
  reportPairStats: `${days}&pair=offer,subId`,
  listEntries: 'account=payable',
  search: 'text=one',
}

interface Answer {
  readonly status: number
  readonly age: string | null
  readonly body: string
}

async function ask(origin: string, path: string, body?: object): Promise<Answer> {
  const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${origin}${path}`, { headers, ...given })
  return { status: response.status, age: response.headers.get('x-data-age'), body: await response.text() }
}

/** Calls of one token are limited, so that it asks seldom. */
async function untilElsewhere(origin: string, path: string): Promise<void> {
  for (let times = 0; times < 50; times += 1) {
    const { age } = await ask(origin, path)
    if (age !== null) return
    await delay(200)
  }
  const { status, body } = await ask(origin, '/operator/v1/system')
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const counts = metrics.split('\n').filter((line) => line.includes('_reads_total{'))
  assert.fail(
    `${path} is not read elsewhere: ${status} ${/"part":"replica [^}]*}/.exec(body)?.[0] ?? body} ${counts.join(', ')}`,
  )
}

test('two servers read pages from a standby, and show each caller what they did', {
  timeout: 240_000,
}, async (t) => {
  const database = await startOwnDatabase(t)
  const standby = await startStandby(t, database)
  const environment = {
    DATABASE_REPLICA_URL: standby.url,
    DATABASE_REPLICA_LAG: '3',
    OPERATOR_TOKEN: token,
  }
  const world = await createFaultWorld(t, { database, environment })
  const { DATABASE_URL = '', QUOIN_SECRET = '' } = world.server().environment
  const beside = await startServerProcess({ environment: { ...environment, DATABASE_URL, QUOIN_SECRET } })
  t.after(() => beside.stop('SIGKILL'))
  const origins = [world.server().url, beside.url]
  for (const origin of origins) await untilElsewhere(origin, '/operator/v1/overview')

  await t.test('every such call of operators works on a standby', async () => {
    const asked = operatorOperations.filter(({ reads, path }) => reads === 'elsewhere' && !path.includes('{'))
    assert.ok(asked.length > 20)
    for (const { id, path } of asked) {
      const { status, age, body } = await ask(origins[0] ?? '', `${path}?${queries[id] ?? ''}`)
      assert.deepEqual([id, status, age !== null], [id, 200, true], body)
    }
    const calls = await ask(origins[0] ?? '', '/operator/v1/system')
    assert.match(calls.body, /Reading from 127\.0\.0\.1/)
    assert.equal(calls.age, null)
    const settings = await ask(origins[0] ?? '', '/operator/v1/settings')
    assert.match(settings.body, /DATABASE_REPLICA_URL/)
    const { password } = new URL(standby.url)
    for (const { body } of [calls, settings]) assert.ok(!body.includes(password))
    assert.ok(manageOperations.some(({ reads }) => reads === 'elsewhere'))
  })

  await t.test('a change is in the list of each server at once, while the standby stands still', async () => {
    const atStandby = (text: string) => readFromHost(standby.url, (db) => db.query(text))
    await atStandby('select pg_wal_replay_pause()')
    for (const [round, origin] of origins.entries()) {
      const name = `Shown ${round}`
      const body = { name, publisher: name, currencyName: 'Coins', currencyRate: '1000' }
      const made = await ask(origin, '/operator/v1/apps', body)
      assert.ok(made.status < 300, made.body)
      for (const other of origins) {
        const { body: list, age } = await ask(other, '/operator/v1/apps')
        assert.ok(list.includes(name), `${origin} and ${other}`)
        assert.equal(age, null)
      }
    }
    await atStandby('select pg_wal_replay_resume()')
    await untilElsewhere(beside.url, '/operator/v1/apps')
    assert.match((await ask(beside.url, '/operator/v1/apps')).body, /Shown 1/)
  })

  await t.test('without the standby pages are read from the primary, and readiness is the same', async () => {
    await standby.stop()
    for (const origin of origins) {
      const { status, age } = await ask(origin, '/operator/v1/overview')
      assert.deepEqual([status, age], [200, null])
      assert.equal((await fetch(`${origin}/readyz`)).status, 200)
      const metrics = await (await fetch(`${origin}/metrics`)).text()
      assert.match(metrics, /quoin_replica_unused\{replica="127\.0\.0\.1:\d+"\} 1/)
      assert.match(metrics, /quoin_dashboard_reads_total\{from="replica"/)
    }
    const early = await startServerProcess({ environment: { ...environment, DATABASE_URL, QUOIN_SECRET } })
    assert.equal((await ask(early.url, '/operator/v1/overview')).status, 200)
    await early.stop()
    await standby.start()
    for (const origin of origins) await untilElsewhere(origin, '/operator/v1/overview')
  })
})
