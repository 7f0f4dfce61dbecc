import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupPairNames, groupPairs } from '@quoin/core/stats/group-pair.ts'
import type { TopFigure, TopOrder } from '@quoin/core/stats/top-figure.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import type { Database } from '../pg/database.ts'
import { addUp, figures } from './add-up.ts'
import { reportPairStats } from './stats-pairs.ts'
import { reportStats, type StatsRow } from './stats-report.ts'

const { database } = await createTestDatabase()
const startSec = Date.UTC(2026, 10, 1) / 1000
const edgesSec = [startSec, startSec + 28 * 86_400]

await database.query(
  `insert into networks (slug, name, proof) values ('one', 'One', 'none'), ('two', 'Two', 'none')`,
  [],
)
await database.query(
  `insert into offers (network_id, external_id, name, description, payout_micros, revenue_micros, destination_url)
   select 1 + n % 2, 'x' || n, 'Offer ' || n, '', 1, 1, 'https://offers.example/' from generate_series(1, 8) n`,
  [],
)
await database.query('select setseed(0.3)', [])
// More members than have a row of their own, losses and gains, sub ids without a name, clicks without a conversion.
await database.query(
  `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks, fallback_clicks,
     conversions, revenue_micros, payout_micros)
   select 1 + n % 3, to_timestamp($1::bigint + floor(random() * 2688) * 900), 1 + floor(random() * 9),
     chr(65 + n % 26) || chr(65 + n % 7), (array['ios', 'android', ''])[1 + n % 3],
     case when n % 41 = 0 then null else 's' || n % 40 end,
     status, case when status = '' then n % 7 else 0 end, case when status = '' then n % 3 else 0 end,
     case when status = '' then 0 else 1 end, case when status = '' then 0 else n % 11 * 1000 end,
     case when status = '' then 0 else n % 13 * 1000 end
   from (select n, (array['', 'approved', 'pending', 'rejected', 'reversed'])[1 + floor(random() * 5)::int] as status
     from generate_series(1, 5000) n) g
   on conflict do nothing`,
  [startSec],
)

const plain = {
  appId: null,
  offerId: null,
  country: null,
  platform: null,
  subId: null,
  status: null,
  edgesSec,
}
type Filters = Partial<Omit<Parameters<typeof reportStats>[1], 'edgesSec' | 'rowsMax' | 'groupBy' | 'keys'>>
const filters: readonly Filters[] = [
  {},
  { appId: 2 },
  { among: { network: ['one'] } },
  { among: { app: ['1', '3'], platform: ['ios', ''] } },
  { subId: 's7' },
]

const figuresOf = (rows: readonly StatsRow[]) => {
  const { clicks, uniqueClicks, fallbackClicks, botClicks, ...sums } = addUp(rows)
  const left = (by: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(by).filter(([, sum]) => sum !== '0'))
  return {
    clicks,
    uniqueClicks,
    fallbackClicks,
    botClicks,
    conversions: left(sums.conversions),
    revenueMicros: left(sums.revenueMicros),
    payoutMicros: left(sums.payoutMicros),
  }
}

const distance = (row: StatsRow): bigint => {
  const margin = figures.margin(row)
  return margin < 0n ? -margin : margin
}

for (const name of groupPairNames)
  for (const filter of filters)
    for (const [topBy, topOrder, top] of [
      ['margin', 'least', 100],
      ['margin', 'least', 2],
      ['clicks', 'most', 3],
    ] as const satisfies readonly (readonly [TopFigure, TopOrder, number])[])
      test(`${name}, ${JSON.stringify(filter)}, ${top} with the ${topOrder} ${topBy}: groups and members are those of all rows`, async () => {
        const groupBy = groupPairs[name]
        const [first] = groupBy
        const query = { ...plain, ...filter }
        const told = await reportPairStats(database, { ...query, groupBy, top, topBy, topOrder })
        const all = await reportStats(database, { ...query, groupBy, rowsMax: 100_000 })
        const groups = await reportStats(database, { ...query, groupBy: [first], rowsMax: 100_000 })
        assert.equal(told.groups, groups.length)
        assert.deepEqual(figuresOf(told.total ? [told.total] : []), figuresOf(all))
        const signed = (row: StatsRow) => (topOrder === 'most' ? -1n : 1n) * figures[topBy](row)
        const wanted = groups
          .map(signed)
          .toSorted((a, b) => Number(a - b))
          .slice(0, top)
        assert.deepEqual(told.rows.map(signed), wanted)
        for (const row of told.rows) {
          const own = told.members.filter(({ keys }) => keys[0] === row.keys[0])
          const inAll = all.filter(({ keys }) => keys[0] === row.keys[0])
          assert.deepEqual(figuresOf([row]), figuresOf(inAll))
          assert.equal(own[0]?.members, inAll.length)
          assert.equal(own.length, Math.min(20, inAll.length))
          const farthest = inAll
            .map(distance)
            .toSorted((a, b) => Number(b - a))
            .slice(0, 20)
          assert.deepEqual(own.map(distance), farthest)
          for (const member of own) {
            const same = inAll.filter(({ keys }) => keys[1] === member.keys[1])
            assert.deepEqual(figuresOf([member]), figuresOf(same))
          }
        }
        assert.equal(
          told.members.every(({ keys }) => told.rows.some((row) => row.keys[0] === keys[0])),
          true,
        )
      })

/** The database, with the plan of the statement that finds members noted. */
function watched(plans: string[]): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name)
      const transaction: Database['transaction'] = (run, options) =>
        target.transaction(async (tx) => {
          const query = async (text: string, parameters: readonly unknown[] = []) => {
            if (text.includes('as place'))
              plans.push(JSON.stringify(await tx.query(`explain (format json) ${text}`, parameters)))
            return await tx.query(text, parameters)
          }
          return await run({ ...tx, send: (step) => tx.send(step), query } as typeof tx) // only these are called
        }, options)
      return transaction
    },
  })
}

test('members are found by the index of their offers or apps, not among all rows', async () => {
  await database.query('alter table stats_15min disable trigger user', [])
  await database.query(
    `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks)
     select 1 + n % 50, to_timestamp($1::bigint + n % 2600 * 900), 100 + n % 4000, 'DE', 'ios', 's' || n % 300, '', 1
     from generate_series(1, 150000) n`,
    [startSec],
  )
  for (const text of ['alter table stats_15min enable trigger user', 'analyze stats_15min'])
    await database.query(text, [])
  for (const [name, index] of [
    ['offer,subId', 'stats_15min_by_offer'],
    ['offer,country', 'stats_15min_by_offer'],
    ['app,subId', 'stats_15min_by_app'],
  ] as const) {
    const plans: string[] = []
    const query = { ...plain, groupBy: groupPairs[name], top: 5, topBy: 'margin', topOrder: 'least' } as const
    await reportPairStats(watched(plans), query)
    assert.equal(plans.length, 1)
    assert.match(plans[0] ?? '', new RegExp(index), name)
    assert.doesNotMatch(plans[0] ?? '', /"Seq Scan","[^}]*"Relation Name":"stats_15min/, name)
  }
})
