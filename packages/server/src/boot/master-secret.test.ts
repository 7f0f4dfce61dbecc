import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { runQuoin } from '../../../../test/support/run-program.ts'
import { openMasterSecret } from './master-secret.ts'

const old = 'the-old-secret-of-this-database-0123456789'
const renewed = 'the-new-secret-of-this-database-0123456789'

async function openWorld(t: { after(work: () => Promise<void>): void }) {
  const { database: db, url } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), `quoin-secret-${process.pid}-`))
  t.after(() => rm(dataDir, { recursive: true }))
  const start = (secret: string | null, previousSecret: string | null = null) =>
    openMasterSecret({
      settings: { secret, previousSecret, dataDir },
      db,
      user: 'server',
      isInUse: async () => false,
    })
  return { start, db, url, dataDir }
}

test('a server with a secret that does not fit its database is refused in one sentence', async (t) => {
  const { start } = await openWorld(t)
  assert.equal(await start(old), old)
  await assert.rejects(
    start(renewed),
    /^Error: QUOIN_SECRET is not the secret .+QUOIN_SECRET_PREVIOUS[^\n]+$/,
  )
  assert.equal(await start(old), old)
})

test('after a rotation is over a start without the variable does not fall back to the file before it', async (t) => {
  const { start } = await openWorld(t)
  const kept = await start(null)
  assert.equal(await start(null), kept)
  assert.equal(await start(renewed, kept), renewed)
  await assert.rejects(start(null), /secret is not the secret .+given in QUOIN_SECRET: set that again/)
  assert.equal(await start(renewed), renewed)
  await assert.rejects(start(null), /secret is not the secret .+given in QUOIN_SECRET: set that again/)
  await assert.rejects(start(kept), /QUOIN_SECRET is not the secret/)
})

test('processes that start together with two secrets do not both begin', async (t) => {
  const { start } = await openWorld(t)
  const begun = await Promise.allSettled([start(old), start(renewed), start(old), start(renewed)])
  const secrets = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  assert.deepEqual([secrets.length, new Set(secrets).size], [2, 1])
})

test('a command with another secret is refused, until a person says that it is the one', async (t) => {
  const { start, url, dataDir, db } = await openWorld(t)
  await start(old)
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir, QUOIN_SECRET: renewed }
  const refused = await runQuoin(['apps', 'list'], environment)
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /^QUOIN_SECRET is not the secret [^\n]+\n$/)
  assert.equal((await runQuoin(['secret', 'accept'], environment)).code, 0)
  assert.equal((await runQuoin(['apps', 'list'], environment)).code, 0)
  await assert.rejects(start(old), /is not the secret/)
  const prints = await db.query<{ current: string }>('select current from master_secret')
  assert.ok(prints.every(({ current }) => /^[0-9a-f]{32}$/.test(current)))
})
