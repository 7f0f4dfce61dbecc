import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { makeSighting } from '../../../../../../test/support/make-sighting.ts'
import { createWorld } from '../../../../../../test/support/world.ts'
import { addListEntry } from '../../lists/add-list-entry.ts'
import { assessDevices } from './assess-devices.ts'
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

/** The parts of a verdict that the contract shows. */
function presented(verdict: DeviceVerdict | undefined): unknown {
  const { isBlocked, riskScore, isMultiAccounting } = verdict ?? {}
  return { isBlocked, riskScore, isMultiAccounting }
}

const codesOf = ({ reasons }: DeviceVerdict): string[] => reasons.map(({ code }) => code)

/** An address on a subnet of its own. */
const addressOf = (index: number): string => `184.58.${index}.9`

test('threshold and window are the app’s', async () => {
  const fingerprintHash = newHash()
  const app = { ...sighting({ fingerprintHash }).app, multiAccountThreshold: 2, multiAccountWindowDays: 7 }
  const found = []
  for (const userId of ['a', 'b', 'c'])
    found.push((await assess({ fingerprintHash, userId, app })).isMultiAccounting)
  assert.deepEqual(found, [false, false, true])
  clock.advance({ days: 8 })
  assert.equal((await assess({ fingerprintHash, userId: 'c', app })).isMultiAccounting, false)
})

for (const [kind, value] of [
  ['device', 'listed hash'],
  ['user', 'listed user'],
  ['address', '45.60.70.80'],
  ['cidr', '45.61.0.0/16'],
  ['country', 'NZ'],
] as const) {
  test(`on the block list by ${kind}: blocked at once, with 100`, async () => {
    appId = world.app.appId
    await addListEntry(ports, { appId, kind, value, action: 'block', reason: 'chargebacks', actor: 'tester' })
    const address = { address: '45.60.70.80', cidr: '45.61.1.1', country: '202.27.0.1' }[kind as string]
    const verdict = await assess({
      fingerprintHash: kind === 'device' ? value : newHash(),
      userId: kind === 'user' ? value : 'a',
      endUserAddress: address,
    })
    assert.deepEqual([verdict.isBlocked, verdict.riskScore], [true, 100])
  })
}

test('on the allow list the score is 0, and multi-accounting is told all the same', async () => {
  appId = world.app.appId
  const fingerprintHash = newHash()
  const entry = { appId, kind: 'user', value: 'friend', action: 'allow', reason: '', actor: 'tester' }
  await addListEntry(ports, entry)
  await assess({ fingerprintHash, userId: 'a' })
  const verdict = await assess({ fingerprintHash, userId: 'friend', data: { webdriver: true } })
  assert.deepEqual(presented(verdict), { isBlocked: false, riskScore: 0, isMultiAccounting: true })
  assert.equal(verdict.reasons[0]?.code, 'allow_list')
})

test('on a review list nobody is blocked, and the score says so', async () => {
  const fingerprintHash = newHash()
  const entry = {
    appId: null,
    kind: 'device',
    value: fingerprintHash,
    action: 'review',
    reason: '',
    actor: 'tester',
  }
  await addListEntry(ports, entry)
  const verdict = await assess({ fingerprintHash })
  assert.equal(verdict.isBlocked, false)
  assert.ok(verdict.riskScore > 30 && verdict.riskScore < 50, String(verdict.riskScore))
})

test('a score blocks only where the app has turned that on', async () => {
  const bot = { data: { webdriver: true }, endUserAgent: 'curl/8.5.0' }
  const { app } = sighting({ fingerprintHash: '' })
  assert.equal((await assess({ fingerprintHash: newHash(), ...bot })).isBlocked, false)
  const blocked = await assess({ fingerprintHash: newHash(), ...bot, app: { ...app, autoBlockScore: 85 } })
  assert.deepEqual([blocked.isBlocked, blocked.riskScore], [true, 100])
})

test('a user who shares a device with a blocked one is told apart from others, one hop far', async () => {
  appId = world.app.appId
  const [near, far] = [newHash(), newHash()]
  const entry = { appId, kind: 'user', value: 'cheat', action: 'block', reason: '', actor: 'tester' }
  await addListEntry(ports, entry)
  await assess({ fingerprintHash: near, userId: 'cheat', endUserAddress: addressOf(1) })
  const friend = await assess({ fingerprintHash: near, userId: 'friend', endUserAddress: addressOf(2) })
  assert.ok(codesOf(friend).includes('blocked_neighbours'))
  assert.equal(friend.isBlocked, false)
  await assess({ fingerprintHash: far, userId: 'friend', endUserAddress: addressOf(2) })
  const friendOfFriend = await assess({ fingerprintHash: far, userId: 'other', endUserAddress: addressOf(3) })
  assert.ok(!codesOf(friendOfFriend).includes('blocked_neighbours'))
})

test('guilt by association ends with the entry, though no list was changed', async () => {
  const fingerprintHash = newHash()
  const app = { ...sighting({ fingerprintHash }).app, id: world.app.appId }
  const inApp = (userId: string) => assess({ app, fingerprintHash, userId })
  await inApp('caught')
  await addListEntry(ports, {
    appId: app.id,
    kind: 'user',
    value: 'caught',
    action: 'block',
    reason: '',
    actor: 'tester',
    expiresAtMs: clock.nowMs() + 60_000,
  })
  assert.ok(codesOf(await inApp('beside')).includes('blocked_neighbours'))
  clock.advance({ seconds: 60 })
  assert.ok(!codesOf(await inApp('beside')).includes('blocked_neighbours'))
})

test('a device that is blocked speaks against its user on their other devices', async () => {
  const [bad, good] = [newHash(), newHash()]
  const entry = { appId: null, kind: 'device', value: bad, action: 'block', reason: '', actor: 'tester' }
  await addListEntry(ports, entry)
  await assess({ fingerprintHash: bad, userId: 'owner' })
  assert.ok(codesOf(await assess({ fingerprintHash: good, userId: 'owner' })).includes('blocked_neighbours'))
})
