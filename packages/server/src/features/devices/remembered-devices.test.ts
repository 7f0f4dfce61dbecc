import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { makeSighting } from '../../../../../test/support/make-sighting.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import type { DeviceMemory } from '../../ports/devices.ts'
import type { Ports } from '../../ports/ports.ts'
import { addListEntry } from '../lists/add-list-entry.ts'
import { assessDevices } from './assess/assess-devices.ts'
import { keySighting } from './key-sighting.ts'
import type { DeviceVerdict, Sighting } from '../../ports/writes.ts'

const world = await createWorld()
const beside = await createWorld({ beside: world })
after(async () => {
  await beside.close()
  await world.close()
})
const { clock, ports } = world

let appsMade = 5_000
let appId = 0
beforeEach(() => {
  appsMade += 1
  appId = appsMade
})

type Given = Partial<Sighting> & Pick<Sighting, 'fingerprintHash' | 'userId'>

function sighting(rest: Given, app = appId): Sighting {
  return makeSighting(app, { seenAtMs: clock.nowMs(), ...rest })
}

type Needs = Parameters<typeof assessDevices>[0]

async function assess(process: Needs, given: Given, app = appId): Promise<DeviceVerdict> {
  const [verdict] = await assessDevices(process, [sighting(given, app)])
  assert.ok(verdict)
  return verdict
}

const isMulti = async (process: Needs, given: Given): Promise<boolean> =>
  (await assess(process, given)).isMultiAccounting

/** The same process, with a count of what it asks the database. */
function counting(of: Ports): { readonly process: Ports; readonly count: () => number } {
  let statements = 0
  const query: Ports['db']['query'] = (...given) => {
    statements += 1
    return of.db.query(...given)
  }
  const transaction: Ports['db']['transaction'] = (...given) => {
    statements += 10
    return of.db.transaction(...given)
  }
  return { process: { ...of, db: { ...of.db, query, transaction } }, count: () => statements }
}

const nothing = (): undefined => undefined
const noMemory: DeviceMemory = {
  findDevice: nothing,
  findUser: nothing,
  keepDevice: nothing,
  keepUser: nothing,
  forgetDevice: nothing,
  forgetUser: nothing,
}

async function erase(userId: string, app = appId): Promise<void> {
  const { user } = keySighting(ports.keyring, sighting({ fingerprintHash: '', userId }, app))
  await ports.db.transaction((tx) =>
    ports.store.erasures.eraseDevices(tx, { appId: app, users: [user], requestedAtMs: clock.nowMs() }),
  )
}

async function click(userId: string, address: string, app = appId): Promise<void> {
  const facts = { id: ports.newId(), appId: app, userId, address, clickedAtMs: clock.nowMs() }
  await ports.store.clicks.insertClicks(ports.db, [makeClick(facts)])
}

test('a batch of users who come again and bring nothing new is one statement, and is noted like any other', async () => {
  const rows = ['a', 'b', 'c'].map((userId) => sighting({ fingerprintHash: `again ${userId}`, userId }))
  await assessDevices(ports, rows)
  const { process, count } = counting(ports)
  const verdicts = await assessDevices(process, rows)
  assert.equal(count(), 1)
  assert.equal(verdicts.length, 3)
  const noted = await ports.db.query('select from risk_assessments where app_id = $1', [appId])
  assert.equal(noted.length, 6)
})

test('where nothing is in memory, who brings nothing new waits for no lock', async () => {
  const given = { fingerprintHash: 'unlocked', userId: 'a' }
  await assess(ports, given)
  const { process, count } = counting(beside.ports)
  await assess(process, given)
  assert.ok(count() < 10, `${count()}`)
})

test('a second user turns it true for the first one at once, whichever process remembers them', async () => {
  const [first, second] = ['a', 'b'].map((userId) => ({ fingerprintHash: 'shared', userId })) as [
    Given,
    Given,
  ]
  for (const process of [ports, beside.ports, ports, beside.ports]) {
    assert.equal(await isMulti(process, first), false)
  }
  assert.equal(await isMulti(beside.ports, second), true)
  for (const process of [ports, beside.ports]) {
    assert.equal(await isMulti(process, first), true)
    assert.equal(await isMulti(process, second), true)
  }
})

test('a second user who comes while the first one is answered from memory is seen', async () => {
  const [first, second] = ['a', 'b'].map((userId) => ({ fingerprintHash: 'between', userId })) as [
    Given,
    Given,
  ]
  await assess(ports, first)
  const query: Ports['db']['query'] = async (...given) => {
    await assess(beside.ports, second)
    return await ports.db.query(...given)
  }
  assert.equal(await isMulti({ ...ports, db: { ...ports.db, query } }, first), true)
})

test('at most one of two users who come at once on a remembered device hears that nobody else is there', async () => {
  for (let round = 0; round < 20; round += 1) {
    const fingerprintHash = `raced ${round}`
    await assess(ports, { fingerprintHash, userId: 'a' })
    const [, newcomer] = await Promise.all([
      assess(ports, { fingerprintHash, userId: 'a' }),
      assess(beside.ports, { fingerprintHash, userId: 'b' }),
    ])
    assert.equal(newcomer.isMultiAccounting, true)
    assert.equal(await isMulti(ports, { fingerprintHash, userId: 'a' }), true)
  }
})

test('rows of one batch see each other: who is remembered comes after who is new before them', async () => {
  const fingerprintHash = 'in one batch'
  await assess(ports, { fingerprintHash, userId: 'a' })
  const rows = ['b', 'a'].map((userId) => sighting({ fingerprintHash, userId }))
  const verdicts = await assessDevices(ports, rows)
  assert.deepEqual(
    verdicts.map(({ isMultiAccounting }) => isMultiAccounting),
    [true, true],
  )
})

test('the actions of a user elsewhere are known where they are remembered', async () => {
  const given = { fingerprintHash: 'busy', userId: 'busy' }
  await assess(ports, given)
  assert.deepEqual((await assess(ports, given)).reasons, [])
  await click('busy', '52.95.110.1')
  assert.deepEqual(
    (await assess(ports, given)).reasons.map(({ code }) => code),
    ['hosting_address'],
  )
  for (let index = 0; index < 6; index += 1) {
    await assess(beside.ports, { fingerprintHash: `busy too ${index}`, userId: 'busy' })
  }
  const { reasons } = await assess(ports, given)
  assert.ok(
    reasons.some(({ code }) => code === 'many_devices'),
    JSON.stringify(reasons),
  )
})

test('a list decides at once also about who is remembered', async () => {
  const given = { fingerprintHash: 'listed later', userId: 'a' }
  await assess(ports, given)
  assert.equal((await assess(ports, given)).isBlocked, false)
  const entry = { appId: null, kind: 'device', value: given.fingerprintHash, action: 'block' }
  await addListEntry(ports, { ...entry, reason: '', actor: 'tester' })
  assert.deepEqual((await assess(ports, given)).riskScore, 100)
})

test('an erased user is a newcomer, also where they are remembered', async () => {
  const given = { fingerprintHash: 'erased', userId: 'a' }
  for (const process of [ports, beside.ports]) await assess(process, given)
  await erase('a')
  assert.equal(await isMulti(ports, { ...given, userId: 'b' }), false)
  assert.equal(await isMulti(beside.ports, given), true)
})

const steps = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('submit' as const), ...submissions() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('click' as const), user: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), user: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(70) }) },
)

function submissions() {
  return {
    process: fc.nat(1),
    device: fc.nat(1),
    user: fc.nat(2),
    isTest: fc.boolean(),
    address: fc.constantFrom(undefined, '184.57.75.136', '184.57.75.137', '91.20.3.4'),
    data: fc.constantFrom(undefined, { os: 'Windows' }, { os: 'Windows', webdriver: true }),
  }
}

type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never
type Submission = Extract<Step, { kind: 'submit' }>

/** The user and the device, as the contract has it. */
class LiteralModel {
  readonly #users = new Map<string, Set<number>>()

  submit({ device, user, isTest }: Submission): boolean {
    const key = `${isTest} ${device}`
    const users = (this.#users.get(key) ?? new Set()).add(user)
    this.#users.set(key, users)
    return users.size > 1
  }

  knows(user: number): boolean {
    return [...this.#users].some(([key, users]) => key.startsWith('false') && users.has(user))
  }

  erase(user: number): void {
    for (const [key, users] of this.#users) if (key.startsWith('false')) users.delete(user)
  }
}

interface Met {
  readonly isMulti: boolean
  readonly isAlone: boolean
  readonly isRemembered: boolean
  readonly isErased: boolean
}

/** Two processes that remember and one that never does; each has an app of its own, so that they do the same. */
async function follow(given: readonly Step[]): Promise<Met> {
  const met = { isMulti: false, isAlone: false, isRemembered: false, isErased: false }
  const model = new LiteralModel()
  appsMade += 2
  const [app, reread] = [appsMade - 1, appsMade]
  const known = new Set<string>()
  for (const step of given) {
    if (step.kind === 'wait') clock.advance({ seconds: 60 * step.minutes })
    else if (step.kind === 'submit') {
      const { device, user, isTest, address: endUserAddress, data, process } = step
      const asked = { fingerprintHash: `d${device}`, userId: `u${user}`, isTest, endUserAddress, data }
      const verdict = await assess([ports, beside.ports][process] ?? ports, asked, app)
      assert.deepEqual(verdict, await assess({ ...ports, deviceMemory: noMemory }, asked, reread))
      assert.equal(verdict.isMultiAccounting, model.submit(step))
      met[verdict.isMultiAccounting ? 'isMulti' : 'isAlone'] = true
      const times = `${process} ${device} ${user} ${isTest}`
      met.isRemembered ||= known.has(times)
      known.add(times)
    } else {
      for (const one of [app, reread]) {
        await (step.kind === 'click'
          ? click(`u${step.user}`, '52.95.110.1', one)
          : erase(`u${step.user}`, one))
      }
      if (step.kind !== 'erase') continue
      met.isErased ||= model.knows(step.user)
      model.erase(step.user)
    }
  }
  return met
}

test('whatever happens in whatever process, it is answered as if nothing were remembered', async () => {
  const sequences = fc.array(steps, { minLength: 5, maxLength: 40 })
  const seen = countCases({
    'has several users': 0.3,
    'has one user': 0.3,
    'comes again': 0.3,
    'is erased': 0.1,
  })
  const property = fc.asyncProperty(sequences, async (given) => {
    const { isMulti, isAlone, isRemembered, isErased } = await follow(given)
    seen.note({
      'has several users': isMulti,
      'has one user': isAlone,
      'comes again': isRemembered,
      'is erased': isErased,
    })
  })
  await fc.assert(property, { numRuns: 25, interruptAfterTimeLimit: 60_000 })
  seen.assertOften()
})
