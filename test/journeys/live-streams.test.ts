import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createToken, revokeToken } from '../../packages/server/src/features/people/operator-tokens.ts'
import { changeRole, removePerson } from '../../packages/server/src/features/people/staff.ts'
import { makeStaff } from '../support/people.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createWorld, masterSecret, type World } from '../support/world.ts'

/** Changes are made in this process; two others, one of them of two workers, have the streams. */
let world: World
let servers: readonly [ServerProcess, ServerProcess]
const open = new Set<IncomingMessage>()

before(async () => {
  world = await createWorld()
  const environment = { DATABASE_URL: world.database.url, QUOIN_SECRET: masterSecret, DEMO: 'off' }
  const [first, second] = await Promise.all(
    ['2', '1'].map((workers) => startServerProcess({ environment: { ...environment, WORKERS: workers } })),
  )
  assert.ok(first && second)
  servers = [first, second]
})
after(async () => {
  for (const answer of open) answer.destroy()
  await world.close()
})

type Headers = Readonly<Record<string, string>>

/** Over a connection of its own, so that the workers take turns. */
function openStream({ url }: ServerProcess, headers: Headers): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${url}/operator/v1/live/events`, { headers, agent: false }, (answer) => {
    open.add(answer)
    answer.on('error', () => {})
    answer.once('close', () => open.delete(answer))
    resolve(answer)
  }).once('error', reject)
  return promise
}

async function makeToken(name: string): Promise<{ readonly id: string; readonly headers: Headers }> {
  const { id, token } = await createToken(world.ports, { name, role: 'analyst', expiresAtMs: null })
  return { id, headers: { authorization: `Bearer ${token}` } }
}

/** On a busy machine a server that has just begun may say that its database is away, and to come again. */
async function signIn(server: ServerProcess, who: { email: string; password: string }): Promise<Headers> {
  const { email, password } = who
  const ask = () =>
    fetch(`${server.url}/dashboard/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(server.url).origin },
      body: JSON.stringify({ email, password }),
    })
  let answer = await ask()
  for (let tries = 1; answer.status === 503 && tries < 5; tries += 1) {
    await delay(1_000 * Number(answer.headers.get('retry-after') ?? 1))
    answer = await ask()
  }
  assert.equal(answer.status, 200, await answer.text())
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; '),
  }
}

/** Within how many milliseconds a stream ends; it may take six seconds here, of which one is the machine's. */
async function endOf(answer: IncomingMessage): Promise<number> {
  const startedMs = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('the stream goes on')), 6_000)
  answer.once('close', resolve).resume()
  await promise.finally(() => clearTimeout(timer))
  return performance.now() - startedMs
}

test('a stream ends within five seconds of what another process does to its reader', async () => {
  const [server] = servers
  const [removed, lessened, signedOut] = await Promise.all([
    makeStaff(world, { role: 'analyst' }),
    makeStaff(world, { role: 'operator' }),
    makeStaff(world, { role: 'analyst' }),
  ])
  await makeStaff(world, { role: 'operator' })
  const token = await makeToken('revoked')
  const left = await makeToken('left alone')
  const cookies = await Promise.all([removed, lessened, signedOut].map((who) => signIn(server, who)))
  const streams = await Promise.all([...cookies, token.headers].map((headers) => openStream(server, headers)))
  const stays = await openStream(server, left.headers)
  assert.deepEqual(
    streams.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  )
  await removePerson(world.ports, removed.personId)
  await changeRole(world.ports, { personId: lessened.personId, role: 'reviewer' })
  await revokeToken(world.ports, token.id)
  await world.ports.store.peopleSessions.deleteSessionsOf(world.ports.db, signedOut.personId)
  await Promise.all(streams.map(endOf))
  assert.ok(!stays.closed)
  stays.destroy()
})

test('a stream ends at once when its own process signs its reader out', async () => {
  const [, server] = servers
  const headers = await signIn(server, await makeStaff(world, { role: 'analyst' }))
  const stream = await openStream(server, headers)
  const ending = endOf(stream)
  const answer = await fetch(`${server.url}/dashboard/auth/sign-out`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', origin: new URL(server.url).origin },
    body: '{}',
  })
  assert.equal(answer.status, 200, await answer.text())
  assert.ok((await ending) < 3_000)
})

for (const [who, streamsMax, makeHeaders] of [
  ['person', 10, async () => signIn(servers[0], await makeStaff(world, { role: 'analyst' }))],
  ['token', 5, async () => (await makeToken('busy')).headers],
] as const) {
  test(`a ${who} has at most ${streamsMax} streams over all processes; the others go on, and a place is free again`, async () => {
    const headers = await makeHeaders()
    const [first, second] = servers
    const answers = await Promise.all(
      Array.from({ length: streamsMax + 6 }, (_, at) => openStream(at % 3 === 0 ? second : first, headers)),
    )
    const statuses = Map.groupBy(answers, ({ statusCode }) => statusCode)
    assert.equal(statuses.get(200)?.length, streamsMax)
    const refused = statuses.get(429) ?? []
    assert.equal(refused.length, 6)
    for (const answer of refused) {
      assert.ok(Number(answer.headers['retry-after']) > 0)
      const { error } = JSON.parse((await answer.toArray()).join(''))
      assert.equal(error.code, 'RATE_LIMIT_EXCEEDED')
    }
    const [gone, ...others] = statuses.get(200) ?? []
    assert.ok(others.every(({ closed }) => !closed))
    const another = await makeToken(`beside a ${who}`)
    assert.equal((await openStream(second, another.headers)).statusCode, 200)
    gone?.destroy()
    await untilOpened(second, headers)
    for (const answer of open) answer.destroy()
  })
}

async function untilOpened(server: ServerProcess, headers: Headers): Promise<void> {
  for (let tries = 1; tries <= 40; tries += 1) {
    const { statusCode } = await openStream(server, headers)
    if (statusCode === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no place became free')
}

test('the streams of a process that died stop counting', async () => {
  const { ports } = world
  const stream = { holder: 'token:left behind', streamsMax: 1, leaseSec: 0.2 }
  const take = () => ports.store.openStreams.insertStream(ports.db as never, { ...stream, id: ports.newId() })
  assert.ok(await take())
  assert.ok(!(await take()))
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.ok(await take())
})
