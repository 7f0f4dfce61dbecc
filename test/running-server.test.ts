import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createEmptyDatabase } from './support/database.ts'
import { runCommandHere } from './support/run-command.ts'
import { type Environment, runQuoin } from './support/run-program.ts'
import { makeDataDir, startServerProcess } from './support/server-process.ts'

const masterSecret = 'Zr5mWc0d8qJ2vNw4tYb7eXh1kLs9pAgU'
const operatorToken = 'operator-token-of-this-test-0123456789'

const embedded = await startServerProcess({
  environment: { OUTGOING_ALLOW: '127.0.0.0/8', TRACK_URL: 'https://go.example/t' },
})
const { url: databaseUrl, database } = await createEmptyDatabase()
const external = await startServerProcess({
  environment: {
    DATABASE_URL: databaseUrl,
    QUOIN_SECRET: masterSecret,
    OPERATOR_TOKEN: operatorToken,
    BASE_URL: 'https://offers.example',
  },
})
const onDatabase = { DATABASE_URL: databaseUrl, QUOIN_SECRET: masterSecret, DATA_DIR: '/nonexistent' }

async function quoin(words: string, environment: Environment): Promise<Record<string, unknown>> {
  const ended = await runCommandHere(words.split(' '), environment)
  assert.deepEqual({ code: ended.code, stderr: ended.stderr }, { code: 0, stderr: '' }, words)
  return JSON.parse(ended.stdout)
}

async function refusalOf(words: string, environment: Environment): Promise<string> {
  const ended = await runCommandHere(words.split(' '), environment)
  assert.deepEqual([ended.code, ended.stdout], [1, ''], ended.stderr)
  return ended.stderr
}

test('a command in another terminal needs the folder alone: addresses are those of the server', async () => {
  const { postbackUrl } = await quoin('networks create here --name Here', { DATA_DIR: embedded.dataDir })
  assert.ok(String(postbackUrl).startsWith(`${embedded.url}/postback/`), String(postbackUrl))
})

test('a command on a database of your own prints the addresses that its server was given', async () => {
  const { postbackUrl } = await quoin('networks create there --name There', onDatabase)
  assert.match(String(postbackUrl), /^https:\/\/offers\.example\/postback\//)
})

test('callbacks set accepts the addresses that the running server may send to, and no other', async () => {
  const words = 'callbacks set 1 --url http://127.0.0.1:9/callback'
  await quoin(words, { DATA_DIR: embedded.dataDir })
  await quoin('apps create --name Mine', onDatabase)
  assert.match(await refusalOf(words, onDatabase), /^url /)
})

test("a command's own variable does not change the server's setting, and the command says so", async () => {
  const environment = { DATA_DIR: embedded.dataDir, BASE_URL: 'https://q.example', RISK_LEARNING: 'auto' }
  const { code, stdout, stderr } = await runQuoin(['networks', 'create', 'twice', '--name', 'T'], environment)
  assert.equal(code, 0, stderr)
  assert.ok(JSON.parse(stdout).postbackUrl.startsWith(embedded.url))
  assert.equal(
    stderr,
    `BASE_URL is https://q.example here and ${embedded.url} at the server: the server's is used.\n` +
      "RISK_LEARNING is auto here and not set at the server: the server's is used.\n",
  )
})

test('a command makes no database: an empty folder stays empty', async () => {
  const dataDir = await makeDataDir()
  assert.match(
    await refusalOf('apps create --name Lost', { DATA_DIR: dataDir }),
    /^No Quoin here: there is no database in \S+\/data; start it \(npm start\), or set DATA_DIR or DATABASE_URL to where it is\.\n$/,
  )
  assert.deepEqual(await readdir(dataDir), [])
})

test('a command makes no tables: a database without Quoin stays as it is', async () => {
  const empty = await createEmptyDatabase()
  assert.match(
    await refusalOf('apps list', { ...onDatabase, DATABASE_URL: empty.url }),
    /^No Quoin here: the database quoin_test_\w+ at \S+ \(DATABASE_URL\) has no tables of Quoin; start it \(npm start\)/,
  )
  assert.deepEqual(await empty.database.query("select 1 from pg_tables where schemaname = 'public'", []), [])
})

test('a folder whose server works on DATABASE_URL sends a command there', async () => {
  const { host, pathname } = new URL(databaseUrl)
  assert.equal(
    await refusalOf('apps list', { DATA_DIR: external.dataDir }),
    `The Quoin of ${external.dataDir} works on the database ${pathname.slice(1)} at ${host}: ` +
      'set DATABASE_URL and QUOIN_SECRET as it has them.\n',
  )
})

test('the data that a server leaves for commands holds no secret, and is closed to other users', async () => {
  const path = join(external.dataDir, 'server.json')
  const rows = await database.query('select * from server_settings', [])
  const left = `${await readFile(path, 'utf8')}${JSON.stringify(rows)}`
  assert.ok(left.includes('https://offers.example'))
  const password = new URL(databaseUrl).password
  for (const secret of [masterSecret, operatorToken, password]) assert.ok(!left.includes(secret))
  assert.equal((await stat(path)).mode & 0o777, 0o600)
})
