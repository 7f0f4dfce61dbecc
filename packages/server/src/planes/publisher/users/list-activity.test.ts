import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
})
after(() => world.close())

interface Entry {
  readonly type: string
  readonly at: number
  readonly status?: string
  readonly click_id: string
}

async function read(
  userId: string,
  query: Readonly<Record<string, string>> = {},
  headers = world.credentials,
) {
  const path = `/api/v1/users/${encodeURIComponent(userId)}/activity`
  const response = await world.get(path, { query, headers })
  const { meta } = response.json()
  return { rows: assertSuccess<Entry[]>(response), meta }
}

async function readAll(userId: string, limit: string): Promise<Entry[]> {
  const rows: Entry[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(userId, cursor === undefined ? { limit } : { limit, cursor })
    rows.push(...page.rows)
    assert.equal(page.meta.next_cursor === null, !page.meta.has_more)
    cursor = page.meta.next_cursor
  }
  return rows
}

const kindsOf = (rows: readonly Entry[]) => rows.map(({ type, status }) => status ?? type)

for (const userId of ['ann', 'a/b?c#d %2F ü😀', '\'"<>', '-']) {
  test(`clicks and changes of ${userId}, newest first, the same in pages of any size`, async () => {
    const offerIds = await world.addOffers([{}, { countries: 'FR' }])
    const clickId = await followOffer(world, { offerId: offerIds[0] ?? 0, userId })
    for (const status of ['pending', 'approved', 'reversed']) {
      world.clock.advance({ seconds: 1 })
      await tell(world, { query: { click_id: clickId, payout: '1', status } })
    }
    const { rows } = await read(userId)
    assert.deepEqual(kindsOf(rows), ['reversed', 'approved', 'pending', 'click'])
    assert.ok(rows.every(({ click_id }) => click_id === clickId))
    for (const limit of ['1', '2', '3', '4']) assert.deepEqual(await readAll(userId, limit), rows)
  })
}

test('events in one millisecond are neither repeated nor lost between pages', async () => {
  const userId = 'quick'
  const ids = await world.addOffers([{}, {}, {}, {}])
  const clicks = await Promise.all(ids.map((offerId) => followOffer(world, { offerId, userId })))
  for (const click_id of clicks) await tell(world, { query: { click_id, payout: '1', status: 'approved' } })
  const { rows } = await read(userId)
  assert.equal(rows.length, 8)
  for (const limit of ['1', '3', '5']) assert.deepEqual(await readAll(userId, limit), rows)
})

test('a click that fell back says why', async () => {
  const offerId = await world.addOffer({ status: 'paused', fallback_url: 'https://fallback.example/' })
  const link = `/track?${new URLSearchParams({ offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'late' })}`
  await world.server.inject({ method: 'GET', url: link })
  const { rows } = await read('late')
  const [click] = rows as (Entry & { outcome: string; reason: string })[]
  assert.deepEqual([click?.outcome, click?.reason], ['fallback', 'paused'])
})

test('a user of whom nothing is known has done nothing; modes are apart', async () => {
  assert.deepEqual((await read('unknown')).rows, [])
  const offerId = await world.addOffer()
  await followOffer(world, { offerId, userId: 'tester', apiKey: world.app.test.apiKey })
  assert.deepEqual((await read('tester')).rows, [])
  assert.deepEqual(kindsOf((await read('tester', {}, world.testCredentials)).rows), ['click'])
})

test('a value that is no user id or cursor is refused by name', async () => {
  for (const [userId, query, rule] of [
    ['a\u0000b', {}, 'userId characters'],
    ['x'.repeat(256), {}, 'userId length'],
    ['u', { cursor: 'a1-1' }, 'cursor format'],
    ['u', { cursor: 'c1-0-00000000-0000-0000-0000-000000000000-0' }, 'cursor format'],
    ['u', { limit: 'x' }, 'limit integer'],
  ] as const) {
    const path = `/api/v1/users/${encodeURIComponent(userId)}/activity`
    const response = await world.get(path, { query, headers: world.credentials })
    assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), [rule])
  }
  assert.deepEqual((await read('😀'.repeat(255))).rows, [])
})
