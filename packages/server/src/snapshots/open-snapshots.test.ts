import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { listApps } from '../features/apps/list-apps.ts'
import { revokeCredential } from '../features/apps/revoke-credential.ts'
import { updateApp } from '../features/apps/update-app.ts'
import { addListEntry } from '../features/lists/add-list-entry.ts'
import { openSnapshots } from './open-snapshots.ts'

/** DECISIONS and DESIGN §5.1: zero in the process that wrote, at most a second in others. */
const staleMaxMs = 1_000

let writer: World
let reader: World
before(async () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '100000' }
  writer = await createWorld({ environment })
  reader = await createWorld({ beside: writer, follows: true, environment })
})
after(async () => {
  await reader.close()
  await writer.close()
})

function list(world: World, credentials = world.credentials, userId = 'u') {
  return world.get('/api/v1/offers', { query: { userId, limit: '100' }, headers: credentials })
}

async function countOffers(world: World): Promise<number> {
  return assertSuccess<unknown[]>(await list(world)).length
}

/** Asks until it is so; returns after how many milliseconds it was. */
async function waitUntil(isSo: () => Promise<boolean> | boolean, timeoutMs = 5_000): Promise<number> {
  const startedMs = performance.now()
  while (!(await isSo())) {
    assert.ok(performance.now() - startedMs < timeoutMs, 'it never was so')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return performance.now() - startedMs
}

test('an import is seen at once by the process that ran it, and within a second by others', async () => {
  const before = await countOffers(reader)
  await writer.addOffers([{}, {}, {}])
  assert.equal(await countOffers(writer), before + 3)
  const tookMs = await waitUntil(async () => (await countOffers(reader)) === before + 3)
  assert.ok(tookMs <= staleMaxMs, `${tookMs} ms`)
})

test('a suspended app, a revoked key and a block are in force at once here, and within a second elsewhere', async () => {
  await waitUntil(async () => (await list(reader, writer.credentials)).statusCode === 200)
  await addListEntry(writer.ports, {
    kind: 'user',
    action: 'block',
    appId: writer.app.appId,
    value: 'bad',
    reason: '',
    actor: 'test',
  })
  assert.equal(assertSuccess<unknown[]>(await list(writer, writer.credentials, 'bad')).length, 0)
  await waitUntil(
    async () => assertSuccess<unknown[]>(await list(reader, writer.credentials, 'bad')).length === 0,
    staleMaxMs,
  )

  await updateApp(writer.ports, writer.app.appId, { status: 'suspended' })
  assertError(await list(writer), 401, 'INVALID_API_KEY')
  await waitUntil(async () => (await list(reader, writer.credentials)).statusCode === 401, staleMaxMs)
  await updateApp(writer.ports, writer.app.appId, { status: 'active' })
  await waitUntil(async () => (await list(reader, writer.credentials)).statusCode === 200, staleMaxMs)

  const key = (await listApps(writer.ports))
    .find(({ id }) => id === writer.app.appId)
    ?.keys.find(({ mode }) => mode === 'test')
  await revokeCredential(writer.ports, { kind: 'key', id: key?.id ?? 0 })
  assertError(await list(writer, writer.testCredentials), 401, 'INVALID_API_KEY')
  await waitUntil(async () => (await list(reader, writer.testCredentials)).statusCode === 401, staleMaxMs)
})

test('a change whose notification was missed is caught by the timer within about a second', async () => {
  const before = await countOffers(reader)
  const listed = `insert into offers (network_id, external_id, name, description, payout_micros, revenue_micros, destination_url)
    select id, 'silent', 'Silent', '', 1, 1, 'https://offers.example/' from networks where slug = 'demo'`
  await writer.ports.db.query(listed)
  // The version without its notification: as when the listening connection was down.
  await writer.ports.db.query("update snapshot_versions set version = version + 1 where name = 'catalogue'")
  const tookMs = await waitUntil(async () => (await countOffers(reader)) === before + 1)
  assert.ok(tookMs <= staleMaxMs + 500, `${tookMs} ms`)
})

test('a lost listening connection is taken up again', async () => {
  await writer.ports.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  )
  const before = await countOffers(reader)
  await writer.addOffer()
  await waitUntil(async () => (await countOffers(reader)) === before + 1, staleMaxMs + 500)
})

test('what cannot be loaded keeps nothing else from being kept up', async () => {
  await writer.ports.db.query('alter table offers rename to offers_hidden')
  await writer.ports.db.query("update snapshot_versions set version = version + 1 where name = 'catalogue'")
  await updateApp(writer.ports, writer.app.appId, { currencyName: 'Gems' })
  await waitUntil(
    () => reader.ports.snapshots.apps().findApp(writer.app.appId)?.currency.name === 'Gems',
    staleMaxMs + 500,
  )
  await waitUntil(
    () => reader.log.lines.some((line) => line.includes('a snapshot could not be refreshed')),
    staleMaxMs + 500,
  )
  await writer.ports.db.query('alter table offers_hidden rename to offers')
  const before = await countOffers(reader)
  await writer.addOffer()
  await waitUntil(async () => (await countOffers(reader)) === before + 1, staleMaxMs + 500)
})

test('who asks about one offer loads no other', async () => {
  const [offerId = 0] = await writer.addOffers([{}, {}])
  const { db, clock, log } = writer.ports
  const options = {
    db,
    log,
    nowMs: () => clock.nowMs(),
    databaseUrl: writer.database.url,
    fallbackImageUrl: '',
  }
  for (const [onlyOfferId, found] of [
    [offerId, [offerId]],
    [987_654_321, []],
    [null, []],
  ] as const) {
    const catalogue = (await openSnapshots({ ...options, onlyOfferId })).catalogue()
    assert.equal(catalogue.size, found.length)
    assert.deepEqual(
      found.map((id) => catalogue.findOffer(id)?.id),
      found,
    )
  }
})
