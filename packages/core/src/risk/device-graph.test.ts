import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DeviceLink, describeDevice, isCrowd, linkUser } from './device-graph.ts'
import { newUsers } from './signals/new-users.ts'
import { coLocatedUsers } from './signals/co-located-users.ts'

const hourMs = 3_600_000
const nowMs = 1_000 * hourMs

const link = (hoursAgo: number, line?: string): DeviceLink => {
  const seenAtMs = nowMs - hoursAgo * hourMs
  return { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, timesSeen: 1, line }
}

test('a first appearance makes a link, later ones keep its beginning', () => {
  const first = linkUser(undefined, { user: 'a', line: 'home', seenAtMs: 100 })
  assert.deepEqual(first, { firstSeenAtMs: 100, lastSeenAtMs: 100, timesSeen: 1, line: 'home' })
  const second = linkUser(first, { user: 'a', line: undefined, seenAtMs: 300 })
  assert.deepEqual(second, { firstSeenAtMs: 100, lastSeenAtMs: 300, timesSeen: 2, line: 'home' })
})

test('an appearance that comes late moves the beginning, not the end', () => {
  const later = linkUser(undefined, { user: 'a', line: 'home', seenAtMs: 300 })
  const both = linkUser(later, { user: 'a', line: 'home', seenAtMs: 100 })
  assert.deepEqual(both, { firstSeenAtMs: 100, lastSeenAtMs: 300, timesSeen: 2, line: 'home' })
})

test('a user alone on a device is one new user', () => {
  const links = new Map([['a', link(0, 'home')]])
  assert.deepEqual(describeDevice(links, { user: 'a', line: 'home', seenAtMs: nowMs }), {
    users: 1,
    newUsers: 1,
    isNewUser: true,
    coLocatedUsers: 0,
    linesKnown: 1,
    usersWithoutLine: 0,
  })
})

test('users are new for 24 hours, and neighbours share the last known line', () => {
  const links = new Map([
    ['a', link(0, 'home')],
    ['b', link(23, 'home')],
    ['c', link(24, 'home')],
    ['d', link(2, 'away')],
    ['e', link(2)],
  ])
  assert.deepEqual(describeDevice(links, { user: 'a', line: 'home', seenAtMs: nowMs }), {
    users: 5,
    newUsers: 4,
    isNewUser: true,
    coLocatedUsers: 2,
    linesKnown: 2,
    usersWithoutLine: 1,
  })
})

test('a user for whom there was no room is counted all the same', () => {
  const links = new Map([['b', link(2, 'home')]])
  const facts = describeDevice(links, { user: 'a', line: 'home', seenAtMs: nowMs })
  assert.deepEqual([facts.users, facts.newUsers, facts.coLocatedUsers], [2, 2, 1])
})

for (const [users, lines, expected] of [
  [8, 8, false],
  [9, 9, true],
  [10, 8, false],
  [11, 9, true],
  [12, 9, false],
  [64, 64, true],
  [64, 51, false],
  [64, 52, true],
] as const) {
  test(`${users} users on ${lines} lines are ${expected ? 'a crowd' : 'no crowd'}`, () => {
    assert.equal(isCrowd({ users, lines }), expected)
  })
}

test('another user from a known line never turns a ring into a crowd', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 64 }), (users, lines) => {
      fc.pre(lines <= users)
      if (isCrowd({ users: users + 1, lines })) assert.ok(isCrowd({ users, lines }))
    }),
  )
})

const anyLinks = fc.array(
  fc.record({
    hoursAgo: fc.integer({ min: 0, max: 48 }),
    line: fc.option(
      fc.constantFrom('a', 'b', 'c', ...Array.from({ length: 20 }, (_, index) => `line ${index}`)),
      {
        nil: undefined,
      },
    ),
  }),
  { minLength: 1, maxLength: 30 },
)

test('an address that was not given never costs points', () => {
  fc.assert(
    fc.property(anyLinks, fc.nat(), (rows, chosen) => {
      const share = (list: typeof rows): readonly (number | undefined)[] => {
        const links = new Map(list.map(({ hoursAgo, line }, index) => [`${index}`, link(hoursAgo, line)]))
        const device = describeDevice(links, { user: '0', line: list[0]?.line, seenAtMs: nowMs })
        return [newUsers.read({ systems: [], device }), coLocatedUsers.read({ systems: [], device })]
      }
      const without = rows.map((row, index) =>
        index === chosen % rows.length ? { ...row, line: undefined } : row,
      )
      const [before, after] = [share(rows), share(without)]
      for (const [index, value] of after.entries()) assert.ok((value ?? 0) <= (before[index] ?? 0))
    }),
  )
})
