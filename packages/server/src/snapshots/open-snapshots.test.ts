import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../test/support/assert-answer.ts'
import { eventually, until } from '../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { listApps } from '../features/apps/list-apps.ts'
import { revokeCredential } from '../features/apps/revoke-credential.ts'
import { updateApp } from '../features/apps/update-app.ts'
import { addListEntry } from '../features/lists/add-list-entry.ts'
import { openSnapshots } from './open-snapshots.ts'

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

async function statusOf(world: World, credentials: World['credentials']): Promise<number> {
  return (await list(world, credentials)).statusCode
}

async function countOffers(world: World): Promise<number> {
  return assertSuccess<unknown[]>(await list(world)).length
}

test('an import is seen at once by the process that ran it, and soon by others', async () => {
  const before = await countOffers(reader)
  await writer.addOffers([{}, {}, {}])
  assert.equal(await countOffers(writer), before + 3)
  await eventually(() => countOffers(reader), before + 3)
})

test('a suspended app, a revoked key and a block are in force at once here, and soon elsewhere', async () => {
  await eventually(() => statusOf(reader, writer.credentials), 200)
  await addListEntry(writer.ports, {
    kind: 'user',
    action: 'block',
    appId: writer.app.appId,
    value: 'bad',
    reason: '',
    actor: 'test',
  })
  assert.equal(assertSuccess<unknown[]>(await list(writer, writer.credentials, 'bad')).length, 0)
  await eventually(
    async () => assertSuccess<unknown[]>(await list(reader, writer.credentials, 'bad')).length,
    0,
  )

  await updateApp(writer.ports, writer.app.appId, { status: 'suspended' })
  assertError(await list(writer), 401, 'INVALID_API_KEY')
  await eventually(() => statusOf(reader, writer.credentials), 401)
  await updateApp(writer.ports, writer.app.appId, { status: 'active' })
  await eventually(() => statusOf(reader, writer.credentials), 200)

  const key = (await listApps(writer.ports))
    .find(({ id }) => id === writer.app.appId)
    ?.keys.find(({ mode }) => mode === 'test')
  await revokeCredential(writer.ports, { kind: 'key', id: key?.id ?? 0 })
  assertError(await list(writer, writer.testCredentials), 401, 'INVALID_API_KEY')
  await eventually(() => statusOf(reader, writer.testCredentials), 401)
})

test('a change whose notification was missed is caught by the timer', async () => {
  const before = await countOffers(reader)
  const listed = `insert into offers (network_id, external_id, name, description, payout_micros, revenue_micros, destination_url)
    select id, 'silent', 'Silent', '', 1, 1, 'https://offers.example/' from networks where slug = 'demo'`
  await writer.ports.db.query(listed)
  // The version without its notification: as when the listening connection was down.
  await writer.ports.db.query("update snapshot_versions set version = version + 1 where name = 'catalogue'")
  await eventually(() => countOffers(reader), before + 1)
})

test('a lost listening connection is taken up again', async () => {
  await writer.ports.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  )
  const before = await countOffers(reader)
  await writer.addOffer()
  await eventually(() => countOffers(reader), before + 1)
})

test('a snapshot that cannot be loaded keeps nothing else from being kept up', async () => {
  await writer.ports.db.query('alter table offers rename to offers_hidden')
  await writer.ports.db.query("update snapshot_versions set version = version + 1 where name = 'catalogue'")
  await updateApp(writer.ports, writer.app.appId, { currencyName: 'Gems' })
  await until(
    () => reader.ports.snapshots.apps().findApp(writer.app.appId)?.currency.name === 'Gems',
    'the app is known as it is now',
  )
  await until(
    () => reader.log.lines.some((line) => line.includes('snapshot refresh failed')),
    'it is said what could not be loaded',
  )
  await writer.ports.db.query('alter table offers_hidden rename to offers')
  const before = await countOffers(reader)
  await writer.addOffer()
  await eventually(() => countOffers(reader), before + 1)
})

test('a list that is read for longer than an answer may take is loaded, and the database is not away', async () => {
  const { db, snapshots } = writer.ports
  await db.query('alter table list_entries rename to list_entries_behind')
  await db.query('create view list_entries as select t.* from list_entries_behind t, pg_sleep(3.2)')
  await snapshots.refresh('lists')
  await db.query('drop view list_entries')
  await db.query('alter table list_entries_behind rename to list_entries')
})

test('a question about one offer loads no other', async () => {
  const [offerId = 0] = await writer.addOffers([{}, {}])
  const { db, clock, log } = writer.ports
  const options = {
    db,
    log,
    nowMs: () => clock.nowMs(),
    databaseUrl: () => writer.database.url,
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
