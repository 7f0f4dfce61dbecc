import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeviceLink, describeDevice, linkUser } from './device-graph.ts'
import { isMultiAccounting } from './multi-account.ts'

const dayMs = 86_400_000
const nowMs = 1_000 * dayMs
const literal = { threshold: 1, windowMs: 90 * dayMs, mode: 'literal' } as const

interface Seen {
  readonly subnet?: string
  readonly daysAgo?: number
}

function linksOf(users: Readonly<Record<string, Seen>>): Map<string, DeviceLink> {
  return new Map(
    Object.entries(users).map(([user, { subnet, daysAgo = 0 }]) => [
      user,
      linkUser(undefined, { user, subnet, seenAtMs: nowMs - daysAgo * dayMs }),
    ]),
  )
}

function crowd(size: number, subnetOf: (index: number) => string | undefined): Record<string, Seen> {
  return Object.fromEntries(
    Array.from({ length: size }, (_, index) => {
      const subnet = subnetOf(index)
      // Half a day apart, and the first one last.
      const daysAgo = index / 2
      return [`user ${index}`, subnet === undefined ? { daysAgo } : { subnet, daysAgo }]
    }),
  )
}

/** On lines of their own within a day. */
const within = (size: number): Record<string, Seen> =>
  Object.fromEntries(
    Array.from({ length: size }, (_, index) => [
      `user ${index}`,
      { subnet: `line ${index}`, daysAgo: index / size },
    ]),
  )

const me = { user: 'user 0', subnet: 'line 0', seenAtMs: nowMs }

for (const [title, users, rule, expected] of [
  ['alone', { 'user 0': {} }, literal, false],
  ['with one other user', { 'user 0': {}, b: {} }, literal, true],
  [
    'with one other user, where three are needed',
    { 'user 0': {}, b: {} },
    { ...literal, threshold: 3 },
    false,
  ],
  [
    'with three others, where three are needed',
    { 'user 0': {}, b: {}, c: {}, d: {} },
    { ...literal, threshold: 3 },
    true,
  ],
  ['with an other user of 90 days ago', { 'user 0': {}, b: { daysAgo: 90 } }, literal, true],
  ['with an other user of 91 days ago', { 'user 0': {}, b: { daysAgo: 91 } }, literal, false],
  ['one of 8 users from 8 lines', crowd(8, (index) => `line ${index}`), literal, true],
  ['one of 11 users from 11 lines over days: a crowd', crowd(11, (index) => `line ${index}`), literal, false],
  ['one of 64 users from 64 lines within a day', within(64), literal, true],
  ['one of 64 users without any address', crowd(64, () => undefined), literal, true],
  ['one of 20 users of one line', crowd(20, () => 'line 0'), literal, true],
] as const) {
  test(`${title}: ${expected}`, () => assert.equal(isMultiAccounting(linksOf(users), me, rule), expected))
}

test('in a crowd, an other user of the same line counts', () => {
  const users = { ...crowd(19, (index) => `line ${index}`), neighbour: { subnet: 'line 0' } }
  assert.equal(isMultiAccounting(linksOf(users), me, literal), true)
  const { neighbour: _, ...strangers } = users
  assert.equal(isMultiAccounting(linksOf(strangers), me, literal), false)
})

test('nine users of a common build from nine lines within a day are strangers, two are not', () => {
  for (const [users, expected] of [
    [9, false],
    [2, true],
  ] as const) {
    const links = linksOf(within(users))
    const facts = describeDevice(links, me)
    assert.equal(isMultiAccounting(links, me, literal, { facts, isCommonBuild: true }), expected)
  }
})

test('a user for whom there was no room is linked to the others', () => {
  const newcomer = { user: 'newcomer', subnet: undefined, seenAtMs: nowMs }
  assert.equal(isMultiAccounting(linksOf({ b: {} }), newcomer, literal), true)
})

test('co-located: only others of the same line count', () => {
  const colocated = { ...literal, mode: 'colocated' } as const
  const apart = { 'user 0': { subnet: 'line 0' }, b: { subnet: 'line 1' }, c: {} }
  assert.equal(isMultiAccounting(linksOf(apart), me, literal), true)
  assert.equal(isMultiAccounting(linksOf(apart), me, colocated), false)
  assert.equal(isMultiAccounting(linksOf({ ...apart, d: { subnet: 'line 0' } }), me, colocated), true)
})
