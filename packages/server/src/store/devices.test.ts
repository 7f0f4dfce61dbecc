import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { eraseDevices } from './erasures.ts'
import {
  forgetDevices,
  listDevicesOfUsers,
  insertAssessments,
  type LinkRow,
  listAssessmentsOfUser,
  listLinks,
  lockDevices,
  upsertLinks,
} from './devices.ts'

const { database: db } = await createTestDatabase()

const [one, two] = ['01'.repeat(16), '02'.repeat(16)] as const
const [anna, bert] = ['0a'.repeat(16), '0b'.repeat(16)] as const
const seenAtMs = 1_790_812_843_123

function link(rest: Partial<LinkRow>): LinkRow {
  const times = { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, timesSeen: 1 }
  return { appId: 1, device: one, user: anna, line: undefined, ...times, ...rest }
}

const sorted = (rows: readonly LinkRow[]): LinkRow[] => rows.toSorted((a, b) => (a.user < b.user ? -1 : 1))

test('links come back as they were written, of the asked app and device only', async () => {
  const links = [link({ appId: 1, line: 'ff'.repeat(16) }), link({ user: bert, timesSeen: 7 })]
  await upsertLinks(db, [...links, link({ device: two }), link({ appId: 2 })])
  assert.deepEqual(sorted(await listLinks(db, [{ appId: 1, device: one }])), links)
  assert.deepEqual(await listLinks(db, [{ appId: 3, device: one }]), [])
  assert.equal(
    (
      await listLinks(db, [
        { appId: 1, device: one },
        { appId: 1, device: two },
      ])
    ).length,
    3,
  )
})

test('writing a link again replaces what is known of it', async () => {
  await upsertLinks(db, [link({ appId: 4, line: 'ee'.repeat(16) })])
  const changed = link({ appId: 4, firstSeenAtMs: seenAtMs - 5, lastSeenAtMs: seenAtMs + 5, timesSeen: 2 })
  await upsertLinks(db, [changed])
  assert.deepEqual(await listLinks(db, [{ appId: 4, device: one }]), [changed])
})

test('devices of a user are listed per app, up to the bound', async () => {
  const devices = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(32))
  await upsertLinks(
    db,
    devices.map((device) => link({ appId: 5, device })),
  )
  const users = [
    { appId: 5, user: anna },
    { appId: 5, user: bert },
    { appId: 6, user: anna },
  ]
  const listed = await listDevicesOfUsers(db, users, 32)
  assert.deepEqual(listed.map(({ device }) => device).toSorted(), devices)
  assert.ok(listed.every(({ appId, user }) => appId === 5 && user === anna))
  assert.equal((await listDevicesOfUsers(db, users, 3)).length, 3)
})

test('a device is noted once, with its first and last time and its newest data', async () => {
  const device = { appId: 7, device: one }
  await lockDevices(db, [{ ...device, seenAtMs, data: '{"os":"Windows"}' }])
  await lockDevices(db, [{ ...device, seenAtMs: seenAtMs - 1_000, data: null }])
  await lockDevices(db, [{ ...device, seenAtMs: seenAtMs + 1_000, data: '{"os":"iOS"}' }])
  await lockDevices(db, [{ ...device, seenAtMs, data: null }])
  const rows = await db.query('select first_seen_at, last_seen_at, data from devices where app_id = 7', [])
  assert.deepEqual(rows, [
    { first_seen_at: seenAtMs - 1_000, last_seen_at: seenAtMs + 1_000, data: { os: 'iOS' } },
  ])
})

test('whoever comes second waits for the lock and reads what the first has written', async () => {
  const device = { appId: 8, device: one }
  const order: string[] = []
  const enter = (user: string): Promise<LinkRow[]> =>
    db.transaction(async (tx) => {
      await lockDevices(tx, [{ ...device, seenAtMs, data: null }])
      const links = await listLinks(tx, [device])
      order.push(`${user} in`)
      await upsertLinks(tx, [link({ ...device, user })])
      // Time for the other one to slip in, were there no lock.
      await tx.query('select pg_sleep(0.05)', [])
      order.push(`${user} out`)
      return links
    })
  const seen = await Promise.all([enter(anna), enter(bert)])
  const [first] = order[0]?.split(' ') ?? []
  const [last] = order[3]?.split(' ') ?? []
  assert.deepEqual(order, [`${first} in`, `${first} out`, `${last} in`, `${last} out`])
  assert.deepEqual(seen.map((links) => links.length).toSorted(), [0, 1])
})

test('assessments of a user are listed newest first, with their reasons', async () => {
  const assessment = (id: string, scoreTenths: number) => ({
    id,
    appId: 9,
    device: one,
    user: anna,
    scoreTenths,
    isBlocked: scoreTenths === 1000,
    isMultiAccounting: true,
    reasons: [{ code: 'webdriver', points: 4, detail: "a quote's “text” \\ {x}" }],
    weightsVersion: '1',
    requestId: 'req_1',
    isTest: false,
    assessedAtMs: seenAtMs,
  })
  const rows = [
    assessment('019a0000-0000-7000-8000-000000000001', 40),
    assessment('019a0000-0000-7000-8000-000000000002', 1000),
  ]
  const learned = { shares: { webdriver: 1 }, shadowTenths: null, shadowVersion: null }
  const others = { ...assessment('019a0000-0000-7000-8000-000000000003', 10), user: bert }
  await insertAssessments(
    db,
    [...rows, others].map((row) => ({ ...row, ...learned })),
  )
  const who = { appId: 9, user: anna }
  assert.deepEqual(await listAssessmentsOfUser(db, who, 10), rows.toReversed())
  assert.deepEqual(await listAssessmentsOfUser(db, who, 1), rows.slice(1))
})

test('retention passes over what a submission is renewing, and does not make it wait', async () => {
  const dayMs = 86_400_000
  const seen = { appId: 11, device: one, data: '{"old":1}', seenAtMs }
  await db.transaction(async (tx) => {
    await lockDevices(tx, [seen, { ...seen, device: two }])
    await upsertLinks(tx, [link({ appId: 11 }), link({ appId: 11, device: two })])
  })
  const nowMs = seenAtMs + 400 * dayMs
  const bounds = { dataBeforeMs: nowMs - 30 * dayMs, linksBeforeMs: nowMs - 90 * dayMs, rowsMax: 1_000 }
  const renewed = link({ appId: 11, lastSeenAtMs: nowMs, timesSeen: 2 })
  await db.transaction(async (tx) => {
    await lockDevices(tx, [{ ...seen, data: null, seenAtMs: nowMs }])
    await upsertLinks(tx, [renewed])
    while ((await forgetDevices(db, bounds)) > 0);
  })
  while ((await forgetDevices(db, bounds)) > 0);
  assert.deepEqual(await listLinks(db, [{ appId: 11, device: one }]), [renewed])
  assert.deepEqual(await listLinks(db, [{ appId: 11, device: two }]), [])
  const devices = await db.query('select device_key from devices where app_id = 11')
  assert.equal(devices.length, 1)
})

test('an erasure waits for a submission that has the device, and takes what that has written', async () => {
  const device = { appId: 12, device: one, data: '{"a":1}', seenAtMs }
  await db.transaction(async (tx) => {
    await lockDevices(tx, [device])
    await upsertLinks(tx, [link({ appId: 12 }), link({ appId: 12, user: bert })])
  })
  const erased = await db.transaction(async (tx) => {
    await lockDevices(tx, [device])
    const erasing = db.transaction((other) =>
      eraseDevices(other, { appId: 12, users: [anna], requestedAtMs: seenAtMs }),
    )
    await eventually(
      async () =>
        (
          await db.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).length,
      1,
    )
    await upsertLinks(tx, [link({ appId: 12, timesSeen: 2 })])
    // Inside an object: the transaction must not wait for what waits for it.
    return { erasing }
  })
  assert.equal(await erased.erasing, 1)
  const left = await listLinks(db, [{ appId: 12, device: one }])
  assert.deepEqual(
    left.map(({ user }) => user),
    [bert],
  )
  assert.deepEqual(await db.query('select data from devices where app_id = 12'), [{ data: {} }])
})
