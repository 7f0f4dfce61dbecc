import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeviceLink, linkUser } from './device-graph.ts'
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
      return [`user ${index}`, subnet === undefined ? {} : { subnet }]
    }),
  )
}

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
  ['one of 9 users from 9 lines: a crowd', crowd(9, (index) => `line ${index}`), literal, false],
  ['one of 64 users without any address', crowd(64, () => undefined), literal, true],
  ['one of 20 users of one line', crowd(20, () => 'line 0'), literal, true],
] as const) {
  test(`${title}: ${expected}`, () => assert.equal(isMultiAccounting(linksOf(users), me, rule), expected))
}

test('in a crowd, an other user of the same line counts', () => {
  const users = { ...crowd(19, (index) => `line ${index}`), neighbour: { subnet: 'line 0' } }
  assert.equal(isMultiAccounting(linksOf(users), me, literal), true)
  const stranger = { user: 'user 5', subnet: 'line 5', seenAtMs: nowMs }
  assert.equal(isMultiAccounting(linksOf(users), stranger, literal), false)
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
