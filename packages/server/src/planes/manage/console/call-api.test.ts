import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { beginnings } from '../../../../../dashboard/src/pages/publisher/console/console-call.ts'
import { createPublisherToken } from '../../../features/people/publisher-tokens.ts'
import { createApp } from '../../../features/apps/create-app.ts'
import { updateApp } from '../../../features/apps/update-app.ts'
import { passHeader } from '../../../ports/console.ts'

let world: World
let token: string
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000' } })
  token = await makeToken('developer')
  await world.addOffer({ name: 'Quiet Chess' })
})
after(() => world.close())

async function makeToken(role: 'analyst' | 'developer'): Promise<string> {
  const { publisherId } = world.app
  const made = await createPublisherToken(
    { ...world.ports, actor: 'test' },
    { publisherId, name: role, role, expiresAtMs: null },
  )
  return made.token
}

interface Sent {
  readonly mode?: string
  readonly method?: string
  readonly path: string
  readonly body?: string
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly is_cut: boolean
}

function send(
  { mode = 'live', method = 'GET', ...rest }: Sent,
  { bearer = token, appId = world.app.appId } = {},
) {
  return world.post(`/manage/v1/apps/${appId}/console`, {
    headers: { authorization: `Bearer ${bearer}` },
    body: { mode, method, ...rest },
  })
}

async function answered(sent: Sent): Promise<Answered> {
  return assertSuccess<Answered>(await send(sent), 200)
}

test('a developer lists offers as the app, and reads what its server would', async () => {
  const path = '/api/v1/offers?userId=u-1&country=DE&platform=ios'
  const told = await answered({ path })
  const own = await world.get(path, { headers: world.credentials })
  assert.equal(told.status, 200)
  assert.deepEqual(JSON.parse(told.body).data, own.json().data)
  assert.match(told.headers['content-type'] ?? '', /json/)
  assert.ok(Number(told.headers['x-ratelimit-remaining']) >= 0)
})

test('an error of the API is an answer like another', async () => {
  const told = await answered({ path: '/api/v1/offers?country=Atlantis' })
  assert.equal(told.status, 400)
  assert.equal(JSON.parse(told.body).error.code, 'INVALID_REQUEST')
  const broken = await answered({ method: 'POST', path: '/api/v1/sessions', body: '{' })
  assert.equal(broken.status, 400)
})

test('a call of test mode has the rights of a test key', async () => {
  const asked = async (isTest: boolean) => {
    await world.open.calls.write()
    const [row] = await world.database.database.query<{ rows: number }>(
      "select count(*)::int as rows from api_calls where operation = 'getStats' and is_test = $1::boolean",
      [isTest],
    )
    return row?.rows
  }
  const path = '/api/v1/stats?from=2026-11-20&to=2026-11-21'
  await answered({ mode: 'test', path })
  assert.deepEqual([await asked(false), await asked(true)], [0, 1])
  await answered({ mode: 'live', path })
  assert.deepEqual([await asked(false), await asked(true)], [1, 1])
})

test('a call that changes something is noted with who sent it; one that reads is not', async () => {
  const noted = async () =>
    (
      await world.database.database.query<{ actor: string; details: object }>(
        "select actor, details from audit_log where action = 'app.called_as' order by id",
        [],
      )
    ).map(({ details }) => details)
  const before = (await noted()).length
  await answered({ path: '/api/v1/offers?userId=u-1&country=DE' })
  assert.equal((await noted()).length, before)
  await answered({ method: 'POST', path: '/api/v1/sessions', body: '{"userId":"u-1"}' })
  assert.deepEqual((await noted()).slice(before), [{ operation: 'createSession', mode: 'live', status: 201 }])
})

test('the calls stand in the request log of the app', async () => {
  await world.open.calls.write()
  const [row] = await world.database.database.query<{ rows: number }>(
    "select count(*)::int as rows from api_calls where operation = 'createSession'",
    [],
  )
  assert.ok((row?.rows ?? 0) > 0)
})

for (const [what, sent] of Object.entries({
  'another API': { path: '/operator/v1/apps' },
  'the management API': { path: '/manage/v1/apps' },
  'a way out of it': { path: '/api/v1/../../manage/v1/apps' },
  'an encoded way out of it': { path: '/api/v1/offers/..%2f..%2f..%2fmanage' },
  'a host of its own': { path: '//127.0.0.1:1/api/v1/offers' },
  'a whole address': { path: 'http://127.0.0.1:1/api/v1/offers' },
  'a postback': { path: '/postback/demo?click_id=1' },
  'a method that it has not': { path: '/api/v1/offers', method: 'DELETE' },
  'credentials in the query': { path: '/api/v1/offers?userId=u&apiKey=pk_live_x' },
  'encoded credentials in the query': { path: '/api/v1/offers?userId=u&api%53ecret=sk_live_x' },
})) {
  test(`it is no way to ${what}`, async () => {
    const answer = await send(sent)
    if (answer.statusCode === 200) assert.ok([400, 404].includes(answer.json().data.status), answer.body)
    else assertError(answer, 400, 'INVALID_REQUEST')
  })
}

test('another publisher’s app is not there, and an analyst may not call', async () => {
  const other = await createApp(world.ports, { name: 'Other', publisher: 'Somebody else' })
  assertError(
    await send({ path: '/api/v1/offers?userId=u' }, { appId: other.appId }),
    404,
    'RESOURCE_NOT_FOUND',
  )
  const bearer = await makeToken('analyst')
  const refused = await send({ path: '/api/v1/offers?userId=u' }, { bearer })
  assert.ok(refused.statusCode === 401 || refused.statusCode === 403, refused.body)
})

test('a call that the API would not answer is refused, and nobody is asked to sign in again', async () => {
  const { ports, app } = world
  const needs = { ...ports, actor: 'test' }
  const path = '/api/v1/offers?userId=u-1'
  await updateApp(needs, app.appId, { status: 'suspended' })
  for (const mode of ['live', 'test']) assertError(await send({ mode, path }), 400, 'INVALID_REQUEST')
  await updateApp(needs, app.appId, { status: 'active' })
  await ports.store.publishers.updatePublisher(ports.db, app.publisherId, { status: 'waiting' })
  await ports.snapshots.refresh('apps')
  assertError(await send({ path }), 400, 'INVALID_REQUEST')
  assert.equal((await answered({ mode: 'test', path })).status, 200)
  await ports.store.publishers.updatePublisher(ports.db, app.publisherId, { status: 'active' })
  await ports.snapshots.refresh('apps')
})

test('a pass is good once, and nothing that somebody sends is one', async () => {
  const { console } = world.ports
  const key = world.ports.snapshots.apps().findKey(world.credentials['x-api-key'] ?? '')
  const app = key && world.ports.snapshots.apps().findApp(key.appId)
  assert.ok(app && key)
  const guesses = Array.from({ length: 20 }, (_, index) =>
    world.get('/api/v1/offers', { query: { userId: 'u' }, headers: { [passHeader]: `guess-${index}` } }),
  )
  const request = {
    method: 'GET',
    path: '/api/v1/offers?userId=u',
    body: undefined,
    address: '198.51.100.1',
  } as const
  const [own, ...others] = await Promise.all([console.call({ app, key }, request), ...guesses])
  assert.equal(own?.status, 200)
  for (const guessed of others) assert.equal('statusCode' in guessed && guessed.statusCode, 401)
  assert.equal(console.redeem('guess-1'), undefined)
})

test('each beginning that the page offers is a call that the API knows', async () => {
  for (const { method, path, body } of beginnings) {
    const told = await answered({ method, path, ...(method === 'POST' && { body }) })
    assert.ok([200, 201, 404].includes(told.status), `${path}: ${told.body}`)
  }
})

test('no secret stands in an answer, a log line or the audit log', async () => {
  const secret = world.credentials['x-api-secret'] ?? ''
  const answer = await send({ path: '/api/v1/offers?userId=u-1' })
  const audit = JSON.stringify(await world.database.database.query('select * from audit_log', []))
  assert.ok(secret.length > 10)
  for (const text of [answer.body, audit, world.log.lines.join('\n')]) assert.ok(!text.includes(secret))
})
