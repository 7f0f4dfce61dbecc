import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'

let world: World
let publisherId = 0
before(async () => {
  world = await createWorld({
    environment: { BASE_URL: 'https://quoin.example' },
    people: {
      findToken: () => ({ id: '1', name: 'ci', role: 'operator' }),
      findPublisherToken: () => ({
        ...({ id: '1', name: 'ci', role: 'owner', publisherId, publisher: 'P', status: 'active' } as const),
      }),
      findSession: () => ({
        sessionId: 's',
        personId: 'p',
        name: 'Ada',
        email: 'ada@example.com',
        role: 'operator',
      }),
    },
  })
  const [app] = await world.ports.db.query<{ id: number }>(
    'select publisher_id as id from apps where id = $1',
    [world.app.appId],
  )
  publisherId = app?.id ?? 0
})
after(() => world.close())

const token = { authorization: 'Bearer any' }
const page = { origin: 'https://quoin.example', host: 'quoin.example', 'sec-fetch-site': 'same-origin' }

async function problemsOf(path: string, body: object, headers: Readonly<Record<string, string>> = token) {
  const answer = await world.post(path, { body, headers })
  const details = assertError(answer, 400, 'INVALID_REQUEST')
  return { details, message: String(answer.json().error.message) }
}

const unknown = (field: string) => ({ field, rule: 'unknown', message: 'is no field of this operation' })

test('an invitation that names a publisher where only the platform invites is refused, and nobody is invited', async () => {
  const body = { email: 'eve@example.com', role: 'operator', publisherId: 7 }
  const { details } = await problemsOf('/operator/v1/invitations', body)
  assert.deepEqual(details, [unknown('publisherId')])
  const rows = await world.ports.db.query('select from people_links')
  assert.equal(rows.length, 0)
})

test('each API of people and programs names what it does not know, beside all else that is wrong', async () => {
  const invitation = { email: 'eve@example.com', role: 'analyst', admin: true }
  assert.deepEqual((await problemsOf('/manage/v1/invitations', invitation)).details, [unknown('admin')])
  const signIn = { email: 'eve@example.com', remember: true }
  const { details } = await problemsOf('/dashboard/auth/sign-in', signIn, page)
  assert.deepEqual(details, [
    { field: 'password', rule: 'required', message: 'is required' },
    unknown('remember'),
  ])
})

test('an operation that takes no body refuses a field all the same', async () => {
  const { details } = await problemsOf('/dashboard/auth/sign-out', { everywhere: true }, page)
  assert.deepEqual(details, [unknown('everywhere')])
})

test('objects within a body are looked at as the contract declares them', async () => {
  const [offerId] = await world.addOffers([{}])
  const answer = await world.call({
    method: 'PATCH',
    path: `/operator/v1/offers/${offerId}`,
    headers: token,
    body: { goals: [{ goal: 'a', name: 'A', payout: '1', revenue: '2', repeatble: true }] },
  })
  const details = assertError(answer, 400, 'INVALID_REQUEST')
  assert.deepEqual(details, [unknown('goals[0].repeatble')])
})

test('many unknown fields and long names make no long answer', async () => {
  const body = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${'x'.repeat(200)}${at}`, 1]))
  const { details } = await problemsOf('/operator/v1/invitations', body)
  assert.ok(Array.isArray(details) && details.length <= 25)
  assert.ok(JSON.stringify(details).length < 5_000)
})

test('a page of another version than the server is told to reload, and a program never is', async () => {
  const body = { email: 'eve@example.com', role: 'analyst', old: 1 }
  const person = { ...page, cookie: 'session=ada' }
  for (const headers of [person, { ...person, 'x-quoin-version': '0.0.1' }]) {
    const { message, details } = await problemsOf('/operator/v1/invitations', body, headers)
    assert.equal(message, 'This page is older than the server. Reload it and try again.')
    assert.deepEqual(
      details?.map(({ rule }) => rule),
      ['unknown', 'version'],
    )
  }
  const { version } = world.ports.process
  for (const headers of [{ ...person, 'x-quoin-version': version }, token]) {
    const { details } = await problemsOf('/operator/v1/invitations', body, headers)
    assert.deepEqual(details, [unknown('old')])
  }
})

test("a call of a publisher's server goes on as before, whatever else it holds", async () => {
  const offerId = await world.addOffer()
  const body = { userId: 'u', offerId, campaign: { deep: [1] }, publisherId: 7 }
  assertSuccess(await world.post('/v1/conversions', { body, headers: world.credentials }), 201)
})
