import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { assertSums } from '../../../../../test/support/assert-sums.ts'
import { reportStats, type StatsRow } from './stats-report.ts'
import { summedCreditTimes, summedMeasures } from './stats-sums.ts'
import { sumEarlierWeek } from './stats-weeks.ts'

const { database } = await createTestDatabase()
const hourSec = 3_600
const daySec = 86_400
const startSec = Date.UTC(2026, 10, 1) / 1000

// The fifth offer is of no network that is known.
await database.query(
  `insert into networks (slug, name, proof) values ('one', 'One', 'none'), ('two', 'Two', 'none')`,
  [],
)
await database.query(
  `insert into offers (network_id, external_id, name, description, payout_micros, revenue_micros, destination_url)
   select 1 + n % 2, 'x' || n, 'Offer ' || n, '', 1, 1, 'https://offers.example/' from generate_series(1, 4) n`,
  [],
)

/** Random rows, then changes and removals of some: what a roll-up, a reversal and a rebuild do. */
await database.query(`select setseed(0.7)`, [])
await database.query(
  `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks, conversions,
     revenue_micros, payout_micros)
   select 1 + n % 3, to_timestamp($1::bigint + floor(random() * 2880) * 900), 1 + (random() * 4)::int,
     (array['DE', 'US'])[1 + n % 2], (array['ios', 'android'])[1 + (n / 2) % 2], (array['a', '', null])[1 + (n / 7) % 3],
     status, case when status = '' then 10 + n % 7 else 0 end, case when status = '' then 0 else 1 + n % 5 end,
     case when status = '' then 0 else n % 11 * 1000 end, case when status = '' then 0 else n % 9 * 100 end
   from (select n, (array['', 'approved', 'reversed'])[1 + floor(random() * 3)::int] as status
     from generate_series(1, 6000) n) g
   on conflict do nothing`,
  [startSec],
)
await database.query(
  `insert into stats_15min as s (app_id, quarter, offer_id, country, platform, sub_id, status, clicks)
   select app_id, quarter, offer_id, country, platform, sub_id, status, 5 from stats_15min
   where offer_id = 2 and status = ''
   on conflict (app_id, quarter, offer_id, country, platform, sub_id, status)
   do update set clicks = s.clicks - excluded.clicks`,
  [],
)
await database.query(
  `insert into stats_credit_times (app_id, quarter, offer_id, country, platform, sub_id, slot, conversions)
   select 1 + n % 3, to_timestamp($1::bigint + floor(random() * 2880) * 900), 1 + (random() * 4)::int,
     (array['DE', 'US'])[1 + n % 2], (array['ios', 'android'])[1 + (n / 2) % 2], (array['a', '', null])[1 + (n / 7) % 3],
     floor(random() * 5)::smallint, 1 + n % 5
   from generate_series(1, 4000) n on conflict do nothing`,
  [startSec],
)
await database.query(
  `update stats_credit_times set conversions = conversions + 3, slot = slot + 10 where offer_id = 2`,
  [],
)
for (const table of ['stats_15min', 'stats_credit_times'])
  await database.query(`delete from ${table} where quarter >= to_timestamp($1::bigint)`, [
    startSec + 26 * daySec,
  ])

const plain = {
  appId: null,
  offerId: null,
  country: null,
  platform: null,
  subId: null,
  status: null,
  appOffersSinceSec: 0,
}

type Asked = Partial<Omit<Parameters<typeof reportStats>[1], 'edgesSec' | 'rowsMax' | 'keys'>>

async function ask(asked: Asked, edgesSec: readonly number[]) {
  return await reportStats(database, { ...plain, groupBy: [], ...asked, edgesSec, rowsMax: 100_000 })
}

/** The sums of rows by interval and first key. */
function fold(rows: readonly StatsRow[], hasKey: boolean): ReadonlyMap<string, readonly bigint[]> {
  const sums = new Map<string, bigint[]>()
  for (const { interval, keys, clicks, conversions, revenueMicros, creditTimes } of rows) {
    const key = `${interval} ${hasKey ? keys[0] : ''}`
    const sum = sums.get(key) ?? [0n, 0n, 0n, 0n, 0n]
    const total = (by: Readonly<Record<string, string>>): bigint =>
      Object.values(by).reduce((all, one) => all + BigInt(one), 0n)
    const slots = Object.entries(creditTimes).map(([slot, count]) => BigInt(slot) * BigInt(count))
    const credits = [total(creditTimes), slots.reduce((all, one) => all + one, 0n)]
    const figures = [BigInt(clicks), total(conversions), total(revenueMicros), ...credits]
    sums.set(
      key,
      sum.map((one, index) => one + (figures[index] ?? 0n)),
    )
  }
  return new Map([...sums].filter(([, figures]) => figures.some((one) => one !== 0n)).sort())
}

/** Days from the first on, that begin so long after those of UTC. */
function days(count: number, offsetSec = 0, everyDays = 1): number[] {
  return Array.from({ length: count + 1 }, (_, day) => startSec + offsetSec + day * everyDays * daySec)
}

const edges: Readonly<Record<string, readonly number[]>> = {
  'whole days': days(28),
  'a month of Berlin, in all': days(1, -hourSec, 28),
  'a month of New York, in all': days(1, 5 * hourSec, 24),
  'days of New York': days(20, 5 * hourSec),
  'days of Kathmandu': days(20, -20_700),
  'weeks of Kathmandu': days(4, -20_700, 7),
  hours: Array.from({ length: 30 }, (_, index) => startSec + (index + 3) * hourSec),
  'hours of Kathmandu': Array.from({ length: 30 }, (_, index) => startSec + index * hourSec + 900),
  'less than a slot': [startSec + 900, startSec + 2_700],
}

const asks: readonly Asked[] = [
  ...(['app', 'country', 'platform', 'subId', 'offer', 'network'] as const).map((group) => ({
    groupBy: [group],
  })),
  {},
  ...[{ appId: 2 }, { offerId: 2 }, { country: 'DE' }, { platform: 'ios' }, { subId: 'a' }],
  ...(['country', 'platform', 'subId', 'app', 'offer', 'network'] as const).map((group) => ({
    appId: 2,
    groupBy: [group],
  })),
  ...[{ country: 'DE' }, { platform: 'ios' }, { subId: 'a' }].map((filter) => ({ appId: 2, ...filter })),
  { offerId: 2, groupBy: ['network'] },
  { appId: 2, offerId: 2 },
  { country: 'US', groupBy: ['country'], status: 'approved' },
  ...[{ app: ['1', '3'] }, { offer: ['2', '4'] }, { subId: ['a', ''] }].map((among) => ({ among })),
  ...(['two', 'none'] as const).map((network) => ({ among: { network: [network, 'other'] } })),
  { groupBy: ['offer'], among: { offer: ['1', '2'] } },
  { groupBy: ['network'], among: { network: ['one'] } },
  { groupBy: ['country'], among: { network: ['one'], platform: ['ios', ''] } },
  { appId: 2, among: { country: ['DE', 'FR'], offer: ['1', '3'] } },
  { appId: 2, groupBy: ['network'], among: { network: ['one'] } },
]

for (const [name, edgesSec] of Object.entries(edges))
  for (const asked of asks)
    test(`${JSON.stringify(asked)}, ${name}: the sums say what all rows add up to`, async () => {
      const groups = asked.groupBy ?? []
      const others = (['country', 'platform', 'offer'] as const).filter((group) => !groups.includes(group))
      // With two more groups every row is read.
      const plainly = { ...asked, groupBy: [...groups, ...others] }
      assert.equal(summedMeasures({ ...plain, groupBy: plainly.groupBy, edgesSec }), undefined)
      const told = fold(await ask(asked, edgesSec), groups.length > 0)
      assert.deepEqual(told, fold(await ask(plainly, edgesSec), groups.length > 0))
      assert.ok(
        told.size > 0 ||
          asked.among?.network?.[0] === 'none' ||
          name === 'less than a slot' ||
          name === 'hours of Kathmandu',
      )
    })

test('reports of one thing are read from the sums', () => {
  const edgesSec = edges['whole days'] ?? []
  for (const group of ['app', 'country', 'platform', 'subId', 'offer', 'network'] as const) {
    assert.match(summedMeasures({ ...plain, groupBy: [group, 'status'], edgesSec }) ?? '', /from stats_sums/)
  }
  assert.match(summedCreditTimes({ ...plain, groupBy: [], edgesSec }) ?? '', /from stats_credit_sums/)
  assert.match(summedMeasures({ ...plain, appId: 3, groupBy: [], edgesSec }) ?? '', /from stats_sums/)
  assert.match(
    summedMeasures({ ...plain, appId: 3, groupBy: ['subId'], edgesSec }) ?? '',
    /from stats_app_sums/,
  )
  const monthSec = [startSec, startSec + 28 * daySec]
  const offersOfApp = { ...plain, appId: 3, groupBy: ['offer'], edgesSec: monthSec }
  assert.match(summedMeasures(offersOfApp) ?? '', /from stats_app_sums/)
  // Before the moment from which they are summed, the rows are read.
  assert.equal(summedMeasures({ ...offersOfApp, appOffersSinceSec: startSec + 14 * daySec }), undefined)
})

test('an older platform gets its sums of weeks one by one, and they stay right when rows change meanwhile', async () => {
  await database.query(`delete from stats_app_sums where kind = 'O'`, [])
  await database.query(`delete from stats_app_credit_sums where kind = 'O'`, [])
  await database.query(`update stats_progress set app_offers_since = to_timestamp($1::bigint)`, [
    Math.ceil((startSec + 30 * daySec) / (7 * daySec)) * 7 * daySec,
  ])
  const sumWeek = () => database.transaction((tx) => sumEarlierWeek(tx))
  const edgesSec = [startSec, startSec + 28 * daySec]
  const ofOffers = async () => fold(await ask({ appId: 2, groupBy: ['offer'] }, edgesSec), true)
  let weeks = 0
  for (; await sumWeek(); weeks += 1) {
    for (const table of ['stats_15min', 'stats_credit_times'])
      await database.query(`update ${table} set conversions = conversions + 1 where offer_id = 3`, [])
    const inRows = await ask({ appId: 2, groupBy: ['offer', 'country', 'platform'] }, edgesSec)
    assert.deepEqual(await ofOffers(), fold(inRows, true))
  }
  assert.ok(weeks >= 4, String(weeks))
  await assertSums(database)
})
