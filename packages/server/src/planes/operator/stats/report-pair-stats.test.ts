import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findToken: (token) => (token === 'analyst' ? { id: '1', name: 'ci', role: 'analyst' } : undefined),
    },
  })
  for (const name of ['First', 'Second', 'Third']) await world.addOffer({ name })
  // Each offer has 25 sub ids; the nth of the first offer loses n cents.
  await world.ports.db.query(
    `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks, conversions,
       revenue_micros, payout_micros)
     select $1, '2026-11-20 12:00Z', o, 'DE', 'ios', 's' || n, status, case status when '' then 10 * o else 0 end,
       case status when '' then 0 else 1 end, 1000000,
       case status when '' then 0 else 1000000 + 10000 * case o when 1 then n else -n * o end end
     from generate_series(1, 3) o, generate_series(1, 25) n, (values (''), ('approved')) s (status)`,
    [world.app.appId],
  )
  await world.ports.db.query(`update stats_15min set revenue_micros = 0 where status = ''`)
})
after(() => world.close())

const headers = { authorization: 'Bearer analyst' }
const days = { from: '2026-11-01', to: '2026-11-28' }

interface Row {
  readonly keys: readonly string[]
  readonly names: readonly (string | null)[]
  readonly clicks: number
  readonly margin: string
}

interface Group {
  readonly group: Row
  readonly members: readonly Row[]
  readonly others: { readonly count: number; readonly figures: Row } | null
}

const sum = (rows: readonly (Row | null | undefined)[]) => ({
  clicks: rows.reduce((total, row) => total + (row?.clicks ?? 0), 0),
  cents: rows.reduce((total, row) => total + Math.round(Number(row?.margin ?? 0) * 100), 0),
})

test('offers that lose come first, with 20 sub ids and the others: all add up to the total', async () => {
  const answer = await world.get('/operator/v1/stats/pairs', {
    headers,
    query: { ...days, pair: 'offer,subId', top: '2' },
  })
  const groups = assertSuccess<readonly Group[]>(answer)
  const { meta } = answer.json() as { meta: { top: { groups: number; others: Row; total: Row } } }
  assert.deepEqual(
    groups.map(({ group }) => group.names[0]),
    ['First', 'Second'],
  )
  assert.equal(groups[0]?.group.margin, '-3.25')
  assert.deepEqual(groups[0]?.members[0]?.keys, ['1', 's25'])
  for (const { group, members, others } of groups) {
    assert.equal(members.length, 20)
    assert.equal(others?.count, 5)
    assert.deepEqual(sum([...members, others?.figures]), sum([group]))
  }
  assert.equal(meta.top.groups, 3)
  const all = [...groups.map(({ group }) => group), meta.top.others]
  assert.deepEqual(sum(all), sum([meta.top.total]))
  assert.deepEqual(sum([meta.top.total]), { clicks: 1500, cents: -325 + 650 + 975 })
})

test('lists of filters keep what is about one of them', async () => {
  const query = {
    ...days,
    interval: 'total',
    groupBy: 'offer',
    top: '10',
    topBy: 'margin',
    topOrder: 'least',
  }
  const ask = async (more: Record<string, string>) =>
    assertSuccess<readonly Row[]>(
      await world.get('/operator/v1/stats', { headers, query: { ...query, ...more } }),
    )
  const keysOf = (rows: readonly Row[]) => rows.map(({ keys }) => keys[0])
  assert.deepEqual(keysOf(await ask({})), ['1', '2', '3'])
  assert.deepEqual(keysOf(await ask({ offerIds: '3,2' })), ['2', '3'])
  assert.deepEqual(keysOf(await ask({ countries: 'FR,US' })), [])
  assert.deepEqual(sum(await ask({ subIds: 's1,s%32', offerIds: '1' })), { clicks: 20, cents: -3 })
  assert.deepEqual(sum(await ask({ networks: 'nobody' })), { clicks: 0, cents: 0 })
})

test('another pair, too many days and too many groups are refused', async () => {
  for (const wrong of [{ pair: 'subId,country' }, { from: '2026-01-01' }, { top: '101' }, { offerIds: '1,' }])
    assertError(
      await world.get('/operator/v1/stats/pairs', {
        headers,
        query: { ...days, pair: 'offer,subId', ...wrong },
      }),
      400,
      'INVALID_REQUEST',
    )
})
