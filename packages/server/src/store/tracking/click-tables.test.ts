// A click lies in a fresh, a settled, a wide or a rewritten week. Nobody who reads or changes clicks may tell them apart.
import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Click } from '@quoin/core/tracking/click.ts'
import { firstIdAt, idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { dayMs, hourMs, weekMs } from '@quoin/core/time/durations.ts'
import { createDatabaseWithoutWeeks } from '../../../../../test/support/database.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { noClickAgents } from '../../../../../test/support/no-click-agents.ts'
import { makeWideWeeks } from '../../../../../test/support/wide-weeks.ts'
import { recordClicks } from '../../features/tracking/record-clicks.ts'
import { store } from '../index.ts'
import { findClaimedClicks } from '../conversions/claims.ts'
import { listGoalHistories } from '../conversions/goal-history.ts'
import { listClicks } from '../history/operator-lists.ts'
import { listOwnClicks } from '../history/own-lists.ts'
import { listNewestClicks } from '../overview/live-rows.ts'
import { copyInto, encodeRows } from '../pg/copy-rows.ts'
import { type Database, openDatabase } from '../pg/database.ts'
import { listClickTraces } from '../risk/risk-traces.ts'
import { clickDeltas } from '../stats/stats-deltas.ts'
import { eraseClicks } from '../users/erasures.ts'
import { listErasedClicks } from '../users/erased-messages.ts'
import { listClicksOfUser } from '../users/user-activity.ts'
import { findUserFigures } from '../users/user-figures.ts'
import { addClickAgents, listCommonAgents } from './click-agents.ts'
import { createClickPartition, listClickPartitions, settleClickWeek } from './click-weeks.ts'
import { copyClicks, findClick, insertClicks } from './clicks.ts'
import { beginRewriting, checkCopy, copyWideClicks, findWideWeek, replaceWideWeek } from './wide-weeks.ts'

const monday = Date.UTC(2026, 10, 2)
/** On the Wednesday of the third week: that week is wide until then. */
const cutoverMs = monday + 2 * weekMs + 2 * dayMs
const weeks = [0, 1, 2, 3, 4].map((nth) => weekOf(monday + nth * weekMs))
const endMs = monday + 5 * weekMs

const users = ['ann', 'bob', 'Ünal 👩‍👩‍👧', '1']
const clicks: readonly Click[] = Array.from({ length: 600 }, (_, nth) =>
  makeClick({
    // Several of a user fall into one hour, and into one day.
    clickedAtMs: monday + Math.floor((nth * 5 * weekMs) / 600) + ((nth * 7_919) % hourMs),
    appId: 1 + (nth % 2),
    userId: users[nth % users.length] ?? '',
    offerId: 1 + (nth % 7),
    subId: nth % 3 === 0 ? null : `sub-${nth % 5}`,
    address: [null, '203.0.113.9', '2001:db8::7'][nth % 3] ?? null,
    userAgent: [null, 'Mozilla/5.0 (common)', `Mozilla/5.0 (rare ${nth})`][nth % 3] ?? null,
    platform: (['android', 'ios', 'desktop'] as const)[nth % 3] ?? 'ios',
    verdict: nth % 11 === 0 ? 'bot' : 'valid',
    outcome: nth % 13 === 0 ? 'fallback' : 'redirected',
    reason: nth % 13 === 0 ? 'capped' : null,
    risk: nth % 17 === 0 ? 'h130,7,0,0' : null,
    isUnsigned: nth % 5 === 0,
    isTest: nth % 19 === 0,
  }),
)

async function makeWorld(): Promise<Database> {
  const { database: db } = await createDatabaseWithoutWeeks()
  await makeWideWeeks(db, { mondaysMs: [0, 1, 2].map((nth) => monday + nth * weekMs), cutoverMs })
  for (const week of weeks) await createClickPartition(db, week)
  return db
}

async function tablesOf(db: Database): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; clicks: number }>(
    `select 'fresh' as name, count(*)::integer as clicks from fresh_clicks
     union all select 'settled', count(*)::integer from settled_clicks
     union all select 'wide', count(*)::integer from wide_clicks`,
  )
  return Object.fromEntries(rows.map(({ name, clicks: count }) => [name, count]))
}

/** As version 0.2.0 copied clicks. */
const copyBefore = copyInto<Click>('clicks', [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'app_id', type: 'bigint', of: ({ appId }) => appId },
  { name: 'offer_id', type: 'bigint', of: ({ offerId }) => offerId },
  { name: 'user_id', type: 'text', of: ({ userId }) => userId },
  { name: 'sub_id', type: 'text', of: ({ subId }) => subId },
  { name: 'address', type: 'text', of: ({ address }) => address },
  { name: 'user_agent', type: 'text', of: ({ userAgent }) => userAgent },
  { name: 'country', type: 'text', of: ({ country }) => country },
  { name: 'platform', type: 'text', of: ({ platform }) => platform },
  { name: 'verdict', type: 'text', of: ({ verdict }) => verdict },
  { name: 'outcome', type: 'text', of: ({ outcome }) => outcome },
  { name: 'reason', type: 'text', of: ({ reason }) => reason },
  { name: 'risk', type: 'text', of: ({ risk }) => risk ?? null },
  { name: 'is_unsigned', type: 'boolean', of: ({ isUnsigned }) => isUnsigned || null },
  { name: 'is_test', type: 'boolean', of: ({ isTest }) => isTest },
  { name: 'clicked_at', type: 'timestamptz', of: ({ clickedAtMs }) => clickedAtMs },
])

const newestFirst = (one: Click, other: Click): number => (one.id < other.id ? 1 : -1)
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/** Asks every reader of clicks, and compares each answer with that of a plain look through all of them. */
async function assertReadersAgree(db: Database, all: readonly Click[]): Promise<void> {
  for (const click of all.filter((_, nth) => nth % 20 === 0))
    assert.deepEqual(await findClick(db, click.id), click)
  assert.deepEqual(idsOf(await listNewestClicks(db, firstIdAt(0), 1_000)), idsOf([...all].sort(newestFirst)))
  for (const userId of [...users, 'nobody']) {
    for (const appId of [1, 2]) {
      const own = all.filter((one) => one.appId === appId && one.userId === userId).sort(newestFirst)
      const live = own.filter(({ isTest }) => !isTest)
      await assertUserFound(db, { appId, userId }, { own, live })
      for (const offerId of [1, 4]) await assertLatestFound(db, { appId, userId, offerId }, live)
    }
  }
  const uniques = await db.query<{ uniques: number }>(
    `select coalesce(sum(d.unique_clicks), 0)::integer as uniques from (${clickDeltas('true')}) d`,
  )
  const firsts = new Set(
    all
      .filter(({ isTest, verdict, outcome }) => !isTest && verdict === 'valid' && outcome === 'redirected')
      .map((one) => [one.appId, one.userId, one.offerId, Math.floor(one.clickedAtMs / dayMs)].join()),
  )
  assert.equal(uniques[0]?.uniques, firsts.size)
}

interface OfUser {
  readonly own: readonly Click[]
  readonly live: readonly Click[]
}

async function assertUserFound(
  db: Database,
  user: { readonly appId: number; readonly userId: string },
  { own, live }: OfUser,
): Promise<void> {
  const before = { atMs: endMs, id: firstIdAt(endMs), version: 0 }
  assert.deepEqual(await listClicksOfUser(db, { ...user, isTest: false, before, limit: 1_000 }), live)
  const figures = await findUserFigures(db, { ...user, isTest: false })
  assert.equal(figures.clicks, live.length)
  assert.equal(figures.firstClickAtMs, live.at(-1)?.clickedAtMs ?? null)
  assert.equal(figures.lastClickAtMs, live[0]?.clickedAtMs ?? null)
  for (const days of [1, 40]) {
    const sinceMs = endMs - days * dayMs
    const traces = await listClickTraces(db, { users: [{ ...user, isTest: false }], sinceMs, limit: 200 })
    const wanted = live.filter(({ clickedAtMs }) => clickedAtMs >= sinceMs)
    assert.deepEqual(
      traces.map(({ clickedAtMs }) => clickedAtMs).sort(),
      wanted.map(({ clickedAtMs }) => clickedAtMs).sort(),
    )
  }
  const any = { offerId: null, networkId: null, isTest: null, toMs: null, verdict: null, outcome: null }
  const listed = await listClicks(db, {
    ...any,
    ...user,
    fromMs: 0,
    reason: null,
    beforeId: null,
    limit: 1_000,
  })
  assert.deepEqual(listed, own)
  const slice = { sort: 'time', isDescending: true, after: null, limit: 1_000 }
  const { rows } = await listOwnClicks(db, { ...user, isTest: false }, slice)
  assert.deepEqual(idsOf(rows), idsOf(live))
}

async function assertLatestFound(
  db: Database,
  wanted: { readonly appId: number; readonly userId: string; readonly offerId: number },
  live: readonly Click[],
): Promise<void> {
  for (const days of [3, 40]) {
    const asked = { ...wanted, isTest: false, sinceMs: endMs - days * dayMs, clickId: null }
    const latest = live.find(
      (one) =>
        one.offerId === wanted.offerId && one.outcome === 'redirected' && one.clickedAtMs >= asked.sinceMs,
    )
    const [claimed] = await findClaimedClicks(db, [asked])
    assert.equal(claimed?.clickId, latest?.id)
    assert.equal(claimed?.subId ?? null, latest?.subId ?? null)
    const history = (await listGoalHistories(db, [asked])).get(0)
    assert.equal(history?.lastClickId, latest?.id)
  }
}

async function rewrite(db: Database, name: string): Promise<void> {
  const week = (await listClickPartitions(db)).find((one) => one.name === name)
  assert.ok(week)
  assert.ok(await beginRewriting(db, week))
  while ((await copyWideClicks(db, week, 50)) === 50);
  assert.equal(await checkCopy(db, week), 'same')
  assert.ok(await replaceWideWeek(db, week))
}

test('every reader finds the same clicks, whichever table a week is in', async () => {
  const db = await makeWorld()
  await insertClicks(db, clicks)
  const before = await tablesOf(db)
  assert.ok(before['wide'] && before['fresh'] && !before['settled'])
  await assertReadersAgree(db, clicks)
  assert.ok(await settleClickWeek(db, weeks[3] ?? weekOf(0)))
  await assertReadersAgree(db, clicks)
  await addClickAgents(db, await listCommonAgents(db, { name: 'clicks_20261109' }))
  await rewrite(db, 'clicks_20261109')
  await assertReadersAgree(db, clicks)
  assert.ok(await settleClickWeek(db, weeks[2] ?? weekOf(0)))
  await rewrite(db, 'clicks_20261116')
  await assertReadersAgree(db, clicks)
  const { fresh, settled, wide } = await tablesOf(db)
  assert.ok(fresh && settled && wide)
  assert.equal(fresh + settled + wide, clicks.length)
})

test('an erasure finds the clicks of a user in every table, and leaves nothing of them', async () => {
  const db = await makeWorld()
  await insertClicks(db, clicks)
  await settleClickWeek(db, weeks[3] ?? weekOf(0))
  await rewrite(db, 'clicks_20261109')
  const request = {
    appId: 1,
    userId: 'ann',
    isTestOnly: false,
    token: 'erased-0123456789abcdef0123456789abcdef',
  }
  const erased: string[] = []
  for (;;) {
    const rows = await eraseClicks(db, { ...request, requestedAtMs: endMs, limit: 40 })
    erased.push(...idsOf(rows))
    if (rows.length === 0) break
  }
  const wanted = clicks.filter(({ appId, userId }) => appId === 1 && userId === 'ann')
  assert.deepEqual(erased.sort(), idsOf(wanted).sort())
  for (const { id } of wanted) {
    const { userId, subId, address, userAgent } = (await findClick(db, id)) ?? {}
    assert.deepEqual(
      { userId, subId, address, userAgent },
      { userId: request.token, subId: null, address: null, userAgent: null },
    )
  }
  const others = clicks.filter((one) => !wanted.includes(one))
  await assertReadersAgree(db, [...others, ...wanted.map((one) => ({ ...one, ...gone(request.token) }))])
  assert.equal((await listErasedClicks(db, erased)).size, erased.length)
})

function gone(token: string): Partial<Click> {
  return { userId: token, subId: null, address: null, userAgent: null }
}

test('clicks that come late go to the week that they belong to, once', async () => {
  const db = await makeWorld()
  const half = clicks.filter((_, nth) => nth % 2 === 0)
  await insertClicks(db, half)
  await settleClickWeek(db, weeks[3] ?? weekOf(0))
  await rewrite(db, 'clicks_20261102')
  await insertClicks(db, clicks)
  await insertClicks(db, clicks)
  await assertReadersAgree(db, clicks)
})

test('late clicks of a week that is made for them, and settled before they are written, are written all the same', async () => {
  const db = await makeWorld()
  const ended = clicks.filter(
    ({ id }) => idTimeMs(id) >= (weeks[3]?.fromMs ?? 0) && idTimeMs(id) < (weeks[3]?.toMs ?? 0),
  )
  assert.ok(ended.length > 10)
  await db.query('drop table fresh_clicks_20261123')
  let tries = 0
  const settling: Database = {
    ...db,
    async query(text, values, options) {
      if (text.startsWith('insert into fresh_clicks')) {
        tries += 1
        if (tries === 2) assert.equal(await settleClickWeek(db, weeks[3] ?? weekOf(0)), true)
      }
      return await db.query(text, values, options)
    },
  }
  await recordClicks({ db: settling, store, clickAgents: noClickAgents }, ended)
  assert.equal(tries, 2)
  const [found] = await db.query<{ count: number }>(
    'select count(*)::integer as count from settled_clicks where id = any($1::uuid[])',
    [idsOf(ended)],
  )
  assert.equal(found?.count, ended.length)
})

test('the copy of a week has what changes while it is made', async () => {
  const db = await makeWorld()
  await insertClicks(db, clicks.slice(0, 300))
  const week = await findWideWeek(db)
  assert.equal(week?.name, 'clicks_20261116')
  await beginRewriting(db, week)
  await copyWideClicks(db, week, 20)
  // Late ones of before where the copy is and behind it, an erasure, and one that goes away.
  await insertClicks(db, clicks)
  const token = 'erased-0123456789abcdef0123456789abcdef'
  const request = { appId: 2, userId: 'bob', isTestOnly: false, token, requestedAtMs: endMs, limit: 1_000 }
  const erased = new Set(idsOf(await eraseClicks(db, request)))
  const deleted = clicks.find(({ clickedAtMs, id }) => clickedAtMs > monday + 2 * weekMs && !erased.has(id))
  await db.query('delete from wide_clicks where id = $1', [deleted?.id])
  const [inCopy] = await db.query<{ rows: number }>(
    `select count(*)::integer as rows from copied_clicks_20261116 where user_id = 'bob' and app_id = 2`,
  )
  assert.equal(inCopy?.rows, 0)
  while ((await copyWideClicks(db, week, 20)) === 20);
  assert.equal(await checkCopy(db, week), 'same')
  assert.ok(await replaceWideWeek(db, week))
  const left = clicks
    .filter((one) => one !== deleted)
    .map((one) => (erased.has(one.id) ? { ...one, ...gone(token) } : one))
  await assertReadersAgree(db, left)
  assert.deepEqual(await db.query('select from click_changes'), [])
})

test('a copy that has not the clicks of its week is begun anew, and the week stays', async () => {
  const db = await makeWorld()
  await insertClicks(db, clicks)
  const week = await findWideWeek(db)
  assert.ok(week)
  await beginRewriting(db, week)
  while ((await copyWideClicks(db, week, 500)) === 500);
  await db.query(
    `delete from copied_clicks_20261116 where id = (select min(id::text)::uuid from copied_clicks_20261116)`,
  )
  assert.equal(await checkCopy(db, week), 'differs')
  await assertReadersAgree(db, clicks)
  await rewrite(db, week.name)
  await assertReadersAgree(db, clicks)
})

test('a reader who does not let go holds up neither the others nor the moves of weeks for long', async () => {
  const db = await makeWorld()
  await insertClicks(db, clicks)
  const week = await findWideWeek(db)
  assert.ok(week)
  await beginRewriting(db, week)
  while ((await copyWideClicks(db, week, 500)) === 500);
  await db.transaction(async (tx) => {
    await tx.query('select count(*) from clicks')
    assert.equal(await settleClickWeek(db, weeks[3] ?? weekOf(0)), false)
    assert.equal(await checkCopy(db, week), 'same')
    assert.equal(await replaceWideWeek(db, week), false)
    const now = makeClick({ clickedAtMs: endMs - 1 })
    await copyClicks(db, [{ click: now, agent: 0 }])
    assert.deepEqual(await findClick(db, now.id), now)
    await db.query('delete from fresh_clicks where id = $1', [now.id])
  })
  assert.equal(await settleClickWeek(db, weeks[3] ?? weekOf(0)), true)
  assert.ok(await replaceWideWeek(db, week))
  await assertReadersAgree(db, clicks)
})

test('the version before, which knows one table, writes and erases through its name', async () => {
  const db = await makeWorld()
  await insertClicks(db, clicks.slice(0, 500))
  await settleClickWeek(db, weeks[3] ?? weekOf(0))
  const columns = `id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict, outcome, reason,
    risk, is_unsigned, is_test, clicked_at`
  for (const one of clicks.slice(480)) {
    await db.query(
      `insert into clicks (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
         to_timestamp($16::bigint / 1000.0)) on conflict do nothing`,
      [
        ...[one.id, one.appId, one.offerId, one.userId, one.subId, one.address, one.userAgent, one.country],
        ...[one.platform, one.verdict, one.outcome, one.reason, one.risk, one.isUnsigned || null, one.isTest],
        one.clickedAtMs,
      ],
    )
  }
  await assertReadersAgree(db, clicks)
  // As it writes those that visitors wait for.
  const copied = makeClick({ clickedAtMs: endMs - 1, userId: 'bob', appId: 2, address: null })
  await db.copy(copyBefore.text, encodeRows(copyBefore.columns, [copied]))
  assert.deepEqual(await findClick(db, copied.id), copied)
  await db.query(`delete from clicks where id = '${copied.id}'`)
  await db.query(
    `update clicks set user_id = 'gone', sub_id = null, address = null, user_agent = null where user_id = 'ann'`,
  )
  await assertReadersAgree(
    db,
    clicks.map((one) => (one.userId === 'ann' ? { ...one, ...gone('gone') } : one)),
  )
  await db.query(`delete from clicks where user_id = 'bob'`)
  await assertReadersAgree(
    db,
    clicks
      .filter(({ userId }) => userId !== 'bob')
      .map((one) => (one.userId === 'ann' ? { ...one, ...gone('gone') } : one)),
  )
})

test('a wide week of after the cut-over gives its clicks to the narrow one, and is gone', async () => {
  const { database: db } = await createDatabaseWithoutWeeks()
  await makeWideWeeks(db, {
    mondaysMs: [0, 1, 4].map((nth) => monday + nth * weekMs),
    cutoverMs: monday + weekMs + dayMs,
  })
  await db.query(
    `insert into wide_clicks (id, app_id, offer_id, user_id, country, platform, verdict, outcome, is_test, clicked_at)
     values ($1, 1, 1, 'ahead', 'DE', 'ios', 'valid', 'redirected', false, now())`,
    [firstIdAt(monday + 4 * weekMs + 1)],
  )
  for (const week of weeks) await createClickPartition(db, week)
  await rewrite(db, 'clicks_20261130')
  const [row] = await db.query<{ clicks: number }>(
    `select count(*)::integer as clicks from fresh_clicks where user_id = 'ahead'`,
  )
  assert.equal(row?.clicks, 1)
  assert.equal((await findWideWeek(db))?.name, 'clicks_20261109')
})

test('weeks whose index takes longer than a statement may are settled and rewritten all the same', async (t) => {
  const { database: db, url } = await createDatabaseWithoutWeeks()
  await makeWideWeeks(db, { mondaysMs: [monday], cutoverMs: monday + weekMs })
  for (const week of weeks.slice(0, 2)) await createClickPartition(db, week)
  await insertClicks(
    db,
    clicks.filter(({ clickedAtMs }) => clickedAtMs < monday + 2 * weekMs),
  )
  await db.query(
    `create or replace function user_place(app_id bigint, user_id text) returns integer language plpgsql immutable as
       $$ begin perform pg_sleep(0.01); return hashtext(user_id); end $$`,
  )
  const hurried = await openDatabase({ url, connectionsMax: 3, statementTimeoutMs: 700 })
  t.after(() => hurried.close())
  await assert.rejects(hurried.query('select pg_sleep(1)'))
  assert.ok(await settleClickWeek(hurried, weekOf(monday + weekMs)))
  await rewrite(hurried, 'clicks_20261102')
  const { settled, wide } = await tablesOf(db)
  assert.deepEqual(
    [settled, wide],
    [clicks.filter(({ clickedAtMs }) => clickedAtMs < monday + 2 * weekMs).length, 0],
  )
})
