import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cidrContains, readCidr } from '@quoin/core/detect/address.ts'
import { type ListEntry, type ListKind, listActions } from '@quoin/core/lists/list-entry.ts'
import fc from 'fast-check'
import type { Suspect } from '../../ports/directories.ts'
import { createListDirectory } from './list-directory.ts'
import { countCases } from '../../../../../test/support/count-cases.ts'

const nowMs = 1_000

function entry(kind: ListKind, value: string, rest: Partial<ListEntry> = {}): ListEntry {
  return { id: 1, appId: null, kind, value, action: 'block', reason: value, expiresAtMs: null, ...rest }
}

const suspect: Suspect = {
  appId: 7,
  device: 'hash',
  userId: 'user',
  address: '184.57.75.136',
  country: 'DE',
}

function judge(entries: readonly ListEntry[], who: Suspect = suspect): string | undefined {
  const verdict = createListDirectory(entries).judge(who, nowMs)
  return verdict && `${verdict.action} ${verdict.kind}`
}

const allowed = { action: 'allow' } as const
const reviewed = { action: 'review' } as const

for (const [title, entries, expected] of [
  ['nothing matches', [], undefined],
  ['another value', [entry('device', 'other')], undefined],
  ['a device', [entry('device', 'hash')], 'block device'],
  ['a device of the app', [entry('device', 'hash', { appId: 7 })], 'block device'],
  ['a device of another app', [entry('device', 'hash', { appId: 8 })], undefined],
  ['a user', [entry('user', 'user', { appId: 7 })], 'block user'],
  ['an address', [entry('address', '184.57.75.136')], 'block address'],
  ['a range', [entry('cidr', '184.57.75.0/24')], 'block cidr'],
  ['a range that ends within a byte', [entry('cidr', '184.56.0.0/13')], 'block cidr'],
  ['a range beside', [entry('cidr', '184.57.76.0/24')], undefined],
  ['a country', [entry('country', 'DE')], 'block country'],
  ['an expired entry', [entry('device', 'hash', { expiresAtMs: nowMs })], undefined],
  ['an entry that ends later', [entry('device', 'hash', { expiresAtMs: nowMs + 1 })], 'block device'],
  [
    'allow beats a blocked user',
    [entry('user', 'user', { appId: 7 }), entry('country', 'DE', allowed)],
    'allow country',
  ],
  [
    "a publisher's own allow beats no block",
    [entry('user', 'user', { appId: 7, ...allowed, isOwn: true }), entry('country', 'DE')],
    'block country',
  ],
  [
    'nor a review',
    [entry('user', 'user', { appId: 7, ...allowed, isOwn: true }), entry('country', 'DE', reviewed)],
    'review country',
  ],
  [
    'and counts where nothing else is said',
    [entry('user', 'user', { appId: 7, ...allowed, isOwn: true })],
    'allow user',
  ],
  [
    'a blocked device beats allow',
    [entry('device', 'hash'), entry('user', 'user', { appId: 7, ...allowed })],
    'block device',
  ],
  [
    'an expired block does not',
    [entry('device', 'hash', { expiresAtMs: 1 }), entry('country', 'DE', allowed)],
    'allow country',
  ],
  ['block beats review', [entry('device', 'hash', reviewed), entry('country', 'DE')], 'block country'],
  [
    'the narrower kind is named',
    [entry('country', 'DE'), entry('address', '184.57.75.136')],
    'block address',
  ],
] as const) {
  test(`${title}: ${expected ?? 'no verdict'}`, () => assert.equal(judge(entries), expected))
}

test('the longest range is named, and its reason', () => {
  const ranges = ['184.0.0.0/8', '184.57.75.128/25', '184.57.0.0/16'].map((value) => entry('cidr', value))
  assert.equal(createListDirectory(ranges).judge(suspect, nowMs)?.reason, '184.57.75.128/25')
})

test('facts that are missing match nothing', () => {
  const entries = [
    entry('address', ''),
    entry('device', 'undefined'),
    entry('cidr', '0.0.0.0/8'),
    entry('country', 'ZZ'),
  ]
  assert.equal(judge(entries, { appId: 7 }), undefined)
})

const addresses = [
  '184.57.75.136',
  '184.57.75.1',
  '184.58.0.1',
  '2a00:1450:4001::1',
  '2a00:1450:4002::9',
  '2a01::1',
]
const anyEntry = fc
  .record({
    appId: fc.constantFrom(null, 7, 8),
    thing: fc.oneof(
      fc.tuple(fc.constantFrom<ListKind>('device', 'user'), fc.constantFrom('a', 'b')),
      fc.tuple(fc.constant<ListKind>('address'), fc.constantFrom(...addresses)),
      fc.tuple(fc.constant<ListKind>('country'), fc.constantFrom('DE', 'US')),
      fc
        .tuple(fc.constantFrom(...addresses), fc.integer({ min: 8, max: 128 }))
        .filter(([address, length]) => address.includes(':') || length <= 32)
        .map(([address, length]): [ListKind, string] => ['cidr', `${address}/${length}`]),
      fc.constantFrom<[ListKind, string]>(['asn', 'AS64500'], ['asn', 'AS64501']),
    ),
    action: fc.constantFrom(...listActions),
    expiresAtMs: fc.constantFrom(null, nowMs - 1, nowMs + 1),
  })
  .map(({ thing: [kind, value], ...rest }) => entry(kind, value, rest))

const anySuspect: fc.Arbitrary<Suspect> = fc.record(
  {
    appId: fc.constantFrom(7, 8),
    device: fc.constantFrom('a', 'b'),
    userId: fc.constantFrom('a', 'b'),
    address: fc.constantFrom(...addresses),
    country: fc.constantFrom('DE', 'US'),
  },
  { requiredKeys: ['appId'] },
)

const asnOf = (address: string): number | undefined => (address.includes(':') ? undefined : 64_500)

function asnText(address: string | undefined): string | undefined {
  const asn = address === undefined ? undefined : asnOf(address)
  return asn === undefined ? undefined : `AS${asn}`
}

/** The rule by its own words: try every entry, then look for the strongest action. */
function judgeByBruteForce(entries: readonly ListEntry[], who: Suspect): string | undefined {
  const matching = entries.filter((row) => {
    if (row.appId !== null && row.appId !== who.appId) return false
    if (row.expiresAtMs !== null && row.expiresAtMs <= nowMs) return false
    if (row.kind === 'cidr') {
      const cidr = readCidr(row.value)
      return cidr !== undefined && who.address !== undefined && cidrContains(cidr, who.address)
    }
    const fact = {
      device: who.device,
      user: who.userId,
      address: who.address,
      country: who.country,
      asn: asnText(who.address),
    }[row.kind]
    return fact === row.value
  })
  if (matching.some(({ action, kind }) => action === 'block' && kind === 'device')) return 'block'
  return ['allow', 'block', 'review'].find((action) => matching.some((row) => row.action === action))
}

test('the directory answers what trying every entry answers', () => {
  const seen = countCases({ allow: 0.05, block: 0.1, review: 0.02, 'nothing is said': 0.1 })
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 30 }), anySuspect, (drawn, who) => {
      // As in the table: one entry for each scope, kind and value, where a range is its network.
      const keyOf = ({ appId, kind, value }: ListEntry): string =>
        JSON.stringify([appId, kind, kind === 'cidr' ? readCidr(value) : value])
      const entries = [...new Map(drawn.map((row) => [keyOf(row), row])).values()]
      const found = createListDirectory(entries, asnOf).judge(who, nowMs)?.action
      assert.equal(found, judgeByBruteForce(entries, who))
      seen.note({
        allow: found === 'allow',
        block: found === 'block',
        review: found === 'review',
        'nothing is said': found === undefined,
      })
    }),
    { numRuns: 3_000 },
  )
  seen.assertOften()
})

test('blocked devices and users are told of however many addresses are blocked beside them', () => {
  const addresses = Array.from({ length: 12_000 }, (_, index) =>
    entry('address', `20.${index >> 8}.${index & 255}.9`),
  )
  const lists = createListDirectory([
    entry('device', 'hash'),
    entry('user', 'user', { appId: 7 }),
    entry('user', 'elsewhere', { appId: 8 }),
    entry('device', 'allowed', allowed),
    entry('device', 'ended', { expiresAtMs: nowMs }),
    ...addresses,
  ])
  const values = (kind: 'devices' | 'users'): string[] =>
    lists.listBlocked(7, nowMs)[kind].map(({ value }) => value)
  assert.deepEqual([values('devices'), values('users')], [['hash'], ['user']])
})
