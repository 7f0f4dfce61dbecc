import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createEmptyDatabase, createTestDatabase } from '../../../../test/support/database.ts'
import { checkConnections } from './check-connections.ts'
import { openServerDatabase } from './open-database.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The sentence with which a start ends on an empty database whose role has these rights. */
async function refusalOf(t: TestContext, role: string, rights: readonly string[]): Promise<string> {
  const { database, url } = await createEmptyDatabase()
  const name = `${role}_${new URL(url).pathname.slice(1)}`
  await database.query(`create role ${name} login password 'p' ${rights.join(' ')}`, [])
  t.after(async () => {
    await database.query(`drop role ${name}`, [])
  })
  const own = Object.assign(new URL(url), { username: name, password: 'p' })
  const settings = { databaseUrl: own.href, dataDir: 'none', databaseConnections: 2 }
  const opened = openServerDatabase(settings, silent)
  const error = await opened.then(
    async (one) => {
      await one.close()
      throw new Error('it opened')
    },
    (refusal: unknown) => refusal,
  )
  assert.ok(error instanceof Error)
  return error.message
}

test('a role that may not make tables is told what it needs', async (t) => {
  const sentence = await refusalOf(t, 'weak', [])
  assert.match(sentence, /permission denied for schema public/)
  assert.match(sentence, /owner of the database/)
})

test('a server with too few connections names DATABASE_CONNECTIONS', async (t) => {
  const sentence = await refusalOf(t, 'few', ['connection limit 0'])
  assert.match(sentence, /too many connections/)
  assert.match(sentence, /DATABASE_CONNECTIONS/)
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
