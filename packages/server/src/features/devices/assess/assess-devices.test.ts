import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Click } from '@quoin/core/tracking/click.ts'
import { makeClick } from '../../../../../../test/support/make-click.ts'
import { makeSighting } from '../../../../../../test/support/make-sighting.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { forgetDevices } from '../../../jobs/forget-devices.ts'
import { makeClickPartitions } from '../../../jobs/keep-click-partitions.ts'
import { assessDevices } from './assess-devices.ts'
import { assessUser } from '../assess-user.ts'
import { keySighting } from '../key-sighting.ts'
import type { DeviceVerdict, Sighting } from '../../../ports/writes.ts'

const world = await createWorld()
after(() => world.close())
const { ports, clock } = world

/** An app of each test's own, so that no user of one test is on the devices of another. */
let appsMade = 1_000
let appId = 0
beforeEach(() => {
  appsMade += 1
  appId = appsMade
})

let hashes = 0
/** A device of the test's own. */
function newHash(): string {
  hashes += 1
  return `hash ${hashes}`
}

function sighting(rest: Partial<Sighting> & { fingerprintHash: string }): Sighting {
  return makeSighting(appId, { seenAtMs: clock.nowMs(), ...rest })
}

async function assess(rest: Partial<Sighting> & { fingerprintHash: string }): Promise<DeviceVerdict> {
  const [verdict] = await assessDevices(ports, [sighting(rest)])
  assert.ok(verdict)
  return verdict
}

async function countLinks(
  rest: Partial<Sighting> & { fingerprintHash: string },
  of: World = world,
): Promise<number> {
  const { device } = keySighting(ports.keyring, sighting(rest))
  const [row] = await of.ports.db.query<{ users: number }>(
    `select count(*) as users from device_users where device_key = decode($1, 'hex')`,
    [device],
  )
  return row?.users ?? 0
}

const codesOf = ({ reasons }: DeviceVerdict): string[] => reasons.map(({ code }) => code)

const house = '184.57.75.136'
/** An address on a subnet of its own. */
const addressOf = (index: number): string => `184.58.${index}.9`

test('the second user on a hash is multi-accounting, and the first one on their next call', async () => {
  const fingerprintHash = newHash()
  const users = ['a', 'b', 'a', 'a']
  const found = []
  for (const userId of users) found.push((await assess({ fingerprintHash, userId })).isMultiAccounting)
  assert.deepEqual(found, [false, true, true, true])
})

test('rows of one batch see each other in the order of their arrival', async () => {
  const [hash, other] = [newHash(), newHash()]
  const rows = [
    { fingerprintHash: hash, userId: 'a' },
    { fingerprintHash: other, userId: 'a' },
    { fingerprintHash: hash, userId: 'b' },
    { fingerprintHash: hash, userId: 'a' },
    { fingerprintHash: other, userId: 'a' },
  ]
  const verdicts = await assessDevices(ports, rows.map(sighting))
  assert.deepEqual(
    verdicts.map(({ isMultiAccounting }) => isMultiAccounting),
    [false, false, true, true, false],
  )
})

test('a batch answers what one call after the other answers', async () => {
  const users = Array.from({ length: 70 }, (_, index) => `user ${index % 35}`)
  const rows = (fingerprintHash: string): Sighting[] =>
    users.map((userId, index) => sighting({ fingerprintHash, userId, endUserAddress: addressOf(index % 5) }))
  const singly = []
  for (const row of rows(newHash())) singly.push(...(await assessDevices(ports, [row])))
  assert.deepEqual(await assessDevices(ports, rows(newHash())), singly)
})

test('50 users on one hash at once, from two processes: each counts, and one was first', async () => {
  const beside = await createWorld({ beside: world })
  const fingerprintHash = newHash()
  const verdicts = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const process = index % 2 === 0 ? ports : beside.ports
      return (await assessDevices(process, [sighting({ fingerprintHash, userId: `user ${index}` })]))[0]
    }),
  )
  await beside.close()
  assert.equal(verdicts.filter((verdict) => verdict?.isMultiAccounting === false).length, 1)
  assert.equal(await countLinks({ fingerprintHash }), 50)
})

test('batches with the same devices in different order do not wait for each other for ever', async () => {
  const names = Array.from({ length: 400 }, newHash)
  const batch = (order: readonly string[], userId: string): Promise<readonly DeviceVerdict[]> =>
    assessDevices(
      ports,
      order.map((fingerprintHash) => sighting({ fingerprintHash, userId })),
    )
  // PostgreSQL ends one of two transactions that wait for each other, so a deadlock would reject.
  const done = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      batch(index % 2 === 0 ? names : names.toReversed(), `user ${index}`),
    ),
  )
  assert.ok(done.every((verdicts) => verdicts.length === names.length))
})

test('a device keeps 64 users; a later one is assessed all the same, and every time alike', async () => {
  const fingerprintHash = newHash()
  const rows = Array.from({ length: 64 }, (_, index) =>
    sighting({ fingerprintHash, userId: `user ${index}` }),
  )
  await assessDevices(ports, rows)
  const late = await assess({ fingerprintHash, userId: 'late' })
  assert.equal(late.isMultiAccounting, true)
  assert.deepEqual(await assess({ fingerprintHash, userId: 'late' }), late)
  assert.equal(await countLinks({ fingerprintHash }), 64)
})

test('a user is kept on 32 devices, in one batch or in many: more of them are not spoiled', async () => {
  const names = Array.from({ length: 40 }, newHash)
  const rows = names.map((fingerprintHash) => sighting({ fingerprintHash, userId: 'poisoner' }))
  await assessDevices(ports, rows.slice(0, 20))
  await assessDevices(ports, rows.slice(20))
  const links = await Promise.all(names.map((fingerprintHash) => countLinks({ fingerprintHash })))
  assert.equal(links.filter((users) => users === 1).length, 32)
  const last = names.at(-1) ?? ''
  assert.equal((await assess({ fingerprintHash: last, userId: 'victim' })).isMultiAccounting, false)
})

test('whoever has filled their 32 devices is seen on the next from a day on, and stays as old as they are', async () => {
  const names = Array.from({ length: 32 }, newHash)
  const ring = ['a', 'b', 'c', 'd', 'e'].map((name) => `prepared ${name}`)
  for (const userId of ring) {
    const rows = names.map((hash) => sighting({ fingerprintHash: `${hash} ${userId}`, userId }))
    await assessDevices(
      ports,
      rows.map((row, index) => ({ ...row, seenAtMs: row.seenAtMs + index })),
    )
  }
  clock.advance({ days: 2 })
  const shared = newHash()
  const told = []
  for (const userId of ring)
    told.push(await assess({ fingerprintHash: shared, userId, endUserAddress: house }))
  assert.ok((told.at(-1)?.riskScore ?? 0) > 50, String(told.at(-1)?.riskScore))
  assert.equal(told.at(-1)?.isMultiAccounting, true)
  assert.equal(await countLinks({ fingerprintHash: shared }), 5)
  const linksOf = async (userId: string) =>
    await Promise.all(names.map((hash) => countLinks({ fingerprintHash: `${hash} ${userId}` })))
  for (const userId of ring) {
    const links = await linksOf(userId)
    assert.deepEqual([links[0], links.filter((users) => users === 1).length], [1, 31])
  }
})

test('five new users of one line in a day are likely a ring; the same five over weeks are not', async () => {
  const fingerprintHash = newHash()
  const at = (userId: string): Promise<DeviceVerdict> =>
    assess({ fingerprintHash, userId, endUserAddress: house })
  const burst = []
  for (const userId of ['a', 'b', 'c', 'd', 'e']) burst.push((await at(userId)).riskScore)
  assert.deepEqual(
    burst,
    burst.toSorted((a, b) => a - b),
  )
  assert.ok((burst[0] ?? 100) < 6 && (burst[4] ?? 0) > 50, String(burst))

  const slow = newHash()
  let last = 0
  for (const userId of ['a', 'b', 'c', 'd', 'e']) {
    last = (await assess({ fingerprintHash: slow, userId, endUserAddress: house })).riskScore
    clock.advance({ days: 7 })
  }
  assert.ok(last < 15, String(last))
})

test('strangers who pile up on a hash do not spoil the score of who was there before', async () => {
  const fingerprintHash = newHash()
  const victim = { fingerprintHash, userId: 'victim', endUserAddress: house }
  const before = await assess(victim)
  clock.advance({ days: 2 })
  const attack = Array.from({ length: 200 }, (_, index) =>
    sighting({ fingerprintHash, userId: `stranger ${index}`, endUserAddress: addressOf(1) }),
  )
  await assessDevices(ports, attack)
  assert.equal((await assess(victim)).riskScore, before.riskScore)
})

/** Accounts on one device, each on a subnet of its own, one after the other; their answers, and those at the end. */
async function grow(
  accounts: number,
  every: Parameters<typeof clock.advance>[0],
  rest: Partial<Sighting> = {},
): Promise<{ readonly answers: DeviceVerdict[]; readonly atLast: DeviceVerdict[] }> {
  const fingerprintHash = newHash()
  const account = (index: number) => ({
    fingerprintHash,
    userId: `user ${index}`,
    endUserAddress: addressOf(index),
    ...rest,
  })
  const answers = []
  for (let index = 0; index < accounts; index += 1) {
    if (index > 0) clock.advance(every)
    answers.push(await assess(account(index)))
  }
  const atLast = []
  for (let index = 0; index < accounts; index += 1) atLast.push(await assess(account(index)))
  return { answers, atLast }
}

const scoresOf = (verdicts: readonly DeviceVerdict[]): number[] => verdicts.map(({ riskScore }) => riskScore)

test('twenty accounts on one device within hours, each on a new line: no account more clears any', async () => {
  const { answers, atLast } = await grow(20, { seconds: 60 })
  const scores = scoresOf(answers)
  for (const [index, score] of scores.entries())
    assert.ok(score >= (scores[index - 1] ?? 0), scores.join(' '))
  for (const index of [7, 8, 19]) assert.ok((scores[index] ?? 0) > 45, scores.join(' '))
  assert.ok(Math.min(...scoresOf(atLast)) > 45, scoresOf(atLast).join(' '))
  assert.ok(answers.slice(1).every(({ isMultiAccounting }) => isMultiAccounting))
})

test('twenty users on one hash over ten days, each on a new line, are hardly evidence', async () => {
  const { answers, atLast } = await grow(20, { seconds: 43_200 })
  assert.ok(Math.max(...scoresOf([...answers, ...atLast])) < 9, scoresOf(answers).join(' '))
  assert.equal(answers.at(-1)?.isMultiAccounting, false)
})

test('a burst on a hash that a crowd shares is beyond what is usual for it', async () => {
  const fingerprintHash = newHash()
  for (let index = 0; index < 20; index += 1) {
    await assess({ fingerprintHash, userId: `user ${index}`, endUserAddress: addressOf(index) })
    clock.advance({ seconds: 43_200 })
  }
  const ring = []
  for (let index = 0; index < 20; index += 1) {
    ring.push(
      await assess({ fingerprintHash, userId: `ring ${index}`, endUserAddress: addressOf(100 + index) }),
    )
    clock.advance({ seconds: 300 })
  }
  assert.ok((ring[1]?.riskScore ?? 100) < 9 && (ring.at(-1)?.riskScore ?? 0) > 45, scoresOf(ring).join(' '))
  assert.equal(
    (await assess({ fingerprintHash, userId: 'user 3', endUserAddress: addressOf(3) })).riskScore < 9,
    true,
  )
})

test('thirty iPhones of an app’s first day, each on a new line, are hardly evidence, now and when they are looked at later', async () => {
  const endUserAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1'
  const { answers, atLast } = await grow(30, { seconds: 600 }, { endUserAgent })
  assert.ok(Math.max(...scoresOf([...answers, ...atLast])) < 9, scoresOf(answers).join(' '))
  assert.equal(answers.at(-1)?.isMultiAccounting, false)
  const kept = { app: { id: appId, fraudShare: null }, isTest: false, userId: 'user 12' }
  assert.ok(((await assessUser(ports, kept)).probability ?? 1) < 0.09)
})

const machineData = {
  resolution: '1920x1080',
  os: 'Windows',
  webgl_renderer: 'ANGLE (Intel, Direct3D11)',
  canvas: 'c0ffee',
  hardware_concurrency: 8,
  languages: ['de'],
  timezone: 'America/New_York',
}

test('twelve accounts with a new hash each, on one line with the same data, are one machine', async () => {
  const answers = []
  const account = (index: number) => ({ userId: `user ${index}`, endUserAddress: house, data: machineData })
  const hashes = Array.from({ length: 12 }, newHash)
  for (const [index, fingerprintHash] of hashes.entries()) {
    answers.push(await assess({ fingerprintHash, ...account(index) }))
    clock.advance({ seconds: 60 })
  }
  const scores = scoresOf(answers)
  for (const [index, score] of scores.entries())
    assert.ok(score >= (scores[index - 1] ?? 0), scores.join(' '))
  assert.ok((scores[3] ?? 100) < 9 && (scores[11] ?? 0) > 40, scores.join(' '))
  const again = await assess({ fingerprintHash: hashes[0] ?? '', ...account(0) })
  assert.deepEqual(codesOf(again), ['alike_newcomers'])
  assert.ok(again.riskScore > 40 && again.riskScore < 50, String(again.riskScore))
  const kept = { app: { id: appId, fraudShare: null }, isTest: false, userId: 'user 11' }
  assert.ok(((await assessUser(ports, kept)).probability ?? 0) > 0.4)
})

test('an office of different machines, and a household that grows by one a day, say nothing', async () => {
  for (let index = 0; index < 12; index += 1) {
    const data = { ...machineData, canvas: `drawing ${index}` }
    const { reasons } = await assess({
      fingerprintHash: newHash(),
      userId: `colleague ${index}`,
      endUserAddress: house,
      data,
    })
    assert.deepEqual(reasons, [])
  }
  for (let index = 0; index < 5; index += 1) {
    clock.advance({ days: 1 })
    const family = { userId: `family ${index}`, endUserAddress: addressOf(7), data: machineData }
    assert.deepEqual((await assess({ fingerprintHash: newHash(), ...family })).reasons, [])
  }
})

test('apps do not see each other, nor do test calls and live users', async () => {
  const fingerprintHash = newHash()
  const { app } = sighting({ fingerprintHash })
  await assess({ fingerprintHash, userId: 'a' })
  assert.equal((await assess({ fingerprintHash, userId: 'b', isTest: true })).isMultiAccounting, false)
  assert.equal(
    (await assess({ fingerprintHash, userId: 'c', app: { ...app, id: 999 } })).isMultiAccounting,
    false,
  )
  assert.equal((await assess({ fingerprintHash, userId: 'd' })).isMultiAccounting, true)
})

test('an answer is kept with its reasons', async () => {
  const fingerprintHash = newHash()
  const userId = 'explained'
  await assess({ fingerprintHash, userId, data: { webdriver: true }, requestId: 'req_explained' })
  const { user } = keySighting(ports.keyring, sighting({ fingerprintHash, userId }))
  const rows = await ports.store.assessments.listAssessmentsOfUser(ports.db, { appId, user }, 10)
  assert.equal(rows.length, 1)
  const { scoreTenths, requestId, isTest, reasons, assessedAtMs } = rows[0] ?? {}
  assert.deepEqual(
    [scoreTenths, requestId, isTest, assessedAtMs],
    [663, 'req_explained', false, clock.nowMs()],
  )
  assert.deepEqual(reasons, [
    {
      code: 'webdriver',
      points: 5.4,
      detail: 'the browser says that a program drives it (navigator.webdriver)',
    },
  ])
})

test('neither hash nor user id nor address is stored in the clear', async () => {
  const data = {
    visitorId: 'secret-hash',
    account: { value: 'secret-user' },
    seen: ['198.18.77.66'],
    os: 'Windows',
  }
  await assess({
    fingerprintHash: 'secret-hash',
    userId: 'secret-user',
    endUserAddress: '198.18.77.66',
    data,
  })
  for (const table of ['devices', 'device_users', 'risk_assessments']) {
    const rows = await ports.db.query<{ text: string }>(`select t::text as text from ${table} t`, [])
    const text = rows.map((row) => row.text).join('\n')
    for (const plain of ['secret-hash', 'secret-user', '198.18.77']) {
      assert.ok(
        !text.includes(plain) && !text.includes(Buffer.from(plain).toString('hex')),
        `${plain} in ${table}`,
      )
    }
  }
})

test('the newest data of a device is kept; a call without data leaves it', async () => {
  const fingerprintHash = newHash()
  const { device } = keySighting(ports.keyring, sighting({ fingerprintHash }))
  const read = (): Promise<unknown[]> =>
    ports.db.query(`select data from devices where device_key = decode($1, 'hex')`, [device])
  await assess({ fingerprintHash, data: { os: 'Windows' } })
  await assess({ fingerprintHash, data: { os: 'Windows', browser: 'Chrome' } })
  await assess({ fingerprintHash })
  assert.deepEqual(await read(), [{ data: { os: 'Windows', browser: 'Chrome' } }])
})

test('one client that links a victim’s hash to many users moves their score by little, and its own by much', async () => {
  const fingerprintHash = newHash()
  const victim = { fingerprintHash, userId: 'victim', endUserAddress: house }
  await assess(victim)
  // Within the first day, when it could hurt most.
  const attack = Array.from({ length: 200 }, (_, index) =>
    sighting({ fingerprintHash, userId: `stranger ${index}`, endUserAddress: addressOf(1) }),
  )
  const attackers = await assessDevices(ports, attack)
  assert.ok((await assess(victim)).riskScore < 9)
  assert.ok((attackers[20]?.riskScore ?? 0) > 50)
})

test('the /64s of one /48 make neither a crowd of a ring, nor a ring of a victim', async () => {
  const fingerprintHash = newHash()
  const ring = []
  for (let index = 0; index < 20; index += 1) {
    const endUserAddress = `2a02:8108:1:${index}::7`
    ring.push(await assess({ fingerprintHash, userId: `ring ${index}`, endUserAddress }))
  }
  assert.equal(ring.at(-1)?.isMultiAccounting, true)
  const victim = newHash()
  await assess({ fingerprintHash: victim, userId: 'victim', endUserAddress: house })
  for (let index = 0; index < 8; index += 1) {
    await assess({
      fingerprintHash: victim,
      userId: `fake ${index}`,
      endUserAddress: `2a02:8108:2:${index}::7`,
    })
  }
  const { reasons } = await assess({ fingerprintHash: victim, userId: 'victim', endUserAddress: house })
  const points = reasons.find(({ code }) => code === 'new_users')?.points ?? 0
  assert.ok(points < 1.5, String(points))
})

test('a farm that has filled its device is seen for what it is on the days after, and puts out no one but itself', async () => {
  const fingerprintHash = newHash()
  await assess({ fingerprintHash, userId: 'victim', endUserAddress: addressOf(200) })
  for (let made = 0; made < 63; made += 1) {
    await assess({ fingerprintHash, userId: `burnt ${made}`, endUserAddress: house })
  }
  clock.advance({ days: 2 })
  const later = []
  for (let made = 0; made < 12; made += 1) {
    later.push((await assess({ fingerprintHash, userId: `fresh ${made}`, endUserAddress: house })).riskScore)
  }
  assert.ok((later[0] ?? 100) < 10 && (later.at(-1) ?? 0) > 50, later.join(' '))
  assert.equal(await countLinks({ fingerprintHash }), 64)
  const { user } = keySighting(ports.keyring, sighting({ fingerprintHash, userId: 'victim' }))
  const kept = await ports.db.query("select from device_users where user_key = decode($1, 'hex')", [user])
  assert.equal(kept.length, 1)
})

test('the address tells a data centre from a home, and the app’s share of fraud moves the score', async () => {
  const hosted = await assess({ fingerprintHash: newHash(), endUserAddress: '52.95.110.1' })
  assert.deepEqual(codesOf(hosted), ['hosting_address'])
  const { app } = sighting({ fingerprintHash: '' })
  const risky = { ...app, fraudShare: 0.5 }
  const harsher = await assess({ fingerprintHash: newHash(), endUserAddress: '52.95.110.1', app: risky })
  assert.ok(harsher.riskScore > hosted.riskScore)
})

function clickOf(rest: Partial<Click>): Click {
  const facts = { id: ports.newId(), appId, userId: 'a', clickedAtMs: clock.nowMs() }
  return makeClick({ ...facts, address: null, userAgent: null, country: 'US', platform: 'desktop', ...rest })
}

test('where a server passes no address on, the user’s last click says where they are', async () => {
  const userId = 'located'
  const hosted = '52.95.110.1'
  await makeClickPartitions(ports)
  await ports.store.clicks.insertClicks(ports.db, [clickOf({ userId, address: hosted })])
  assert.deepEqual(codesOf(await assess({ fingerprintHash: newHash(), userId })), ['hosting_address'])
  const told = await assess({ fingerprintHash: newHash(), userId, endUserAddress: house })
  assert.deepEqual(codesOf(told), [])
  clock.advance({ days: 1 })
  assert.deepEqual(codesOf(await assess({ fingerprintHash: newHash(), userId })), [])
})

test('the clicks of a user count at their next submission, their tests apart from it', async () => {
  const userId = 'clicker'
  await assess({ fingerprintHash: newHash(), userId })
  const clicks = Array.from({ length: 70 }, (_, index) => clickOf({ userId, offerId: index % 10 }))
  // The clock of this file has gone on since the world was made.
  await makeClickPartitions(ports)
  await ports.store.clicks.insertClicks(ports.db, clicks)
  const codes = codesOf(await assess({ fingerprintHash: newHash(), userId }))
  assert.deepEqual(codes.toSorted(), [
    'click_flood',
    'dense_clicks',
    'even_clicks',
    'hurried_clicks',
    'repeated_clicks',
  ])
  assert.deepEqual(codesOf(await assess({ fingerprintHash: newHash(), userId, isTest: true })), [])
})

test('a user stands as their riskiest device does, also after a clean one', async () => {
  const userId = 'two devices'
  await assess({ fingerprintHash: newHash(), userId, data: { webdriver: true } })
  const clean = await assess({ fingerprintHash: newHash(), userId })
  assert.ok(clean.riskScore < 6, String(clean.riskScore))
  const appeared = await assessUser(ports, { app: { id: appId, fraudShare: null }, isTest: false, userId })
  assert.equal(appeared.devices, 2)
  assert.ok((appeared.probability ?? 0) > 0.5)
  const stranger = { app: { id: appId, fraudShare: null }, isTest: false, userId: 'stranger' }
  assert.equal((await assessUser(ports, stranger)).probability, undefined)
})

test('a submission is forgotten after its days, links and reasons after theirs', async () => {
  const fingerprintHash = newHash()
  await assess({ fingerprintHash, userId: 'old', data: { webdriver: true } })
  const { device, user } = keySighting(ports.keyring, sighting({ fingerprintHash, userId: 'old' }))
  const kept = async (): Promise<unknown> => [
    (
      await ports.db.query(`select 1 from devices where device_key = decode($1, 'hex') and data <> '{}'`, [
        device,
      ])
    ).length,
    await countLinks({ fingerprintHash }),
    (await ports.store.assessments.listAssessmentsOfUser(ports.db, { appId, user }, 10)).length,
  ]
  assert.deepEqual(await kept(), [1, 1, 1])
  clock.advance({ days: 31 })
  await forgetDevices(ports)
  assert.deepEqual(await kept(), [0, 1, 1])
  clock.advance({ days: 150 })
  await forgetDevices(ports)
  assert.deepEqual(await kept(), [0, 0, 0])
})
