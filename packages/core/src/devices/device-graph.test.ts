import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DeviceLink, describeDevice, isCrowd, linkUser } from './device-graph.ts'
import { newUsers } from '../risk/signals/new-users.ts'
import { coLocatedUsers } from '../risk/signals/co-located-users.ts'
import { countCases } from '../../../../test/support/count-cases.ts'

const hourMs = 3_600_000
const nowMs = 1_000 * hourMs

const link = (hoursAgo: number, subnet?: string): DeviceLink => {
  const seenAtMs = nowMs - hoursAgo * hourMs
  return { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, subnet }
}

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
  })
})

test('a user for whom there was no room is counted all the same', () => {
  const links = new Map([['b', link(0, 'home')]])
  const facts = describeDevice(links, { user: 'a', subnet: 'home', seenAtMs: nowMs })
  assert.deepEqual([facts.users, facts.arrivedWithHere, facts.coLocatedUsers], [2, 1, 1])
})

for (const [users, subnets, expected] of [
  [8, 8, false],
  [9, 9, true],
  [10, 8, false],
  [11, 9, true],
  [12, 9, false],
  [64, 64, true],
  [64, 51, false],
  [64, 52, true],
] as const) {
  test(`${users} users on ${subnets} lines are ${expected ? 'a crowd' : 'no crowd'}`, () => {
    assert.equal(isCrowd({ users, prefixes: subnets }), expected)
  })
}

test('another user from a known line never turns a ring into a crowd', () => {
  const seen = countCases({ 'is a crowd': 0.1, 'is none': 0.1, 'is none any more': 0.02 })
  const users = fc.integer({ min: 1, max: 64 })
  fc.assert(
    fc.property(users, fc.integer({ min: 0, max: 24 }), (users, fewer) => {
      const prefixes = Math.max(1, users - fewer)
      const [before, after] = [isCrowd({ users, prefixes }), isCrowd({ users: users + 1, prefixes })]
      if (after) assert.ok(before)
      seen.note({ 'is a crowd': before && after, 'is none': !before, 'is none any more': before && !after })
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

test('who links strangers to a hash is the one who stands out', () => {
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
