import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { shippedWeights } from '@quoin/core/risk/weights.ts'
import { openGeo } from '../../packages/server/src/adapters/addresses/geo.ts'
import type { Database } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { runCommandHere } from '../support/run-command.ts'
import type { Environment } from '../support/run-program.ts'
import { makeDataDir, type ServerProcess, startServerProcess } from '../support/server-process.ts'

/** Commands, a server of two workers and a server of one: four processes that know each other by one database alone. */
let database: Database
let environment: Environment
let servers: readonly ServerProcess[]
let app: { readonly id: number; readonly apiKey: string; readonly apiSecret: string }
/** With which the built-in test offers are listed. */
let inTest: { readonly apiKey: string; readonly apiSecret: string }
let folder: string

before(async () => {
  const created = await createTestDatabase()
  database = created.database
  folder = await makeDataDir()
  const secret = 'a-secret-of-the-process-tests-0123456789'
  environment = { DATABASE_URL: created.url, QUOIN_SECRET: secret, DATA_DIR: folder, DEMO: 'off' }
  const made = JSON.parse(await quoin('apps', 'create', '--name', 'A', '--rate-limit', '100000'))
  app = { id: made.appId, ...made.live }
  inTest = made.test
  servers = await Promise.all(
    ['2', '1'].map((workers) => startServerProcess({ environment: { ...environment, WORKERS: workers } })),
  )
})

async function quoin(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommandHere(words, environment)
  assert.equal(code, 0, stderr)
  return stdout
}

interface Submission {
  readonly user_id: string
  readonly fingerprint_hash: string
  readonly ip?: string
  readonly fingerprint_data?: object
}

interface Answer {
  readonly is_blocked: boolean
  readonly risk_score: number
}

/** As callers do: whom a busy server asks to come back, comes back. */
async function submit(server: ServerProcess, submission: Submission): Promise<Answer> {
  for (let tries = 1; tries <= 600; tries += 1) {
    const answer = await submitOnce(server, submission)
    if (answer !== 'busy') return answer
    await delay(100)
  }
  throw new Error('the server is busy for ever')
}

/** Over a connection of its own, so that the workers take turns. */
function submitOnce(server: ServerProcess, submission: Submission): Promise<Answer | 'busy'> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | 'busy'>()
  const headers = {
    'content-type': 'application/json',
    'x-api-key': app.apiKey,
    'x-api-secret': app.apiSecret,
  }
  const call = request(
    `${server.url}/api/v1/fingerprint`,
    { method: 'POST', headers, agent: false },
    (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      res.on('end', () => {
        if (res.statusCode === 200) resolve(JSON.parse(text).data)
        else if (res.statusCode === 503) resolve('busy')
        else reject(new Error(text))
      })
    },
  )
  call.on('error', reject).end(JSON.stringify(submission))
  return promise
}

/** Asks every process, each worker of the first one twice. */
async function askAll<T>(submission: Submission, read: (answer: Answer) => T): Promise<T[]> {
  const [cluster, single] = servers
  assert.ok(cluster && single)
  const asked = [cluster, cluster, cluster, cluster, single].map((server) => submit(server, submission))
  return (await Promise.all(asked)).map(read)
}

async function allAgree<T>(submission: Submission, read: (answer: Answer) => T, expected: T): Promise<void> {
  await eventually(
    () => askAll(submission, read),
    Array.from({ length: 5 }, () => expected),
  )
}

const blocked = ({ is_blocked }: Answer): boolean => is_blocked
const score = ({ risk_score }: Answer): number => risk_score

const home = '91.20.30.40'
const nowhere = { fingerprint_hash: 'unknown', ip: home }
/** Whom each kind of entry is about, and how it names them. */
const kinds: readonly (readonly [string, string, Submission])[] = [
  ['device', 'listed hash', { ...nowhere, user_id: 'd', fingerprint_hash: 'listed hash' }],
  ['user', 'listed user', { ...nowhere, user_id: 'listed user' }],
  ['address', '91.20.30.41', { ...nowhere, user_id: 'a', ip: '91.20.30.41' }],
  ['cidr', '91.20.31.0/24', { ...nowhere, user_id: 'c', ip: '91.20.31.5' }],
  ['asn', 'AS16509', { ...nowhere, user_id: 'n', ip: '3.5.140.2' }],
  ['country', openGeo({}).countryOf('200.160.2.3') ?? '', { ...nowhere, user_id: 'l', ip: '200.160.2.3' }],
]

async function importAs(action: string): Promise<void> {
  const file = join(folder, `${action}.csv`)
  const rows = kinds.map(([kind, value]) => `${action},${kind},${value},${app.id}`)
  await writeFile(file, ['action,kind,value,app_id', ...rows].join('\n'))
  await quoin('lists', 'import', file)
}

test('a block by a command, of every kind, is in force in every process, until it is only a review', async () => {
  for (const [, , submission] of kinds) await allAgree(submission, blocked, false)
  await importAs('block')
  for (const [, , submission] of kinds) await allAgree(submission, blocked, true)
  await allAgree({ ...nowhere, user_id: 'beside them' }, blocked, false)
  await importAs('review')
  for (const [, , submission] of kinds) await allAgree(submission, blocked, false)
})

test('an entry is in force in every process, and no longer when it is removed', async () => {
  const who = { ...nowhere, user_id: 'one' }
  const added = JSON.parse(await quoin('lists', 'add', 'block', 'user', 'one', '--app', String(app.id)))
  await allAgree(who, blocked, true)
  await quoin('lists', 'remove', String(added.id))
  await allAgree(who, blocked, false)
})

/** How many offers each process lists to a user, and where it leads them. */
async function openTo(userId: string, offerId: number): Promise<readonly (readonly [boolean, number])[]> {
  const [cluster, single] = servers
  assert.ok(cluster && single)
  const asked = [cluster, cluster, cluster, cluster, single].map(async ({ url }) => {
    const credentials = { 'x-api-key': inTest.apiKey, 'x-api-secret': inTest.apiSecret, connection: 'close' }
    const list = await fetch(`${url}/api/v1/offers?userId=${userId}`, { headers: credentials })
    const { data } = (await list.json()) as { readonly data: readonly object[] }
    const link = `${url}/track?offerId=${offerId}&apiKey=${inTest.apiKey}&userId=${userId}`
    const answer = await fetch(link, { redirect: 'manual', headers: { connection: 'close' } })
    await answer.arrayBuffer()
    return [data.length > 0, answer.status] as const
  })
  return await Promise.all(asked)
}

test('a device that is listed decides on the clicks of who was last seen on it, in every process', async () => {
  const everywhere = (one: readonly [boolean, number]) => Array.from({ length: 5 }, () => one)
  const [server] = servers
  assert.ok(server)
  const [{ id: offerId } = { id: 0 }] = await database.query<{ id: number }>(
    'select id from offers where is_test order by id limit 1',
  )
  const response = await fetch(`${server.url}/api/v1/fingerprint`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': inTest.apiKey,
      'x-api-secret': inTest.apiSecret,
    },
    body: JSON.stringify({ user_id: 'clicker', fingerprint_hash: 'clicked on' }),
  })
  assert.equal(response.status, 200, await response.text())
  await eventually(() => openTo('clicker', offerId), everywhere([true, 302]))
  const added = JSON.parse(await quoin('lists', 'add', 'block', 'device', 'clicked on'))
  await eventually(() => openTo('clicker', offerId), everywhere([false, 404]))
  await quoin('lists', 'remove', String(added.id))
  await eventually(() => openTo('clicker', offerId), everywhere([true, 302]))
})

test('a file of twenty thousand entries is in force in every process, allow over block', async () => {
  const lines = ['action,kind,value,app_id']
  for (let made = 0; made < 20_000; made += 1) lines.push(`block,address,45.${made >> 8}.${made & 255}.9,`)
  lines.push('allow,user,trusted,1')
  const file = join(folder, 'lists.csv')
  await writeFile(file, lines.join('\n').replace(',1', `,${app.id}`))
  assert.equal(JSON.parse(await quoin('lists', 'import', file)).changed, 20_001)
  const bot = { ...nowhere, ip: '45.78.31.9', fingerprint_data: { webdriver: true } }
  await allAgree({ ...bot, user_id: 'somebody' }, score, 100)
  await allAgree({ ...bot, user_id: 'trusted' }, score, 0)
})

test('an entry ends by itself in every process', async () => {
  const who = { ...nowhere, user_id: 'for a moment' }
  await quoin('lists', 'add', 'block', 'user', who.user_id, '--app', String(app.id), '--expires', '8s')
  await allAgree(who, blocked, true)
  await eventually(() => askAll(who, blocked), [false, false, false, false, false])
})

test('weights that a command activates score in every process, and so do the shipped ones again', async () => {
  const who = { user_id: 'weighed', fingerprint_hash: 'their own', ip: home }
  const [before = 0] = await askAll(who, score)
  const weights = { ...shippedWeights, version: 'suspicious', base: 0.5 }
  const made = { version: 'suspicious', weights, figures: {}, actor: 'tester', createdAtMs: Date.now() }
  await store.riskWeights.insertWeights(database, { ...made, state: 'candidate' })
  await allAgree(who, score, before)
  await quoin('risk', 'weights', 'activate', 'suspicious')
  await eventually(async () => (await askAll(who, score)).every((now) => now > before + 20), true)
  await quoin('risk', 'weights', 'activate', 'shipped')
  await allAgree(who, score, before)
})
