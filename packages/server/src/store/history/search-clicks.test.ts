import assert from 'node:assert/strict'
import { test } from 'node:test'

import { firstIdAt, idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { weeksAround } from '@quoin/core/tracking/click-partitions.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { createClickPartition } from '../tracking/click-weeks.ts'
import { type SearchedPage, searchClicks } from './search-clicks.ts'

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 10, 1)
const { database } = await createTestDatabase()
for (const week of weeksAround(startMs + 10 * dayMs, { before: 2, after: 2 }))
  await createClickPartition(database, week)

/** A hundred clicks a day for twenty days; every 700th is of a rare sub id, the others of one that all have. */
await database.query(
  `insert into clicks (id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome,
     is_test, clicked_at)
   select (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, 1, 1, 'user', case when n % 700 = 3
       then 'rare' else 'wall' end, '198.51.100.1', 'Mozilla', 'DE', 'ios', 'valid', 'redirected', false,
     to_timestamp(ms / 1000.0)
   from (select n, $1::bigint + n * 864000 as ms from generate_series(0, 1999) n) g`,
  [startMs],
)

const where = 'c.app_id = $1 and c.sub_id = $2 and c.id >= $3 and c.id < $4'
const bounds = { clicksPerStep: 100, stepsMax: 2 }

interface Asked {
  readonly subId: string
  readonly isDescending?: boolean
  readonly limit?: number
  readonly firstId?: string
  readonly endId?: string
}

/** All pages of a search, each from where the one before ended. */
async function searchAll({ subId, isDescending = true, limit = 50, firstId, endId }: Asked) {
  const pages: SearchedPage<{ id: string }>[] = []
  let after: SearchedPage<object>['end'] = null
  do {
    const slice = { sort: 'time', isDescending, after, limit }
    const page: SearchedPage<{ id: string }> = await searchClicks(
      database,
      {
        select: 'c.id',
        where,
        values: [1, subId, firstId ?? firstIdAt(0), endId ?? firstIdAt(Date.now() * 2)],
        slice,
        firstId: firstId ?? null,
        endId: endId ?? null,
        subId: { appId: 1, subId },
      },
      bounds,
    )
    pages.push(page)
    after = page.end
  } while (after !== null && pages.length < 100)
  return pages
}

const idsOf = (pages: readonly SearchedPage<{ id: string }>[]) =>
  pages.flatMap(({ rows }) => rows.map(({ id }) => id))

async function stored(subId: string, isDescending = true): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from clicks where sub_id = $1 order by id ${isDescending ? 'desc' : 'asc'}`,
    [subId],
  )
  return rows.map(({ id }) => id)
}

/** As the roll-up leaves it, of which the search reads the days of an app's sub ids. */
async function rollUp(): Promise<void> {
  await database.query(
    `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks)
     select app_id, date_bin('15 minutes', clicked_at, 'epoch'), 1, 'DE', 'ios', sub_id, '', count(*) from clicks
     group by 1, 2, 6`,
    [],
  )
}

test('a search stops after so many clicks, says how far it came, and its cursor finds the rest, each once', async () => {
  // Nothing is rolled up: no day is known to have none. The statistics say so as long as they count anew.
  await database.query(`update stats_progress set redo_click = $1`, [firstIdAt(0)])
  for (const isDescending of [true, false]) {
    const pages = await searchAll({ subId: 'rare', isDescending })
    assert.deepEqual(idsOf(pages), await stored('rare', isDescending))
    assert.equal(pages.length, 10)
    assert.ok(pages.slice(0, -1).every(({ searchedToMs }) => searchedToMs !== undefined))
    assert.equal(pages.at(-1)?.searchedToMs, undefined)
  }
  const [first] = await searchAll({ subId: 'rare' })
  // Two steps of a hundred clicks are two days.
  assert.ok(Math.abs((first?.searchedToMs ?? 0) - (startMs + 18 * dayMs)) < 2_000_000)
  await database.query(`update stats_progress set redo_click = null`, [])
})

test('pages that are full end with their last row', async () => {
  for (const isDescending of [true, false]) {
    const pages = await searchAll({ subId: 'wall', limit: 64, isDescending })
    assert.deepEqual(idsOf(pages), await stored('wall', isDescending))
    assert.ok(pages.slice(0, -1).every(({ rows }) => rows.length > 0))
  }
})

test('days that have no such sub id by the statistics are skipped, and nobody’s is answered at once', async () => {
  await rollUp()
  const rare = await searchAll({ subId: 'rare' })
  assert.deepEqual(idsOf(rare), await stored('rare'))
  assert.ok(rare.length <= 3, String(rare.length))
  const nobodys = await searchAll({ subId: 'nobody' })
  assert.deepEqual(
    nobodys.map(({ rows, end, searchedToMs }) => [rows.length, end, searchedToMs]),
    [[0, null, undefined]],
  )
})

test('a search in a span of time finds what is in it and no more', async () => {
  const [from, to] = [startMs + 2 * dayMs, startMs + 15 * dayMs]
  for (const isDescending of [true, false]) {
    const pages = await searchAll({
      subId: 'rare',
      isDescending,
      firstId: firstIdAt(from),
      endId: firstIdAt(to),
    })
    const ids = await stored('rare', isDescending)
    assert.deepEqual(
      idsOf(pages),
      ids.filter((id) => idTimeMs(id) >= from && idTimeMs(id) < to),
    )
  }
})
