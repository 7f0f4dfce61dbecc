// How many pages the readers of a user's clicks touch, of one who has clicks and of one who has none, over a day, a month and
// 400 days. Nothing of it grows with the clicks of others: an ended week costs a look into its index, an hour of the weeks
// that are written to costs one (docs/decisions/0053-narrow-clicks.md).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { dayMs, hourMs, weekMs } from '@quoin/core/time/durations.ts'
import { createDatabaseWithoutWeeks } from '../../../../../test/support/database.ts'
import { findClaimedClicks } from '../conversions/claims.ts'
import { listGoalHistories } from '../conversions/goal-history.ts'
import { writeUnchangedAssessments } from '../devices/unchanged-assessments.ts'
import { listClicks } from '../history/operator-lists.ts'
import { listOwnClicks } from '../history/own-lists.ts'
import type { Database, Db, QueryOptions } from '../pg/database.ts'
import { listClickTraces } from '../risk/risk-traces.ts'
import { findUsers } from '../search/search.ts'
import { clickDeltas } from '../stats/stats-deltas.ts'
import { eraseLateRecords } from '../users/erased-messages.ts'
import { eraseClicks } from '../users/erasures.ts'
import { listClicksOfUser } from '../users/user-activity.ts'
import { findUserFigures } from '../users/user-figures.ts'
import { createClickPartition } from './click-weeks.ts'

/** The last hour of a week: as many hours are fresh as can be. */
const endMs = weekOf(Date.UTC(2026, 10, 18)).toMs
const nowMs = endMs - hourMs / 2
const weeksSettled = 57
const clicksOfWeek = 2_000

let db: Database
let asked = 0
before(async () => {
  db = (await createDatabaseWithoutWeeks()).database
  await createClickPartition(db, weekOf(nowMs))
  for (let nth = 1; nth <= weeksSettled; nth += 1) {
    const { fromMs, toMs } = weekOf(nowMs - nth * weekMs)
    await db.query(
      `create table settled_clicks_${nth} partition of settled_clicks
       for values from ('${firstIdAt(fromMs)}') to ('${firstIdAt(toMs)}')`,
    )
  }
  const fill = async (table: string, fromMs: number, rows: number): Promise<void> => {
    await db.query(
      `insert into ${table} (id, app_id, offer_id, user_id, country, platform, verdict, outcome, is_test)
       select (lpad(to_hex(($1::bigint + ($2::bigint - $1::bigint) * n / $3)::bigint), 12, '0') || '7000800'
           || lpad(to_hex(n), 13, '0'))::uuid, 1, n % 50, 'user-' || n % 499, 'DE', 'a', 'v', 'r', false
       from generate_series(1, $3 - 1) n`,
      [fromMs, table === 'fresh_clicks' ? endMs : endMs - weekMs, rows],
    )
  }
  await fill('fresh_clicks', endMs - weekMs, 4 * clicksOfWeek)
  await fill('settled_clicks', endMs - weekMs - weeksSettled * weekMs, weeksSettled * clicksOfWeek)
  await db.query(`with publisher as (insert into publishers (name) values ('Reader') returning id)
    insert into apps (publisher_id, name) select id, 'App' from publisher`)
  await db.query('vacuum analyze fresh_clicks')
  await db.query('vacuum analyze settled_clicks')
})
after(() => db.close())

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

/** The pages that the statements of a reader touch, by the plans that are kept for all values; nothing is changed. */
async function countPages(read: (db: Db) => Promise<unknown>): Promise<number> {
  let pages = 0
  const undone = new Error('undone')
  const counting = db.transaction(async (tx) => {
    await tx.query('set local plan_cache_mode = force_generic_plan')
    // Tables of a few pages would be read as a whole.
    await tx.query('set local enable_seqscan = off')
    await read({
      async query<Row>(
        text: string,
        values: readonly unknown[] = [],
        _options?: QueryOptions,
      ): Promise<Row[]> {
        const literals = values.map((value) =>
          value === null ? 'null' : Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`,
        )
        asked += 1
        const name = `asked_${asked}`
        await tx.query(`prepare ${name} as ${text}`)
        const given = literals.length === 0 ? '' : `(${literals.join()})`
        const explained = `explain (analyze, buffers, format json) execute ${name} ${given}`
        await tx.query(explained)
        const [row] = await tx.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained)
        for (const { Plan } of row?.['QUERY PLAN'] ?? []) {
          pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
        }
        return []
      },
    })
    throw undone
  })
  await assert.rejects(counting, (error) => error === undone || Promise.reject(error))
  return pages
}

const page = { sort: 'time', isDescending: true, after: null, limit: 50 }
const nothing = { offerId: null, networkId: null, isTest: null, toMs: null, verdict: null, outcome: null }

/** By the user who is asked about, and since when. */
const readers: Readonly<Record<string, (db: Db, userId: string, sinceMs: number) => Promise<unknown>>> = {
  claims: (tx, userId, sinceMs) =>
    findClaimedClicks(tx, [{ appId: 1, userId, offerId: 7, isTest: false, sinceMs, clickId: null }]),
  'goal histories': (tx, userId, sinceMs) =>
    listGoalHistories(tx, [{ appId: 1, userId, offerId: 7, isTest: false, sinceMs }]),
  'risk traces': (tx, userId, sinceMs) =>
    listClickTraces(tx, { users: [{ appId: 1, userId, isTest: false }], sinceMs, limit: 200 }),
  "an operator's list": (tx, userId, sinceMs) =>
    listClicks(tx, {
      ...nothing,
      appId: 1,
      userId,
      fromMs: sinceMs,
      reason: null,
      beforeId: null,
      limit: 50,
    }),
}

/** Those who always ask about all the time that clicks are kept, or about one day alone. */
const wholeReaders: Readonly<Record<string, (db: Db, userId: string) => Promise<unknown>>> = {
  activity: (tx, userId) =>
    listClicksOfUser(tx, {
      appId: 1,
      userId,
      isTest: false,
      before: { atMs: endMs, id: firstIdAt(endMs), version: 0 },
      limit: 50,
    }),
  figures: (tx, userId) => findUserFigures(tx, { appId: 1, userId, isTest: false }),
  search: (tx, userId) => findUsers(tx, userId, 10),
  "a publisher's list": (tx, userId) => listOwnClicks(tx, { appId: 1, userId, isTest: false }, page),
  erasure: (tx, userId) =>
    eraseClicks(tx, {
      appId: 1,
      userId,
      isTestOnly: true,
      token: 'erased',
      requestedAtMs: endMs,
      limit: 100,
    }),
  'erasure of late records': (tx, userId) =>
    eraseLateRecords(tx, { appId: 1, token: userId, requestedAtMs: endMs }),
}

/** The pages of a user's own rows: 16 in the fresh week, 4 in each settled one. */
const hitPages = (weeks: number): number => 4 * (16 + 4 * weeks)
/** The first and the last fresh click, an hour or a week by its index, and a page of the table of each that is found. */
const endPages = 12
const hourPages = 2
const weekPages = 3

function boundOf(days: number): number {
  const hours = Math.min(168, days * 24 + 1)
  const weeks = Math.max(0, Math.ceil(days / 7))
  return endPages + hours * hourPages + weeks * weekPages + 8
}

const measured: Record<string, Record<string, number>> = {}
after(() => {
  if (process.env['PRINT_READS']) console.table(measured)
})

for (const [name, read] of Object.entries(readers)) {
  test(`the pages that ${name} touch are bounded by hours and weeks, over 1, 30 and 400 days`, async () => {
    const pages: Record<string, number> = {}
    measured[name] = pages
    for (const days of [1, 30, 400]) {
      const missed = await countPages((tx) => read(tx, 'nobody', nowMs - days * dayMs))
      const hit = await countPages((tx) => read(tx, 'user-7', nowMs - days * dayMs))
      pages[`miss ${days}`] = missed
      pages[`hit ${days}`] = hit
      assert.ok(missed <= boundOf(days), `${missed} pages for nobody in ${days} days`)
      assert.ok(hit <= boundOf(days) + hitPages(days / 7), `${hit} pages for somebody in ${days} days`)
    }
  })
}

for (const [name, read] of Object.entries(wholeReaders)) {
  test(`the pages that ${name} touches in all weeks are bounded by their number`, async () => {
    const missed = await countPages((tx) => read(tx, 'nobody'))
    const hit = await countPages((tx) => read(tx, 'user-7'))
    measured[name] = { 'miss 400': missed, 'hit 400': hit }
    // A list asks twice: for its page, and how many there are. Before an erasure its rows are found, and then changed.
    const times = 2
    assert.ok(missed <= times * boundOf(400), `${missed} pages for nobody`)
    assert.ok(hit <= times * (boundOf(400) + hitPages(weeksSettled)), `${hit} pages for somebody`)
  })
}

test('the pages that an unchanged assessment touches are those of an hour or two', async () => {
  const row = {
    ...{ appId: 1, isTest: false, device: '00', user: '00', deviceVersion: firstIdAt(0), devices: 1 },
    ...{ newestDeviceMs: 1, signs: {}, userId: 'nobody', clicksSince: firstIdAt(nowMs - hourMs), clicks: 0 },
    ...{ newestClickMs: 0, conversions: 0, conversionVersions: 0 },
  }
  const pages = await countPages((tx) =>
    // The other facts are not looked at.
    writeUnchangedAssessments(tx, [row as never], { conversionsSinceMs: 0 }),
  )
  measured['unchanged assessments'] = { 'miss 1': pages }
  assert.ok(pages <= 40, `${pages}`)
})

test('the pages that decide whether a click is unique are those of its day', async () => {
  const [one] = await db.query<{ id: string }>('select id from fresh_clicks order by id desc limit 1')
  const pages = await countPages((tx) => tx.query(clickDeltas(`c.id = '${one?.id}'::uuid`)))
  measured['unique clicks'] = { 'hit 1': pages }
  assert.ok(pages <= endPages + 24 * hourPages + 30, `${pages}`)
})
