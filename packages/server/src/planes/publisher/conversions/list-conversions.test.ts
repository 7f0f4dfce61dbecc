import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { untilSettled } from '../../../../../../test/support/until-settled.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { createApp } from '../../../features/apps/create-app.ts'

let world: World
let offerIds: number[]
before(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
    app: { currencyName: 'Coins', currencyRate: 100_000_000, currencyDecimals: 0 },
  })
  offerIds = await world.addOffers([{ payout: '1.25' }, { payout: '2' }])
})
after(() => world.close())

interface Row {
  readonly conversion_id: string
  readonly version: number
  readonly user_id: string
  readonly status: string
  readonly changed_at: number
}

interface Page {
  readonly rows: readonly Row[]
  readonly cursor: string
  readonly hasMore: boolean
}

type Query = Readonly<Record<string, string>>

async function page(query: Query = {}, headers = world.credentials): Promise<Page> {
  await untilSettled(world.ports.db)
  const response = await world.get('/api/v1/conversions', { query, headers })
  const rows = assertSuccess<Row[]>(response)
  const { meta } = response.json()
  assert.equal(meta.returned, rows.length)
  return { rows, cursor: meta.next_cursor, hasMore: meta.has_more }
}

/** All pages, as a publisher reads them. */
async function readAll(query: Query = {}, headers = world.credentials): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 100; pages += 1) {
    const one = await page(cursor === undefined ? query : { ...query, cursor }, headers)
    rows.push(...one.rows)
    cursor = one.cursor
    if (!one.hasMore) return rows
  }
  throw new Error('the list has no end')
}

async function earn(
  userId: string,
  statuses: readonly string[],
  offer = 0,
  apiKey?: string,
): Promise<string> {
  const followed = { offerId: offerIds[offer] ?? 0, userId }
  const clickId = await followOffer(world, apiKey === undefined ? followed : { ...followed, apiKey })
  for (const status of statuses) {
    world.clock.advance({ seconds: 1 })
    const told = await tell(world, { query: { click_id: clickId, payout: '1.5', status } })
    assert.equal(told.statusCode, 200, told.body)
  }
  return clickId
}

const statesOf = (rows: readonly Row[]) => rows.map(({ version, status }) => `${version} ${status}`)

test('every change is a row with all that a callback says, and the cursor goes on behind it', async () => {
  const start = await page()
  const clickId = await earn('first', ['pending', 'approved'])
  const { rows, cursor, hasMore } = await page({ cursor: start.cursor })
  assert.deepEqual(statesOf(rows), ['1 pending', '2 approved'])
  assert.equal(hasMore, false)
  const now = Math.floor(world.clock.nowMs() / 1000)
  assert.deepEqual(rows[1], {
    conversion_id: rows[0]?.conversion_id,
    offer_id: offerIds[0],
    user_id: 'first',
    click_id: clickId,
    sub_id: null,
    goal: null,
    transaction_id: null,
    claim_transaction_id: null,
    currency: 'Coins',
    is_test: false,
    created_at: now - 1,
    version: 2,
    status: 'approved',
    reason: null,
    payout: 1.25,
    payout_local: 125,
    previous_status: 'pending',
    source: 'postback',
    changed_at: now,
  })
  assert.deepEqual((await page({ cursor })).rows, [])
  await tell(world, { query: { click_id: clickId, payout: '-1.5', status: 'chargeback' } })
  const later = await page({ cursor })
  assert.deepEqual(statesOf(later.rows), ['3 reversed'])
  assert.equal((await page({ cursor: later.cursor })).cursor, later.cursor)
})

test('pages of any size are the same list', async () => {
  for (const user of ['a', 'b', 'c']) await earn(user, ['pending', 'approved', 'reversed'])
  const whole = await readAll()
  for (const limit of ['1', '2', '7', '100', '100000']) assert.deepEqual(await readAll({ limit }), whole)
  assert.deepEqual(
    whole.map(({ changed_at }) => changed_at),
    whole.map(({ changed_at }) => changed_at).sort(),
  )
})

test('filters keep what they say, in pages too', async () => {
  const clickId = await earn('filtered', ['pending', 'approved'], 1)
  const all = await readAll()
  const cases: readonly [Query, (row: Row & { offer_id: number; click_id: string }) => boolean][] = [
    [{ status: 'approved' }, ({ status }) => status === 'approved'],
    [{ offerId: String(offerIds[1]) }, ({ offer_id }) => offer_id === offerIds[1]],
    [{ userId: 'filtered' }, ({ user_id }) => user_id === 'filtered'],
    [{ clickId }, ({ click_id }) => click_id === clickId],
    [
      { userId: 'filtered', status: 'pending' },
      (row) => row.user_id === 'filtered' && row.status === 'pending',
    ],
    [{ subId: 'nobody' }, () => false],
    [{ goal: 'none' }, () => false],
  ]
  for (const [query, keeps] of cases) {
    const kept = (all as (Row & { offer_id: number; click_id: string })[]).filter(keeps) // the shape was checked
    for (const limit of ['1', '100']) {
      assert.deepEqual(await readAll({ ...query, limit }), kept, JSON.stringify(query))
    }
  }
})

test('a time range has the changes of that time, its end excluded', async () => {
  world.clock.advance({ days: 2 })
  const since = Math.floor(world.clock.nowMs() / 1000) + 1
  await earn('in-range', ['pending', 'approved', 'reversed'])
  world.clock.advance({ days: 2 })
  await earn('after-range', ['approved'])
  const range = { updatedSince: String(since), updatedUntil: String(since + 2) }
  assert.deepEqual(statesOf(await readAll(range)), ['1 pending', '2 approved'])
  assert.deepEqual(
    (await readAll({ updatedSince: String(since) })).map(({ user_id }) => user_id),
    ['in-range', 'in-range', 'in-range', 'after-range'],
  )
  assert.deepEqual(await readAll({ updatedSince: '253402300799' }), [])
  assert.equal((await readAll({ updatedSince: '0' })).length, (await readAll()).length)
})

test('the list of one app and mode has nothing of another', async () => {
  const other = await createApp(world.ports, { name: 'Other', publisher: 'Other' })
  const strangers = { 'x-api-key': other.live.apiKey, 'x-api-secret': other.live.apiSecret }
  assert.deepEqual(await readAll({}, strangers), [])
  assert.deepEqual(await readAll({}, world.testCredentials), [])
  await earn('tester', ['approved'], 0, world.app.test.apiKey)
  const tests = await readAll({}, world.testCredentials)
  assert.deepEqual(
    tests.map(({ user_id, ...row }) => [user_id, (row as unknown as { is_test: boolean }).is_test]),
    [['tester', true]],
  )
  assert.ok((await readAll()).every(({ user_id }) => user_id !== 'tester'))
  // A position says nothing of whose it is: with a stranger's cursor one reads on in one's own list.
  const { cursor } = await page()
  assert.deepEqual((await page({ cursor }, strangers)).rows, [])
})

test('a cursor that is none of this list, or a value that no filter has, is refused by name', async () => {
  const { cursor } = await page()
  for (const [query, rule] of [
    [{ cursor: 'x' }, 'cursor format'],
    [{ cursor: cursor.slice(0, -2) }, 'cursor format'],
    [{ cursor: `${cursor}00000000000` }, 'cursor format'],
    [{ cursor: cursor.replace('c1', 'a1') }, 'cursor format'],
    [{ cursor: `c1-${'9'.repeat(20)}-00000000-0000-0000-0000-000000000000-0` }, 'cursor format'],
    [{ limit: '0' }, 'limit range'],
    [{ status: 'paid' }, 'status enum'],
    [{ clickId: 'x' }, 'clickId format'],
    [{ updatedSince: 'yesterday' }, 'updatedSince integer'],
    [{ updatedUntil: '-1' }, 'updatedUntil range'],
  ] as const) {
    const response = await world.get('/api/v1/conversions', { query, headers: world.credentials })
    assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), [rule], JSON.stringify(query))
  }
})

test('a cursor of a later state than a restored database has is refused, since it would skip what comes', async () => {
  const { cursor } = await page()
  assert.equal((await page({ cursor })).rows.length, 0)
  const later = cursor.replace(/^c1-(\d+)/, (_all, number: string) => `c1-${Number(number) + 1_000_000}`)
  const response = await world.get('/api/v1/conversions', {
    query: { cursor: later },
    headers: world.credentials,
  })
  assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), ['cursor ahead'])
})
