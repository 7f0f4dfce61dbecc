import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type CallOptions, type World } from '../../../../../../test/support/world.ts'
import { openSession } from '../../../features/credentials/open-session.ts'
import { listActivity } from '../../../features/users/list-activity.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  offerId = await world.addOffer()
})
after(() => world.close())

type Way = (userId: string) => CallOptions

/** Every way by which a user's id comes in from outside. */
const ways: Readonly<Record<string, Way>> = {
  list: (userId) => ({ path: '/api/v1/offers', query: { userId }, headers: world.credentials }),
  offer: (userId) => ({ path: `/api/v1/offers/${offerId}`, query: { userId }, headers: world.credentials }),
  eligibility: (userId) => ({
    path: `/api/v1/offers/${offerId}/eligibility`,
    query: { userId },
    headers: world.credentials,
  }),
  link: (userId) => ({
    path: '/track',
    query: { offerId: String(offerId), apiKey: world.app.live.apiKey, userId },
  }),
  claim: (userId) => ({
    method: 'POST',
    path: '/v1/conversions',
    body: { userId, offerId },
    headers: world.credentials,
  }),
  session: (userId) => ({
    method: 'POST',
    path: '/api/v1/sessions',
    body: { userId },
    headers: world.credentials,
  }),
  fingerprint: (user_id) => ({
    method: 'POST',
    path: '/api/v1/fingerprint',
    body: { user_id, fingerprint_hash: 'h' },
    headers: world.credentials,
  }),
  'fingerprint by its other name': (userId) => ({
    method: 'POST',
    path: '/api/v1/fingerprint',
    body: { userId, fingerprint_hash: 'h' },
    headers: world.credentials,
  }),
  'list in a session': (userId) => ({
    path: '/api/v1/offers',
    query: { userId },
    headers: { authorization: `Bearer ${tokenOf(userId)}` },
  }),
  conversions: (userId) => ({ path: '/api/v1/conversions', query: { userId }, headers: world.credentials }),
  activity: (userId) => ({
    path: `/api/v1/users/${encodeURIComponent(userId)}/activity`,
    headers: world.credentials,
  }),
  'activity by query': (userId) => ({
    path: '/api/v1/users/activity',
    query: { userId },
    headers: world.credentials,
  }),
  erasure: (userId) => ({
    method: 'DELETE',
    path: `/api/v1/users/${encodeURIComponent(userId)}`,
    headers: world.credentials,
  }),
  'erasure by query': (userId) => ({
    method: 'DELETE',
    path: '/api/v1/users',
    query: { userId },
    headers: world.credentials,
  }),
}

/** A session token as an earlier version would have made it, before such ids were refused. */
function tokenOf(userId: string): string {
  return openSession(world.ports, { apiKey: world.app.live.apiKey, userId }).token
}

const macros = [
  '{userID}',
  '{user_id}',
  '[USER_ID]',
  '#s2#',
  '%%uid%%',
  '{{user.id}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a macro that was not filled in.
  '${user_id}',
  '[%UID%]',
  '##SUBID##',
  '<user_id>',
  '$uid$',
  '%user_id%',
  '%7Buser_id%7D',
  ' {user_id} ',
]
const token = `erased-${'0123456789abcdef'.repeat(2)}`

for (const [name, way] of Object.entries(ways)) {
  test(`a user id that is an unfilled macro or the token of an erasure is refused, and changes nothing: ${name}`, async () => {
    const counts = await countRows()
    for (const [userId, rule, said] of [
      ...macros.map((macro) => [macro, 'literal_macro', macro.trim()] as const),
      [token, 'reserved', 'erased'] as const,
    ]) {
      const [problem] = assertError(await world.call(way(userId)), 400, 'INVALID_REQUEST') ?? []
      assert.match(problem?.field ?? '', /^(userId|user_id)$/)
      assert.equal(problem?.rule, rule, userId)
      assert.ok(problem?.message.includes(said), problem?.message)
    }
    assert.deepEqual(await countRows(), counts)
  })
}

test('names that look a little like macros or tokens are names', async () => {
  for (const userId of [
    '[VIP] bob',
    '{user_id',
    '100%',
    'a{user_id}b',
    '#1',
    'erased',
    'erased-42',
    `${token}0`,
    `x${token}`,
    `erased-${'g'.repeat(32)}`,
    'macro',
    '$$$',
    '<3',
  ]) {
    for (const way of [ways['list'], ways['session'], ways['activity']]) {
      assert.ok(way)
      assertSuccess(await world.call(way(userId)), way === ways['session'] ? 201 : 200)
    }
  }
})

test('our own tokens go on standing for erased users: a report on a former click is decided as ever', async () => {
  const link = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'leaver' }
  const followed = await world.get('/track', { query: link })
  const clickId = new URL(String(followed.headers.location)).searchParams.get('click_id') ?? ''
  const path = '/api/v1/users/leaver'
  const erased = await world.call({ method: 'DELETE', path, headers: world.credentials })
  const { token: userId } = assertSuccess<{ token: string }>(erased)
  const query = { click_id: clickId, payout: '1.5', status: 'approved' }
  assertSuccess(await world.get('/postback', { query }))
  const rows = await world.ports.db.query('select user_id from conversions where click_id = $1', [clickId])
  assert.deepEqual(rows, [{ user_id: userId }])
  const user = { appId: world.app.appId, userId, isTest: false, before: undefined, limit: 10 }
  assert.equal((await listActivity(world.ports, user)).activities.length, 2)
})

test('a user named activity is erased and read like anybody, and never in the place of another', async () => {
  const headers = world.credentials
  const link = (userId: string) => ({ offerId: String(offerId), apiKey: world.app.live.apiKey, userId })
  for (const user of ['activity', 'bob', 'offers']) await world.get('/track', { query: link(user) })
  const activityOf = async (userId: string) =>
    assertSuccess<unknown[]>(await world.get('/api/v1/users/activity', { query: { userId }, headers })).length
  for (const path of ['/api/v1/users/activity', '/api/v1/users/%61ctivity', '/api/v1/users/bob'])
    for (const userId of ['bob', 'activity', '']) {
      const response = await world.call({ method: 'DELETE', path, query: { userId }, headers })
      assert.deepEqual(assertError(response, 400, 'INVALID_REQUEST'), [
        { field: 'userId', rule: 'single', message: 'must be given once: the path names it already' },
      ])
    }
  assert.deepEqual([await activityOf('activity'), await activityOf('bob')], [1, 1])
  const twice = await world.get('/api/v1/users/bob/activity', { query: { userId: 'activity' }, headers })
  assertError(twice, 400, 'INVALID_REQUEST')
  assertError(await world.get('/api/v1/users/activity', { headers }), 400, 'INVALID_REQUEST')
  const own = await world.get('/api/v1/users/activity/activity', { headers })
  assert.equal(assertSuccess<unknown[]>(own).length, 1)

  assertSuccess(await world.call({ method: 'DELETE', path: '/api/v1/users/activity', headers }))
  assert.deepEqual([await activityOf('activity'), await activityOf('bob')], [0, 1])
  const byQuery = { method: 'DELETE', path: '/api/v1/users', query: { userId: 'bob' }, headers }
  assertSuccess(await world.call(byQuery))
  assert.deepEqual([await activityOf('bob'), await activityOf('offers')], [0, 1])
})

async function countRows(): Promise<readonly unknown[]> {
  const tables = ['clicks', 'conversions', 'user_erasures', 'risk_assessments', 'devices']
  return await Promise.all(
    tables.map((table) => world.ports.db.query(`select count(*) as n from ${table}`, [])),
  )
}
