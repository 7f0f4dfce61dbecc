import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { maskParameters } from './mask-parameters.ts'

test('parameters are kept as sent', () => {
  const given = { click_id: 'a', payout: '1.50', status: 'Sale', empty: '', number: 1.5, list: ['x', 'y'] }
  const kept = { ...given, number: '1.5', list: 'x' }
  assert.deepEqual(maskParameters(given), kept)
})

for (const name of [
  ...['signature', 'token', 'apiSecret', 'api_key', 'password', 'secret_key', 'security_token'],
  ...['hash', 'sig', 'verifier', 'key'],
]) {
  test(`what is called ${name} is masked`, () => {
    assert.deepEqual(maskParameters({ [name]: 'hidden' }), { [name]: '***' })
  })
}

test('a credential is masked under whatever name it comes', () => {
  const kept = maskParameters({ extra: 'x sk_live_4jK2 y', other: { deep: 'pk_test_1' } })
  assert.deepEqual(kept, { extra: '***', other: '***' })
})

test('what is kept is bounded, and jsonb can hold it', () => {
  const values = fc.dictionary(fc.string({ unit: 'binary', maxLength: 100 }), fc.jsonValue(), { maxKeys: 60 })
  fc.assert(
    fc.property(values, (given) => {
      const kept = Object.entries(maskParameters(given))
      assert.ok(kept.length <= 32)
      for (const [name, value] of kept) {
        assert.ok(name.length <= 64 && value.length <= 256)
        assert.ok(name.isWellFormed() && value.isWellFormed())
        assert.ok(!name.includes('\u0000') && !value.includes('\u0000'))
      }
    }),
  )
  assert.equal(maskParameters({ long: '\ud83d'.repeat(300) })['long']?.length, 256)
})
