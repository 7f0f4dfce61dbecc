import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListEntryDraft, readListEntry } from './read-list-entry.ts'

const nowMs = 1_000_000
const dayMs = 86_400_000

function read(draft: Partial<ListEntryDraft>) {
  const whole = { appId: 7, kind: 'device', value: 'abc', action: 'block', reason: '', ...draft }
  return readListEntry(whole, nowMs)
}

function problemsOf(draft: Partial<ListEntryDraft>): readonly string[] {
  const reading = read(draft)
  return reading.ok ? [] : reading.problems.map(({ field, rule }) => `${field} ${rule}`)
}

for (const [kind, value, canonical] of [
  ['device', 'AbC é', 'AbC é'],
  ['user', 'User-1', 'User-1'],
  ['address', '184.57.75.136', '184.57.75.136'],
  ['address', '::ffff:184.57.75.136', '184.57.75.136'],
  ['address', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['cidr', '184.57.75.136/24', '184.57.75.0/24'],
  ['cidr', '2001:DB8:1:2::/32', '2001:db8::/32'],
  ['cidr', '10.0.0.0/8', '10.0.0.0/8'],
  ['cidr', '184.57.75.136/32', '184.57.75.136/32'],
  ['asn', 'as64500', 'AS64500'],
  ['asn', '4294967294', 'AS4294967294'],
  ['country', 'de', 'DE'],
] as const) {
  test(`the ${kind} ${value} is kept as ${canonical}`, () => {
    const reading = read({ kind, value })
    assert.equal(reading.ok && reading.entry.value, canonical)
  })
}

for (const [kind, value] of [
  ['device', ''],
  ['device', 'x'.repeat(256)],
  ['device', 'a\u0000b'],
  ['user', '\ud800'],
  ['address', '184.57.75.0/24'],
  ['address', '010.0.0.1'],
  ['address', 'localhost'],
  ['cidr', '184.57.75.136'],
  ['cidr', '0.0.0.0/0'],
  ['cidr', '128.0.0.0/7'],
  ['cidr', '2000::/15'],
  ['cidr', '::ffff:10.0.0.0/104'],
  ['country', 'XX'],
  ['country', 'DEU'],
] as const) {
  test(`${JSON.stringify(value).slice(0, 40)} is no ${kind}`, () => {
    assert.deepEqual(problemsOf({ kind, value }), [`value ${kind}`])
  })
}

for (const [kind, days] of [
  ['device', 180],
  ['user', null],
  ['address', 30],
  ['cidr', 30],
  ['country', null],
] as const) {
  test(`a ${kind} is kept for ${days === null ? 'ever' : `${days} days`} unless told otherwise`, () => {
    const value = { device: 'a', user: 'a', address: '1.2.3.4', cidr: '1.2.3.0/24', country: 'DE' }[kind]
    const expiry = (draft: Partial<ListEntryDraft>): unknown => {
      const reading = read({ kind, value, ...draft })
      return reading.ok && reading.entry.expiresAtMs
    }
    assert.equal(expiry({}), days === null ? null : nowMs + days * dayMs)
    assert.equal(expiry({ expiresAtMs: null }), null)
    assert.equal(expiry({ expiresAtMs: nowMs + 1 }), nowMs + 1)
  })
}

test('every bad field is named at once', () => {
  const bad = { appId: null, kind: 'planet', value: '', action: 'ban', reason: 'a\nb', expiresAtMs: nowMs }
  assert.deepEqual(problemsOf(bad), ['kind enum', 'action enum', 'reason text', 'expires_at range'])
})

test('a user is listed for an app, never for the platform', () => {
  assert.deepEqual(problemsOf({ kind: 'user', appId: null }), ['app required'])
})

test('an expiry that is no number is refused', () => {
  assert.deepEqual(problemsOf({ expiresAtMs: Number.NaN }), ['expires_at range'])
})
