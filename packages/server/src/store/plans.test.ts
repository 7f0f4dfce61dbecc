// Plans are made once per connection and kept, the first ones while the tables are nearly empty. A statement that runs
// with every request or every few seconds must not scan a table that grows, however little the planner knows of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { createDatabaseWithoutWeeks, type TestDatabase } from '../../../../test/support/database.ts'
import { listAssessmentsOfUser, listLastDevices, writeAssessments } from './devices/assessments.ts'
import { listAttempts, recordAttempts } from './callbacks/callback-attempts.ts'
import { listAttemptsOfCallbacks, listCallbacksOfConversions } from './callbacks/callback-history.ts'
import { listFacts } from './callbacks/callback-facts.ts'
import { adoptToldIds } from './callbacks/told-ids.ts'
import { countByState, findCallback, listCallbacks, listEndedIds } from './callbacks/callback-log.ts'
import {
  cancelRemoved,
  leaseDue,
  measurePending,
  hastenPending,
  listOwedEndpoints,
  putOffWaiting,
} from './callbacks/callbacks.ts'
import { lockCapUse, readCapUse } from './caps/cap-counters.ts'
import { listUserWeights } from './caps/caps.ts'
import {
  findClaimedClicks,
  listDueClaimIds,
  listDueHoldIds,
  listInReview,
  listPriorConversions,
} from './conversions/claims.ts'
import { countOnDay } from './catalogue/offer-edits.ts'
import { findClick } from './tracking/clicks.ts'
import { createClickPartition } from './tracking/click-weeks.ts'
import { findPositionAt, listChanges } from './conversions/conversion-changes.ts'
import {
  findConversion,
  listConversionsOfClick,
  listEvents,
  listTakenOfferIds,
  findCountedRival,
  lockConversions,
  writeChanges,
} from './conversions/conversions.ts'
import type { Db, QueryOptions, Transaction } from './pg/database.ts'
import { listSurroundings } from './devices/device-surroundings.ts'
import { listDevicesOfUsers, listLinks, lockDevices } from './devices/devices.ts'
import { listGoalHistories } from './conversions/goal-history.ts'
import { listNetworkPaces, listRefusedShares } from './alerts/need-facts.ts'
import { listEntries } from './ledger/ledger.ts'
import { listActiveNetworks } from './networks/network-activity.ts'
import { listNetworkFigures } from './networks/network-figures.ts'
import { listRequestsOfClick, listRequestsOfNetwork } from './postbacks/postback-requests.ts'
import { listRefused } from './postbacks/refused-postbacks.ts'
import { listReported, lockReportedClicks } from './conversions/reported-conversions.ts'
import { listClickTraces, listConversionTraces } from './risk/risk-traces.ts'
import type { Step } from './pg/send-ahead.ts'
import { listTwins, lockTransactions } from './conversions/transactions.ts'
import { writeUnchangedAssessments } from './devices/unchanged-assessments.ts'
import { rollUpWritten } from './stats/stats.ts'
import { listKeptReports } from './postbacks/unmatched-postbacks.ts'
import { findMoment } from './start/first-run.ts'
import { findCallbackFact, findFirstAttempt, findPostbackFact } from './start/first-run-facts.ts'
import { listChangesOfUser, listClicksOfUser } from './users/user-activity.ts'

const growing =
  /^(fresh_clicks_\d+|settled_clicks_\d+|clicks_\d+|conversions|conversion_events|ledger_entries|callbacks|callback_attempts|postback_requests|devices|device_users|risk_assessments)$/

const nowMs = Date.now()
const noTrial = { testNetwork: 'quoin-test', trialAppId: null }
const id = firstIdAt(nowMs)
const user = { appId: 1, userId: 'u', isTest: false }
const page = { appId: 1, isTest: false, limit: 100, after: { writtenIn: 0, conversionId: id, version: 0 } }
const activity = { ...user, before: { atMs: nowMs, id, version: 0 }, limit: 10 }
const traces = { users: [user], sinceMs: nowMs, limit: 10 }
const transaction = { offerId: 1, txnId: 'T-1' }
const ended = {
  endpointId: 1,
  states: ['dead'],
  fromId: id,
  beforeId: id,
  limit: 100,
  eventType: null,
  userId: null,
} as const
const nothing = { created: [], events: [], entries: [], requests: [], callbacks: [] }
const allowance = [{ endpointId: 1, allowance: 1 }]

/** Each is called with a database that only explains. */
const asked: Readonly<Record<string, (db: Transaction) => Promise<unknown>>> = {
  lockReportedClicks: (db) => lockReportedClicks(db, [id], []),
  listReported: (db) => listReported(db, [], 2),
  writeChanges: async (db) =>
    writeChanges(db, { ...nothing, moved: [anyConversion()], capMoves: [{ key: '', delta: 1 }] }),
  lockCapUse: (db) => lockCapUse(db, []),
  readCapUse: (db) => readCapUse(db, []),
  listUserWeights: (db) => listUserWeights(db, [user]),
  findConversion: (db) => findConversion(db, id),
  listConversionsOfClick: (db) => listConversionsOfClick(db, id, 10),
  listEvents: (db) => listEvents(db, id),
  lockTransactions: (db) => lockTransactions(db, [transaction]),
  listTwins: (db) => listTwins(db, [{ ...transaction, digest: '' }]),
  findCountedRival: (db) => findCountedRival(db, anyConversion(), ['']),
  lockConversions: (db) => lockConversions(db, [id]),
  listTakenOfferIds: (db) => listTakenOfferIds(db, [user]),
  listGoalHistories: (db) => listGoalHistories(db, []),
  findClick: (db) => findClick(db, id),
  findClaimedClicks: (db) => findClaimedClicks(db, []),
  listPriorConversions: (db) => listPriorConversions(db, []),
  listInReview: (db) => listInReview(db, { limit: 50 }),
  listDueHoldIds: (db) => listDueHoldIds(db, nowMs, 100),
  listDueClaimIds: (db) => listDueClaimIds(db, nowMs, 100),
  listChanges: (db) => listChanges(db, { ...page, filters: {} }),
  'listChanges of a user': (db) => listChanges(db, { ...page, filters: { userId: 'u' } }),
  'listChanges of a click': (db) => listChanges(db, { ...page, filters: { clickId: id } }),
  findPositionAt: (db) => findPositionAt(db, { appId: 1, isTest: false, sinceMs: nowMs }),
  listClicksOfUser: (db) => listClicksOfUser(db, activity),
  listChangesOfUser: (db) => listChangesOfUser(db, activity),
  listEntries: (db) => listEntries(db, id),
  listRequestsOfClick: (db) => listRequestsOfClick(db, id, 10),
  listNetworkPaces: (db) => listNetworkPaces(db),
  listRefusedShares: (db) => listRefusedShares(db, nowMs),
  listNetworkFigures: (db) => listNetworkFigures(db, [1], { sinceMs: nowMs, lookBackMs: nowMs }),
  listActiveNetworks: (db) => listActiveNetworks(db, { sinceMs: nowMs, requestsMin: 50, limit: 100 }),
  countOnDay: (db) => countOnDay(db, { ids: [1], day: '2026-11-27' }),
  findFirstClick: (db) => findMoment(db, 'click', noTrial),
  findFirstPostback: (db) => findMoment(db, 'postback', noTrial),
  findFirstCallback: (db) => findMoment(db, 'callback', noTrial),
  findFirstAttempt: (db) => findFirstAttempt(db, id),
  findCallbackFact: (db) => findCallbackFact(db, id),
  findPostbackFact: (db) => findPostbackFact(db, id),
  listRefused: (db) => listRefused(db, { networkId: 1, sinceMs: nowMs, afterId: null, limit: 100 }),
  listRequestsOfNetwork: (db) => listRequestsOfNetwork(db, { networkId: 1, limit: 50 }),
  listKeptReports: (db) => listKeptReports(db, { clickIds: [id], limit: 10 }),
  listOwedEndpoints: (db) => listOwedEndpoints(db, { afterId: 0, limit: 100 }),
  measurePending: (db) => measurePending(db, 1_000),
  leaseDue: (db) => leaseDue(db, allowance, { leaseId: id, nowMs, leaseMs: 1_000 }),
  putOffWaiting: (db) => putOffWaiting(db, { endpointIds: [1], nowMs, limit: 100 }),
  hastenPending: (db) => hastenPending(db, { endpointId: 1, nowMs, limit: 100 }),
  cancelRemoved: (db) => cancelRemoved(db, { nowMs, limit: 100 }),
  listFacts: (db) => listFacts(db, []),
  adoptToldIds: async (db) => {
    const { text, values } = adoptToldIds([])
    await db.query(text, values)
  },
  recordAttempts: (db) => recordAttempts(db, [], { answeredIds: [] }),
  listAttempts: (db) => listAttempts(db, id, 10),
  listCallbacksOfConversions: (db) => listCallbacksOfConversions(db, [id], 10),
  listAttemptsOfCallbacks: (db) => listAttemptsOfCallbacks(db, [id], 10),
  countByState: (db) => countByState(db, { endpointId: 1, max: 100 }),
  findCallback: (db) => findCallback(db, id),
  listCallbacks: (db) => listCallbacks(db, { endpointId: 1, state: null, beforeId: null, limit: 50 }),
  listEndedIds: (db) => listEndedIds(db, { ...ended, isTest: null }),
  'listEndedIds of test conversions': (db) => listEndedIds(db, { ...ended, isTest: true }),
  'listEndedIds of live conversions': (db) => listEndedIds(db, { ...ended, isTest: false }),
  listSurroundings: (db) => listSurroundings(db, { devices: [], users: [], devicesPerUserMax: 10 }),
  lockDevices: (db) => lockDevices(db, []),
  listLinks: (db) => listLinks(db, []),
  listDevicesOfUsers: (db) => listDevicesOfUsers(db, [], 10),
  writeUnchangedAssessments: (db) => writeUnchangedAssessments(db, [], { conversionsSinceMs: nowMs }),
  writeAssessments: (db) => writeAssessments(db, { links: [], assessments: [] }),
  listAssessmentsOfUser: (db) => listAssessmentsOfUser(db, { appId: 1, user: 'aa' }, 10),
  listLastDevices: (db) => listLastDevices(db, [{ appId: 1, user: 'aa' }]),
  listClickTraces: (db) => listClickTraces(db, traces),
  listConversionTraces: (db) => listConversionTraces(db, traces),
  rollUpWritten: (db) => rollUpWritten(answering(db, [{ clicks: 1, events: 1 }]), { from: 0, to: 1 }),
}

/** Only the statement that writes it is looked at. */
function anyConversion(): Conversion {
  return {} as Conversion
}

let database: TestDatabase
before(async () => {
  database = await createDatabaseWithoutWeeks()
  await createClickPartition(database.database, weekOf(nowMs))
})
after(() => database.drop())

/** A database whose first statement is answered with the given rows. */
function answering(db: Db, first: readonly unknown[]): Db {
  let rows: readonly unknown[] | undefined = first
  return {
    async query<Row>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]> {
      if (text.startsWith('set local')) return await db.query(text)
      await db.query(text, values, options)
      const answer = rows ?? []
      rows = undefined
      return [...answer] as Row[] // as the test that gives them knows
    },
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** A scan reads all rows, or all of an app, past those of other users, clicks and networks. */
function isScan({
  'Node Type': type,
  'Index Name': index = '',
  'Index Cond': condition = '',
  Filter: filter = '',
}: PlanNode): boolean {
  const isWide = /_(by_app|pkey)$/.test(index) && !/\bid = /.test(condition)
  return type === 'Seq Scan' || (isWide && /\b(user_id|user_key|click_id|network_id) (=|>=) /.test(filter))
}

function scansIn(node: PlanNode): string[] {
  const relation = node['Relation Name'] ?? ''
  const own = isScan(node) && growing.test(relation) ? [relation] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)]
}

/** The growing tables that the plan of each statement scans, of all statements or of those whose plan is kept. */
async function scansOf(
  call: (db: Transaction) => Promise<unknown>,
  which: 'all' | 'kept',
): Promise<string[]> {
  const scans: string[] = []
  await database.database.transaction(async (tx) => {
    const explain = async (text: string): Promise<void> => {
      const [row] = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (generic_plan, format json) ${text}`,
      )
      scans.push(...(row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => scansIn(Plan)))
    }
    const steps: Step[] = []
    await call({
      async query<Row>(text: string, _values?: readonly unknown[], options?: QueryOptions): Promise<Row[]> {
        if (text.startsWith('set local')) return await tx.query(text)
        if (which === 'kept' && options?.isPlannedAnew) return []
        await explain(text)
        return []
      },
      send: (step) => void steps.push(step),
    })
    for (const { text, rows } of steps) if (rows === undefined) await explain(text)
  })
  return [...new Set(scans)]
}

async function findScans(which: 'all' | 'kept'): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, call] of Object.entries(asked)) {
    const scans = await scansOf(call, which)
    if (scans.length > 0) found[name] = scans
  }
  return found
}

test('the test itself sees a scan', async () => {
  const scans = await scansOf(
    (db) => db.query('select count(*) from conversions where risk is not null'),
    'all',
  )
  assert.deepEqual(scans, ['conversions'])
})

test('no table that grows is measured while it is small', async () => {
  const tables = await database.database.query<{ name: string; options: string[] | null }>(
    "select relname as name, reloptions as options from pg_class where relkind = 'r' and relname ~ $1",
    [growing.source],
  )
  assert.ok(tables.length >= 10)
  for (const { name, options } of tables) {
    assert.ok(options?.includes('autovacuum_analyze_threshold=5000'), name)
    assert.ok(options?.includes('autovacuum_vacuum_insert_threshold=5000'), name)
  }
})

test('plans that are made and kept while the tables are empty scan none of those that grow', async () => {
  assert.deepEqual(await findScans('kept'), {})
})

const rows = 20_000
const made = `(left('${id}', 24) || lpad(to_hex(n), 12, '0'))::uuid`

test('nor do plans for full tables of which nothing is known yet', async () => {
  const { database: db } = database
  const each = `from generate_series(1, ${rows}) n`
  await db.query(`
    insert into fresh_clicks (id, app_id, offer_id, user_id, country, platform, verdict, outcome, is_test)
      select ${made}, 1, 1, 'u' || n, 'US', 'i', 'v', 'r', false ${each};
    insert into conversions (id, version, app_id, network_id, offer_id, user_id, click_id, goal, txn_key, source, status,
        revenue_micros, payout_micros, payout_local_micros, currency, rate_micros, decimals, rounding, counted_on, is_test,
        created_at, updated_at)
      select ${made}, 1, 1, 1, 1, 'u' || n, ${made}, '', '', 'postback', 'approved', 1, 1, 1, 'Coins', 1, 2, 'floor',
        now(), false, now(), now() ${each};
    insert into conversion_events (conversion_id, app_id, is_test, version, to_status, source, revenue_micros,
        payout_micros, payout_local_micros, happened_at)
      select ${made}, 1, false, 1, 'approved', 'postback', 1, 1, 1, now() ${each};
    insert into ledger_entries (source_id, version, account, party_id, amount_micros)
      select ${made}, 1, 'payable', 1, -1 ${each};
    insert into postback_requests (id, network_id, received_at, method, parameters, click_id, outcome, http_status)
      select ${made}, 1, now(), 'GET', '{}', ${made}::text, 'applied', 200 ${each};
    insert into callbacks (id, endpoint_id, conversion_id, version, event_type, next_attempt_at)
      select ${made}, 1, ${made}, 1, 'conversion.approved', now() ${each};
    insert into callback_attempts (callback_id, number, attempted_at, method, url, headers, latency_ms, verdict, reason)
      select ${made}, 1, now(), 'GET', '', '{}', 1, 'delivered', '' ${each};
    insert into devices (app_id, device_key, first_seen_at, last_seen_at)
      select 1, int4send(n), now(), now() ${each};
    insert into device_users (app_id, device_key, user_key, first_seen_at, last_seen_at, times_seen)
      select 1, int4send(n), int4send(n), now(), now(), 1 ${each};
    insert into risk_assessments (id, app_id, user_key, device_key, score_tenths, is_blocked, is_multi_accounting,
        reasons, weights_version, request_id, is_test, assessed_at)
      select ${made}, 1, int4send(n), int4send(n), 1, false, false, '[]', '', '', false, now() ${each};`)
  assert.deepEqual(await findScans('all'), {})
})

test('nor do plans for networks of which one sends nearly all', async () => {
  const { database: db } = database
  await db.query(`
    insert into networks (slug, name) select 'quiet-' || n, 'Quiet' from generate_series(1, 4) n;
    insert into postback_requests (id, network_id, received_at, method, parameters, click_id, outcome, http_status)
      select gen_random_uuid(), 1 + n % 4, now(), 'GET', '{}', null, 'applied', 200 from generate_series(1, 400) n;
    analyze networks; analyze postback_requests;`)
  assert.deepEqual(await findScans('all'), {})
})
