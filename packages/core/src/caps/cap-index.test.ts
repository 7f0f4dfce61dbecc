import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cap } from './cap.ts'
import { CapIndex, isUnder, noCaps } from './cap-index.ts'

const subject = { networkId: 1, offerId: 2, appId: 3, userId: 'u' }

function makeCap(cap: Partial<Cap>): Cap {
  const everything = { networkId: null, offerId: null, appId: null, userId: null, isPerUser: false }
  return { ...everything, id: 1, period: 'daily', measure: 'count', limit: 1, ...cap }
}

const scopes: readonly (readonly [string, Partial<Cap>, boolean])[] = [
  ['everything', {}, true],
  ['its network', { networkId: 1 }, true],
  ['another network', { networkId: 9 }, false],
  ['its offer', { offerId: 2 }, true],
  ['another offer', { offerId: 9 }, false],
  ['its app', { appId: 3 }, true],
  ['another app', { appId: 9 }, false],
  ['its user', { appId: 3, userId: 'u' }, true],
  ['another user', { appId: 3, userId: 'v' }, false],
  ['the same user of another app', { appId: 9, userId: 'u' }, false],
  ['its offer in its app', { offerId: 2, appId: 3 }, true],
  ['its offer in another app', { offerId: 2, appId: 9 }, false],
  ['its network in another app', { networkId: 1, appId: 9 }, false],
  ['another network in its app', { networkId: 9, appId: 3 }, false],
  ['its offer for another user', { offerId: 2, appId: 3, userId: 'v' }, false],
]
for (const [about, scope, expected] of scopes) {
  test(`a conversion is ${expected ? '' : 'not '}under a cap on ${about}`, () => {
    const cap = makeCap(scope)
    assert.equal(isUnder(subject, cap), expected)
    assert.deepEqual(new CapIndex([cap]).matching(subject), expected ? [cap] : [])
  })
}

test('caps come in the order of their ids, and several of one scope are all found', () => {
  const caps = [
    makeCap({ id: 4, offerId: 2 }),
    makeCap({ id: 3, networkId: 1 }),
    makeCap({ id: 1 }),
    makeCap({ id: 2, networkId: 1 }),
  ]
  assert.deepEqual(
    new CapIndex(caps).matching(subject).map(({ id }) => id),
    [1, 2, 3, 4],
  )
  assert.equal(new CapIndex(caps).caps, caps)
})

test('an index without caps is empty, and finds nothing', () => {
  assert.deepEqual([noCaps.isEmpty, new CapIndex([makeCap({})]).isEmpty], [true, false])
  assert.deepEqual(noCaps.matching(subject), [])
})

test('users have caps of their own in an app when it has one for each user, or everything has', () => {
  const ofApp = new CapIndex([makeCap({ appId: 3, isPerUser: true }), makeCap({ appId: 4 })])
  assert.deepEqual(
    [3, 4, 5].map((appId) => ofApp.hasUserCaps(appId)),
    [true, false, false],
  )
  assert.equal(new CapIndex([makeCap({ isPerUser: true })]).hasUserCaps(5), true)
  assert.equal(noCaps.hasUserCaps(3), false)
})
