import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  countExpectedStrangers,
  type DeviceLink,
  describeDevice,
  isSharedByStrangers,
  linkUser,
} from './device-graph.ts'
import { newUsers } from '../risk/signals/new-users.ts'
import { coLocatedUsers } from '../risk/signals/co-located-users.ts'
import { countCases } from '../../../../test/support/count-cases.ts'

const hourMs = 3_600_000
const nowMs = 1_000 * hourMs

const link = (hoursAgo: number, subnet?: string): DeviceLink => {
  const seenAtMs = nowMs - hoursAgo * hourMs
  return { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, subnet }
}

const nobodySettled = { settledUsers: 0, settledPrefixes: 0, settledWithoutSubnet: 0, settledDays: 0 }

test('a first appearance makes a link, later ones keep its beginning', () => {
  const first = linkUser(undefined, { user: 'a', subnet: 'home', seenAtMs: 100 })
  assert.deepEqual(first, { firstSeenAtMs: 100, lastSeenAtMs: 100, subnet: 'home' })
  const second = linkUser(first, { user: 'a', subnet: undefined, seenAtMs: 300 })
  assert.deepEqual(second, { firstSeenAtMs: 100, lastSeenAtMs: 300, subnet: 'home' })
})

test('an appearance that comes late moves the beginning, not the end', () => {
  const later = linkUser(undefined, { user: 'a', subnet: 'home', seenAtMs: 300 })
  const both = linkUser(later, { user: 'a', subnet: 'home', seenAtMs: 100 })
  assert.deepEqual(both, { firstSeenAtMs: 100, lastSeenAtMs: 300, subnet: 'home' })
})

test('a user alone on a device arrived with nobody', () => {
  const links = new Map([['a', link(0, 'home')]])
  assert.deepEqual(describeDevice(links, { user: 'a', subnet: 'home', seenAtMs: nowMs }), {
    users: 1,
    arrivedWithHere: 0,
    arrivedWithElsewhere: 0,
    coLocatedUsers: 0,
    prefixesKnown: 1,
    usersWithoutSubnet: 0,
    ...nobodySettled,
    dataVariants: 0,
  })
})

test('users arrive together within 24 hours, less the further apart, and neighbours share the last line', () => {
  const links = new Map([
    ['a', link(0, 'home')],
    ['b', link(21, 'home')],
    ['c', link(24, 'home')],
    ['d', link(3, 'away')],
    ['e', link(1.5)],
  ])
  assert.deepEqual(describeDevice(links, { user: 'a', subnet: 'home', seenAtMs: nowMs }), {
    users: 5,
    arrivedWithHere: 1 / 8,
    arrivedWithElsewhere: 2 / 3 + 1 / 2,
    coLocatedUsers: 2,
    prefixesKnown: 2,
    usersWithoutSubnet: 1,
    ...nobodySettled,
    settledUsers: 1,
    settledPrefixes: 1,
    settledDays: 1,
    dataVariants: 0,
  })
})

test('a user for whom there was no room is counted all the same', () => {
  const links = new Map([['b', link(0, 'home')]])
  const facts = describeDevice(links, { user: 'a', subnet: 'home', seenAtMs: nowMs })
  assert.deepEqual([facts.users, facts.arrivedWithHere, facts.coLocatedUsers], [2, 1, 1])
})

/** A device on which users arrive one after the other, from prefixes that are taken in turn; seen by the last. */
function seenByTheLast(users: number, prefixes: number, everyHours: number) {
  const links = new Map(
    Array.from({ length: users }, (_, index) => [
      `user ${index}`,
      link((users - 1 - index) * everyHours, `line ${index % prefixes}`),
    ]),
  )
  const last = (users - 1) % prefixes
  return describeDevice(links, { user: `user ${users - 1}`, subnet: `line ${last}`, seenAtMs: nowMs })
}

for (const [users, prefixes, everyHours, expected] of [
  [9, 9, 1, 0],
  [64, 64, 0.1, 0],
  [64, 64, 1, 0],
  [12, 12, 24, 1],
  [9, 9, 24, 0],
  [34, 34, 6, 3.75],
  [34, 20, 6, 0],
] as const) {
  test(`${users} users on ${prefixes} prefixes, one every ${everyHours} hours: ${expected} strangers are expected a day`, () => {
    const facts = seenByTheLast(users, prefixes, everyHours)
    assert.equal(countExpectedStrangers(facts, false), expected)
    assert.equal(isSharedByStrangers(facts, false), expected > 0)
  })
}

test('a common build has any number of expected strangers, where nearly all come from prefixes of their own', () => {
  for (const [users, prefixes, expected] of [
    [2, 2, true],
    [40, 40, true],
    [40, 33, true],
    [40, 32, false],
    [3, 1, false],
  ] as const) {
    const facts = seenByTheLast(users, prefixes, 0.1)
    assert.equal(countExpectedStrangers(facts, true) > 0, expected, `${users} on ${prefixes}`)
    assert.equal(isSharedByStrangers(facts, true), expected && users >= 9, `${users} on ${prefixes}`)
  }
})

test('whoever comes within a day of a user changes nothing of what is expected for them', () => {
  const seen = countCases({ 'is a crowd': 0.2, 'is none': 0.2 })
  const hours = fc.array(fc.integer({ min: 24, max: 120 }), { minLength: 1, maxLength: 30 })
  const near = fc.array(fc.tuple(fc.integer({ min: -23, max: 23 }), fc.nat(9)), { maxLength: 30 })
  fc.assert(
    fc.property(hours, near, (hours, near) => {
      const before = hours.map((hoursAgo, index) => [`b${index}`, link(hoursAgo, `line ${index}`)] as const)
      const others = near.map(
        ([hoursAgo, line], index) => [`n${index}`, link(hoursAgo, `near ${line}`)] as const,
      )
      const me = { user: 'me', subnet: 'home', seenAtMs: nowMs }
      const alone = countExpectedStrangers(describeDevice(new Map(before), me), false)
      assert.equal(countExpectedStrangers(describeDevice(new Map([...before, ...others]), me), false), alone)
      seen.note({ 'is a crowd': alone > 0, 'is none': alone === 0 })
    }),
    { numRuns: 500 },
  )
  seen.assertOften()
})

test('another user from a known prefix never turns a ring on a common build into strangers', () => {
  const seen = countCases({ 'are strangers': 0.1, 'are none': 0.1, 'are none any more': 0.02 })
  const users = fc.integer({ min: 1, max: 63 })
  fc.assert(
    fc.property(users, fc.integer({ min: 0, max: 24 }), (users, fewer) => {
      const prefixes = Math.max(1, users - fewer)
      const facts = seenByTheLast(users, prefixes, 0.1)
      const before = isSharedByStrangers(facts, true)
      const after = isSharedByStrangers({ ...facts, users: users + 1 }, true)
      if (after) assert.ok(before)
      seen.note({
        'are strangers': before && after,
        'are none': !before,
        'are none any more': before && !after,
      })
    }),
    { numRuns: 1_000 },
  )
  seen.assertOften()
})

const anyLinks = fc.array(
  fc.record({
    hoursAgo: fc.integer({ min: 0, max: 48 }),
    subnet: fc.option(
      fc.constantFrom('a', 'b', 'c', ...Array.from({ length: 20 }, (_, index) => `line ${index}`)),
      {
        nil: undefined,
      },
    ),
  }),
  { minLength: 1, maxLength: 30 },
)

const sharesOf = (rows: readonly { hoursAgo: number; subnet: string | undefined }[]): number[] => {
  const links = new Map(rows.map(({ hoursAgo, subnet }, index) => [`${index}`, link(hoursAgo, subnet)]))
  const device = describeDevice(links, { user: '0', subnet: rows[0]?.subnet, seenAtMs: nowMs })
  return [newUsers, coLocatedUsers].map((signal) => signal.read({ systems: [], device }) ?? 0)
}

test('an address of one’s own that was not given never costs points', () => {
  const seen = countCases({ 'was given': 0.5, 'costs points': 0.3, 'cost more with it': 0.05 })
  fc.assert(
    fc.property(anyLinks, (rows) => {
      const without = rows.map((row, index) => (index === 0 ? { ...row, subnet: undefined } : row))
      const before = sharesOf(rows)
      const after = sharesOf(without)
      for (const [index, value] of after.entries()) assert.ok(value <= (before[index] ?? 0))
      seen.note({
        'was given': rows[0]?.subnet !== undefined,
        'costs points': before.some((value) => value > 0),
        'cost more with it': after.some((value, index) => value < (before[index] ?? 0)),
      })
    }),
    { numRuns: 1_000 },
  )
  seen.assertOften()
})

test('one line that links a user’s hash to many users adds two of them to that user, and nothing later than a day', () => {
  const attackers = Array.from(
    { length: 60 },
    (_, index) => [`stranger ${index}`, link(0, 'attacker')] as const,
  )
  const factsOf = (victimHoursAgo: number): { arrivedWithElsewhere: number; arrivedWithHere: number } => {
    const links = new Map([['victim', link(victimHoursAgo, 'home')], ...attackers])
    return describeDevice(links, { user: 'victim', subnet: 'home', seenAtMs: nowMs })
  }
  assert.equal(factsOf(0).arrivedWithElsewhere, 2)
  assert.equal(factsOf(3).arrivedWithElsewhere, 1)
  assert.equal(factsOf(0).arrivedWithHere, 0)
  assert.equal(factsOf(24).arrivedWithElsewhere, 0)
})

test('a user who links strangers to a hash is the one who stands out', () => {
  const links = new Map([
    ['victim', link(0, 'home')],
    ...Array.from({ length: 8 }, (_, index) => [`stranger ${index}`, link(0, 'attacker')] as const),
  ])
  const of = (user: string, subnet: string): number =>
    newUsers.read({ systems: [], device: describeDevice(links, { user, subnet, seenAtMs: nowMs }) }) ?? 0
  assert.equal(of('stranger 3', 'attacker') > 0.9, true)
  assert.equal(of('victim', 'home') <= 0.15, true)
})

test('lines of one site make neither a crowd nor more arrivals than two', () => {
  const users = Array.from({ length: 20 }, (_, index): [string, DeviceLink] => [
    `user ${index}`,
    { ...link(0, `line ${index}`), prefix: 'site' },
  ])
  const links = new Map([['a', link(0, 'home')], ...users])
  const facts = describeDevice(links, { user: 'a', subnet: 'home', seenAtMs: nowMs })
  assert.deepEqual([facts.arrivedWithElsewhere, facts.prefixesKnown, facts.users], [2, 2, 21])
})
