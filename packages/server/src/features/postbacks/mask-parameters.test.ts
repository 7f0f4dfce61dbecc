import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { countCases } from '../../../../../test/support/count-cases.ts'
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
  test(`a parameter called ${name} is masked`, () => {
    assert.deepEqual(maskParameters({ [name]: 'hidden' }), { [name]: '***' })
  })
}

test('a credential is masked under whatever name it comes', () => {
  const kept = maskParameters({ extra: 'x sk_live_4jK2 y', other: { deep: 'pk_test_1' } })
  assert.deepEqual(kept, { extra: '***', other: '***' })
})

test('kept parameters are bounded, and jsonb can hold them', () => {
  // Units that jsonb does not hold, and those that a cut leaves half of.
  const odd = fc.constantFrom('\u0000', '\ud83d', '\ude00', '😀', 'a')
  const texts = (maxLength: number) =>
    fc.oneof(fc.string({ unit: 'binary', maxLength }), fc.string({ unit: odd, maxLength, size: 'max' }))
  const values = fc.dictionary(texts(100), fc.oneof(texts(400), fc.jsonValue()), { maxKeys: 60, size: 'max' })
  const seen = countCases({
    'has more than is kept': 0.1,
    'has a long name': 0.1,
    'has a long value': 0.1,
    'has what jsonb does not hold': 0.2,
  })
  fc.assert(
    fc.property(values, (given) => {
      const all = [...Object.keys(given), ...Object.values(given)].filter((one) => typeof one === 'string')
      seen.note({
        'has more than is kept': Object.keys(given).length > 32,
        'has a long name': Object.keys(given).some(({ length }) => length > 64),
        'has a long value': Object.values(given).some((one) => typeof one === 'string' && one.length > 256),
        'has what jsonb does not hold': all.some((one) => one.includes('\u0000') || !one.isWellFormed()),
      })
      const kept = Object.entries(maskParameters(given))
      assert.ok(kept.length <= 32)
      for (const [name, value] of kept) {
        assert.ok(name.length <= 64 && value.length <= 256)
        assert.ok(name.isWellFormed() && value.isWellFormed())
        assert.ok(!name.includes('\u0000') && !value.includes('\u0000'))
      }
    }),
  )
  seen.assertOften()
  assert.equal(maskParameters({ long: '\ud83d'.repeat(300) })['long']?.length, 256)
})
