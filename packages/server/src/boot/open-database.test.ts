import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createEmptyDatabase, createTestDatabase } from '../../../../test/support/database.ts'
import { findFreePort } from '@quoin/embedded-postgres/free-port.ts'
import { awayReasonOf } from '../store/pg/connection-faults.ts'
import { checkConnections } from './check-connections.ts'
import { openServerDatabase } from './open-database.ts'
import { DatabaseAwayError } from './process/start-error.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The error with which a start ends on an empty database whose role has these rights. */
async function refusalOf(t: TestContext, role: string, rights: readonly string[]): Promise<Error> {
  const { database, url } = await createEmptyDatabase()
  const name = `${role}_${new URL(url).pathname.slice(1)}`
  await database.query(`create role ${name} login password 'p' ${rights.join(' ')}`, [])
  t.after(async () => {
    await database.query(`drop role ${name}`, [])
  })
  const own = Object.assign(new URL(url), { username: name, password: 'p' })
  return await errorOf(own.href)
}

async function errorOf(databaseUrl: string): Promise<Error> {
  const opened = openServerDatabase({ databaseUrl, dataDir: 'none', databaseConnections: 2 }, silent)
  const error = await opened.then(
    async (one) => {
      await one.close()
      throw new Error('it opened')
    },
    (refusal: unknown) => refusal,
  )
  assert.ok(error instanceof Error)
  return error
}

test('a role that may not make tables is told what it needs', async (t) => {
  const error = await refusalOf(t, 'weak', [])
  assert.match(error.message, /permission denied for schema public/)
  assert.match(error.message, /owner of the database/)
  assert.ok(!(error instanceof DatabaseAwayError), 'no later start does better')
})

test('a server with too few connections names DATABASE_CONNECTIONS', async (t) => {
  const error = await refusalOf(t, 'few', ['connection limit 0'])
  assert.match(error.message, /too many connections/)
  assert.match(error.message, /DATABASE_CONNECTIONS/)
  assert.ok(error instanceof DatabaseAwayError, 'a later start may do better')
})

test('a database that does not answer, or only reads, may take a later start; one that refuses the login does not', async (t) => {
  const { database, url } = await createEmptyDatabase()
  const gone = Object.assign(new URL(url), { port: String(await findFreePort()) })
  const other = Object.assign(new URL(url), { username: 'nobody_of_that_name' })
  assert.ok((await errorOf(gone.href)) instanceof DatabaseAwayError)
  assert.ok(!((await errorOf(other.href)) instanceof DatabaseAwayError))
  const name = new URL(url).pathname.slice(1)
  await database.query(`alter database ${name} set default_transaction_read_only = on`)
  t.after(() => database.query(`alter database ${name} reset default_transaction_read_only`))
  const fenced = await errorOf(url)
  assert.ok(fenced instanceof DatabaseAwayError)
  assert.match(fenced.message, /is refused: it is read-only$/)
})

test('a database whose connection breaks in the middle of a migration may take a later start', async (t) => {
  const { url } = await createEmptyDatabase()
  const error = await errorOf(await breakAtFirstMigration(t, url))
  assert.match(error.message, /Migration 0001\S+ failed and was rolled back: read ECONNRESET/)
  assert.ok(error instanceof DatabaseAwayError)
})

/** The address of the same database behind a line that breaks when the first migration is sent. */
async function breakAtFirstMigration(t: TestContext, url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    let isNext = false
    client.on('data', (bytes) => {
      if (isNext) client.resetAndDestroy()
      else server.write(bytes)
      isNext ||= bytes.includes('select version, name, checksum from schema_migrations')
    })
    server.on('data', (bytes) => client.write(bytes))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => proxy.close())
  const own = (proxy.address() as AddressInfo).port // it listens on a port
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href
}

test('a host whose name leads nowhere is told from one that does not answer', async () => {
  const error = await errorOf('postgres://quoin@no-such-host.invalid/quoin')
  assert.ok(error instanceof DatabaseAwayError, 'a name server that is away comes back')
  assert.match(awayReasonOf(error.cause), /^the name of its host in DATABASE_URL leads nowhere/)
})

test('a server that permits fewer connections than may be opened is warned of at the start', async (t) => {
  const { database } = await createTestDatabase()
  const warned: object[] = []
  const log = { warn: (facts: object) => void warned.push(facts) }
  await checkConnections(database, { workers: 1, databaseConnections: 10 }, log)
  assert.deepEqual(warned, [])
  await checkConnections(database, { workers: 64, databaseConnections: 100 }, log)
  assert.equal(warned.length, 1)
  const { name } = (await database.query<{ name: string }>('select current_database() as name', []))[0] ?? {}
  await database.query(`alter database ${name} connection limit 5`, [])
  t.after(() => database.query(`alter database ${name} connection limit -1`, []))
  await checkConnections(database, { workers: 1, databaseConnections: 10 }, log)
  assert.deepEqual(warned[1], { permitted: 5, needed: 13, pools: 1, databaseConnections: 10 })
})
