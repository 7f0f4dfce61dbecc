import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CapDraft, readCap } from './read-cap.ts'

const anyone = { networkId: null, offerId: null, appId: null, userId: null, isPerUser: false }
const ofApp: CapDraft = { ...anyone, appId: 1, period: 'daily', count: 5 }

const accepted: readonly (readonly [string, Partial<CapDraft>, object])[] = [
  ['a count of an app', {}, { measure: 'count', limit: 5 }],
  ['a limit of zero', { count: 0 }, { measure: 'count', limit: 0 }],
  ['revenue', { count: undefined, revenueMicros: 7 }, { measure: 'revenue', limit: 7 }],
  ['payout', { count: undefined, payoutMicros: 9 }, { measure: 'payout', limit: 9 }],
  ['all time', { period: 'total' }, { period: 'total' }],
  ['a network', { appId: null, networkId: 3 }, { appId: null, networkId: 3 }],
  ['an offer', { appId: null, offerId: 4 }, { appId: null, offerId: 4 }],
  ['an offer of an app', { offerId: 4 }, { appId: 1, offerId: 4 }],
  ['each user of everything', { appId: null, isPerUser: true }, { appId: null, isPerUser: true }],
  ['each user of an app', { isPerUser: true }, { appId: 1, isPerUser: true }],
  ['a user of an app', { userId: 'u' }, { appId: 1, userId: 'u' }],
  ['a user of 255 characters', { userId: 'u'.repeat(255) }, { userId: 'u'.repeat(255) }],
]
for (const [about, draft, expected] of accepted) {
  test(`a cap on ${about} is read as it was typed`, () => {
    const plain = { ...anyone, appId: 1, period: 'daily', measure: 'count', limit: 5 }
    assert.deepEqual(readCap({ ...ofApp, ...draft }), { ok: true, cap: { ...plain, ...expected } })
  })
}

const refused: readonly (readonly [string, Partial<CapDraft>, readonly (readonly [string, string])[]])[] = [
  ['no limit', { count: undefined }, [['limit', 'one']]],
  ['two limits', { payoutMicros: 1 }, [['limit', 'one']]],
  ['three limits', { payoutMicros: 1, revenueMicros: 1 }, [['limit', 'one']]],
  ['an offer and its network', { networkId: 1, offerId: 1 }, [['network', 'scope']]],
  ['each of one user', { userId: 'u', isPerUser: true }, [['user', 'scope']]],
  ['an empty user', { userId: '' }, [['user', 'length']]],
  ['a user of 256 characters', { userId: 'u'.repeat(256) }, [['user', 'length']]],
  ['a user who is no Unicode', { userId: '\ud800' }, [['user', 'length']]],
  ['nothing', { appId: null }, [['scope', 'required']]],
  ['a user without an app', { appId: null, networkId: 1, userId: 'u' }, [['user', 'scope']]],
  [
    'much that is wrong',
    { appId: null, userId: '', count: undefined },
    [
      ['user', 'scope'],
      ['user', 'length'],
      ['scope', 'required'],
      ['limit', 'one'],
    ],
  ],
]
for (const [about, draft, expected] of refused) {
  test(`a cap with ${about} is refused, and each problem is named`, () => {
    const reading = readCap({ ...ofApp, ...draft })
    assert.ok(!reading.ok)
    assert.deepEqual(
      reading.problems.map(({ field, rule }) => [field, rule]),
      expected,
    )
    for (const { message } of reading.problems) assert.match(message, /^(must|is|needs) \S/)
  })
}

test('the messages say what a cap must be', () => {
  const messagesOf = (draft: Partial<CapDraft>) => {
    const reading = readCap({ ...ofApp, ...draft })
    return reading.ok ? [] : reading.problems.map(({ message }) => message)
  }
  assert.deepEqual(messagesOf({ userId: '', count: undefined }), [
    'must have 1 to 255 characters',
    'must be given once: as a count, as revenue or as payout',
  ])
  assert.deepEqual(messagesOf({ userId: 'u', isPerUser: true }), [
    'is one user already, so that each is none',
  ])
  assert.deepEqual(messagesOf({ appId: null, networkId: 1, userId: 'u' }), [
    'needs an app: users belong to one',
  ])
  assert.deepEqual(messagesOf({ networkId: 1, offerId: 1 }), ['is that of the offer already'])
  assert.deepEqual(messagesOf({ appId: null }), ['must name a network, an offer, an app or each user'])
})
