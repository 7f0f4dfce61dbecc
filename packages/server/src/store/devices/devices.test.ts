import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { listAssessmentsOfUser, type RenewedLink, writeAssessments } from './assessments.ts'
import type { Db } from '../pg/database.ts'
import { listSurroundings } from './device-surroundings.ts'
import { forgetDevices, listDevicesOfUsers, type LinkRow, listLinks, lockDevices } from './devices.ts'
import { eraseDevices } from '../users/erasures.ts'

const { database: db } = await createTestDatabase()

const [one, two] = ['01'.repeat(16), '02'.repeat(16)] as const
const [anna, bert] = ['0a'.repeat(16), '0b'.repeat(16)] as const
const seenAtMs = 1_790_812_843_123
const version = '019a0000-0000-7000-8000-0000000000aa'

function link(rest: Partial<RenewedLink>): RenewedLink {
  const seen = { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, times: 1, signs: {} }
  return { appId: 1, device: one, user: anna, subnet: undefined, ...seen, ...rest }
}

async function writeLinks(tx: Db, links: readonly RenewedLink[]): Promise<void> {
  await writeAssessments(tx, { links, assessments: [] })
}

function read({ appId, device, user, subnet: line, firstSeenAtMs, lastSeenAtMs }: RenewedLink): LinkRow {
  return { appId, device, user, subnet: line, firstSeenAtMs, lastSeenAtMs }
}

const sorted = (rows: readonly LinkRow[]): LinkRow[] => rows.toSorted((a, b) => (a.user < b.user ? -1 : 1))

test('links come back as they were written, of the asked app and device only', async () => {
  const links = [link({ appId: 1, subnet: 'ff'.repeat(16) }), link({ user: bert })]
  await writeLinks(db, [...links, link({ device: two }), link({ appId: 2 })])
  assert.deepEqual(sorted(await listLinks(db, [{ appId: 1, device: one }])), links.map(read))
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

test('links that two processes write come out the same in either order', async () => {
  const early = link({ firstSeenAtMs: seenAtMs - 5, times: 2, subnet: 'ee'.repeat(16) })
  const late = link({ lastSeenAtMs: seenAtMs + 5, times: 3 })
  for (const [appId, order] of [
    [4, [early, late]],
    [14, [late, early]],
  ] as const) {
    for (const row of order) await writeLinks(db, [{ ...row, appId }])
    const both = { firstSeenAtMs: seenAtMs - 5, lastSeenAtMs: seenAtMs + 5, subnet: 'ee'.repeat(16) }
    assert.deepEqual(await listLinks(db, [{ appId, device: one }]), [read(link({ appId, ...both }))])
    const times = await db.query('select times_seen from device_users where app_id = $1', [appId])
    assert.deepEqual(times, [{ times_seen: 5 }])
  }
})

test('the surroundings of devices and users are read as they were written', async () => {
  const [appId, line] = [15, 'ee'.repeat(16)]
  const rows = [
    link({ appId, subnet: line }),
    link({ appId, user: bert, lastSeenAtMs: seenAtMs + 1 }),
    link({ appId, device: two }),
  ]
  await writeLinks(db, [...rows, link({ appId: 16 })])
  const digest = '0d'.repeat(16)
  await lockDevices(db, [
    { appId, device: one, seenAtMs, data: '{"os":"iOS"}', dataDigest: digest, version },
    { appId, device: two, seenAtMs, data: null, dataDigest: null, version },
  ])
  const found = await listSurroundings(db, {
    devices: [
      { appId: 99, device: one },
      { appId, device: two },
      { appId, device: one },
    ],
    users: [
      { appId, user: bert },
      { appId, user: anna },
    ],
    devicesPerUserMax: 32,
  })
  assert.deepEqual(
    found.devices.toSorted((a, b) => (a.device < b.device ? -1 : 1)),
    [
      { appId, device: one, version, dataDigest: digest },
      { appId, device: two, version, dataDigest: undefined },
    ],
  )
  const keyOf = ({ device, user }: { device: string; user: string }): string => `${device} ${user}`
  const byKey = <Row extends { device: string; user: string }>(rows: readonly Row[]): Row[] =>
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  assert.deepEqual(byKey(found.links), byKey(rows.map(read)))
  const devicesOf = rows.map(({ device, user, firstSeenAtMs, lastSeenAtMs }) => ({
    appId,
    user,
    device,
    firstSeenAtMs,
    lastSeenAtMs,
  }))
  assert.deepEqual(byKey(found.devicesOfUsers), byKey(devicesOf))
  const few = await listSurroundings(db, {
    devices: [],
    users: [{ appId, user: anna }],
    devicesPerUserMax: 1,
  })
  assert.deepEqual([few.devices, few.links, few.devicesOfUsers.length], [[], [], 1])
  const none = await listSurroundings(db, { devices: [], users: [], devicesPerUserMax: 1 })
  assert.deepEqual([none.devices, none.links, none.devicesOfUsers], [[], [], []])
})

test('devices of a user are listed per app, up to the bound', async () => {
  const devices = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(32))
  await writeLinks(
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
  const note = (atMs: number, data: string | null, dataDigest: string | null): Promise<unknown> =>
    lockDevices(db, [{ ...device, seenAtMs: atMs, data, dataDigest, version }])
  await note(seenAtMs, '{"os":"Windows"}', '01')
  await note(seenAtMs - 1_000, null, null)
  await note(seenAtMs + 1_000, '{"os":"iOS"}', '02')
  await note(seenAtMs, null, '03')
  const rows = await db.query(
    `select first_seen_at, last_seen_at, data, encode(data_digest, 'hex') as digest from devices where app_id = 7`,
    [],
  )
  assert.deepEqual(rows, [
    { first_seen_at: seenAtMs - 1_000, last_seen_at: seenAtMs + 1_000, data: { os: 'iOS' }, digest: '02' },
  ])
})

test('whoever comes second waits for the lock and reads what the first has written', async () => {
  const device = { appId: 8, device: one }
  const order: string[] = []
  const enter = (user: string): Promise<LinkRow[]> =>
    db.transaction(async (tx) => {
      await lockDevices(tx, [{ ...device, seenAtMs, data: null, dataDigest: null, version }])
      const links = await listLinks(tx, [device])
      order.push(`${user} in`)
      await writeLinks(tx, [link({ ...device, user })])
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
  const assessments = [...rows, others].map((row) => ({ ...row, ...learned }))
  await writeAssessments(db, { links: [], assessments })
  const who = { appId: 9, user: anna }
  assert.deepEqual(await listAssessmentsOfUser(db, who, 10), rows.toReversed())
  assert.deepEqual(await listAssessmentsOfUser(db, who, 1), rows.slice(1))
})

test('retention passes over what a submission is renewing, and does not make it wait', async () => {
  const dayMs = 86_400_000
  const seen = { appId: 11, device: one, data: '{"old":1}', dataDigest: '01', seenAtMs, version }
  await db.transaction(async (tx) => {
    await lockDevices(tx, [seen, { ...seen, device: two }])
    await writeLinks(tx, [link({ appId: 11 }), link({ appId: 11, device: two })])
  })
  const nowMs = seenAtMs + 400 * dayMs
  const bounds = { dataBeforeMs: nowMs - 30 * dayMs, linksBeforeMs: nowMs - 90 * dayMs, rowsMax: 1_000 }
  const renewed = link({ appId: 11, lastSeenAtMs: nowMs })
  await db.transaction(async (tx) => {
    await lockDevices(tx, [{ ...seen, data: null, dataDigest: null, seenAtMs: nowMs, version }])
    await writeLinks(tx, [renewed])
    while ((await forgetDevices(db, bounds)) > 0);
  })
  while ((await forgetDevices(db, bounds)) > 0);
  assert.deepEqual(await listLinks(db, [{ appId: 11, device: one }]), [read(renewed)])
  assert.deepEqual(await listLinks(db, [{ appId: 11, device: two }]), [])
  const devices = await db.query('select device_key from devices where app_id = 11')
  assert.equal(devices.length, 1)
})

test('an erasure waits for a submission that has the device, and takes what that has written', async () => {
  const device = { appId: 12, device: one, data: '{"a":1}', dataDigest: '01', seenAtMs, version }
  await db.transaction(async (tx) => {
    await lockDevices(tx, [device])
    await writeLinks(tx, [link({ appId: 12 }), link({ appId: 12, user: bert })])
  })
  const erased = await db.transaction(async (tx) => {
    await lockDevices(tx, [device])
    const erasing = db.transaction((other) =>
      eraseDevices(other, { appId: 12, users: [anna], requestedAtMs: seenAtMs }),
    )
    await untilSomebodyWaits()
    await writeLinks(tx, [link({ appId: 12 })])
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

test('an erasure waits for a submission of a known user, and takes what that has written', async () => {
  const rows = [link({ appId: 13 }), link({ appId: 13, device: two })]
  await writeLinks(db, rows)
  const erased = await db.transaction(async (tx) => {
    await writeLinks(tx, rows)
    const erasing = db.transaction((other) =>
      eraseDevices(other, { appId: 13, users: [anna], requestedAtMs: seenAtMs }),
    )
    await untilSomebodyWaits()
    return { erasing }
  })
  assert.equal(await erased.erasing, 2)
})

test('links in any order: batches that write the same ones at once do not wait for each other for ever', async () => {
  const links = Array.from({ length: 200 }, (_, index) =>
    link({ appId: 17, device: index.toString(16).padStart(32, '0') }),
  )
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => writeLinks(db, index % 2 === 0 ? links : links.toReversed())),
  )
  const rows = await db.query('select distinct times_seen from device_users where app_id = 17')
  assert.deepEqual(rows, [{ times_seen: 8 }])
})

async function untilSomebodyWaits(): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await eventually(async () => (await db.query(waiting)).length, 1)
}
