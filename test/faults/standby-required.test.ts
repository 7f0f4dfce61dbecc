import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { askOnce, readinessOf } from './support/ask-once.ts'
import { createFaultWorld } from './support/fault-world.ts'
import { startOwnDatabase } from './support/own-database.ts'
import { startStandby } from './support/standby.ts'

const required = { environment: { REQUIRE_STANDBY: '1' } }

test('with REQUIRE_STANDBY a server is ready only while commits wait for a standby, and links go on without', async (t) => {
  const database = await startOwnDatabase(t)
  const standby = await startStandby(t, database)
  const owner = await openDatabase({ url: database.url, connectionsMax: 1, statementTimeoutMs: 10_000 })
  t.after(() => owner.close())
  const waitFor = async (names: string): Promise<void> => {
    await owner.query(`alter system set synchronous_standby_names = '${names}'`)
    await owner.query('select pg_reload_conf()')
  }
  const world = await createFaultWorld(t, { database })
  assert.match(await readinessOf(world), /The service is ready/)
  await world.killServer()
  await world.startServer(required)
  assert.match(await readinessOf(world), /it acknowledges without a copy/)
  const links = await fetch(`${world.server().url}/readyz?plane=links`)
  assert.equal(links.status, 200)
  assert.deepEqual((await askOnce(world)).click, 302)
  await waitFor('*')
  await until(async () => (await readinessOf(world)).includes('The service is ready'), 'a copy is made')
  // As a cluster manager does when no standby is left: commits go on, on one machine.
  await standby.cutOff()
  await waitFor('')
  await until(async () => (await readinessOf(world)).includes('without a copy'), 'no copy is made')
})
