import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvedFacts, reversedFacts } from '../../../../test/support/callbacks.ts'
import { amountsOf } from './amounts.ts'
import { reversalStyles, transactionIdForms } from './endpoint.ts'
import { callbackEventTypes, eventTypeOf } from './facts.ts'
import { fillText, parametersProblem, readParameters } from './fill-text.ts'
import { callbackMacroNames, callbackValues, callbackVocabulary, findCallbackMacro } from './macros.ts'
import { conversionIdOf, transactionIdLengths } from './transaction-id.ts'
import { readWebhookSecret, writeWebhookSecret } from './webhook-secret.ts'

const words = { pending: 'pending', approved: 'approved', rejected: 'rejected', reversed: 'reversed' }
const style = {
  reversalStyle: 'same_id',
  amounts: 'absolute',
  transactionIds: 'uuid',
  words,
  events: callbackEventTypes,
} as const

test('a spelling means one macro', () => {
  const spellings = callbackMacroNames.flatMap((name) => [name, ...callbackVocabulary[name].aliases])
  const plain = spellings.map((text) => text.toLowerCase().replace(/[_-]/g, ''))
  assert.equal(new Set(plain).size, plain.length)
  for (const written of ['userID', 'user-id', 'USER ID']) assert.equal(findCallbackMacro(written), 'user_id')
  assert.equal(findCallbackMacro('secret'), undefined)
})

test('every macro has a text for every conversion, an empty one where nothing is known', () => {
  const bare = {
    ...approvedFacts,
    subId: null,
    clickId: null,
    offerExternalId: null,
    goalName: null,
    txnId: null,
    reason: null,
    country: null,
    userIp: null,
    clickedAtMs: null,
    previousStatus: null,
  }
  for (const facts of [approvedFacts, reversedFacts, bare]) {
    const values = callbackValues(facts, style)
    assert.deepEqual(Object.keys(values), [...callbackMacroNames])
    for (const value of Object.values(values)) assert.ok(!['null', 'undefined', 'NaN'].includes(value))
  }
  assert.equal(callbackValues(bare, style).click_time, '')
})

test('a reversal is told from all else', () => {
  assert.equal(callbackValues(approvedFacts, style).is_reversal, '0')
  assert.equal(callbackValues(reversedFacts, style).is_reversal, '1')
})

test('the change that a step makes is told for every way through the states', () => {
  const change = (previousStatus: typeof approvedFacts.previousStatus, status: typeof approvedFacts.status) =>
    amountsOf(
      {
        ...approvedFacts,
        status,
        previousStatus,
        previousPayoutMicros: previousStatus === null ? null : 1_000_000,
        previousPayoutLocalMicros: previousStatus === null ? null : 100_000_000,
      },
      'absolute',
    ).change
  assert.equal(change(null, 'pending'), '0')
  assert.equal(change(null, 'approved'), '1.25')
  assert.equal(change('pending', 'approved'), '1.25')
  assert.equal(change('pending', 'rejected'), '0')
  assert.equal(change('approved', 'approved'), '0.25')
  assert.equal(change('approved', 'reversed'), '-1')
  assert.equal(change('rejected', 'approved'), '1.25')
})

test('a conversion given again after a reversal has an id of its own, and so has its next reversal', () => {
  const { conversionId: id, callbackId } = reversedFacts
  const again = { ...approvedFacts, version: 3, previousStatus: 'reversed', timesReversed: 1 } as const
  const idsOf = (facts: typeof again | typeof reversedFacts, changes: object = {}) => {
    const { transaction_id: own, reference_id: reference } = callbackValues(facts, { ...style, ...changes })
    return [own, reference]
  }
  assert.deepEqual(idsOf(again), [`${id}-2`, ''])
  const back = { ...reversedFacts, version: 4, timesReversed: 1 }
  assert.deepEqual(idsOf(back), [`${id}-2`, `${id}-2`])
  assert.deepEqual(idsOf(back, { reversalStyle: 'prefixed_id' }), [`r-${id}-2`, `${id}-2`])
  assert.deepEqual(idsOf(back, { reversalStyle: 'new_id_with_reference' }), [callbackId, `${id}-2`])
  // A receiver that never heard of the reversal would credit it twice.
  assert.deepEqual(idsOf(again, { events: ['conversion.approved'] }), [id, ''])
})

test('ids without hyphens are 32 characters long in every step, and no two credits share one', () => {
  const { conversionId: id, callbackId } = reversedFacts
  const hex = id.replaceAll('-', '')
  const idsOf = (timesReversed: number, changes: object = {}) => {
    const given = { ...approvedFacts, timesReversed }
    const taken = { ...reversedFacts, timesReversed }
    const own = { ...style, transactionIds: 'hex', ...changes } as const
    return [callbackValues(given, own), callbackValues(taken, own)] as const
  }
  const credits = Array.from({ length: 16 }, (_, times) => idsOf(times)[0].transaction_id)
  assert.equal(credits[0], hex)
  assert.equal(new Set(credits).size, 16)
  for (const credit of credits) assert.match(credit, /^[0-9a-f]{32}$/)
  const [given, taken] = idsOf(1, { reversalStyle: 'new_id_with_reference' })
  assert.deepEqual(
    [taken.transaction_id, taken.reference_id],
    [callbackId.replaceAll('-', ''), given.transaction_id],
  )
  assert.equal(idsOf(0, { reversalStyle: 'prefixed_id' })[1].transaction_id, `r-${hex}`)
  const uuid = idsOf(0, { transactionIds: 'uuid' })[0]
  assert.deepEqual([uuid.transaction_id, uuid.transaction_id_hex], [id, hex])
})

test('every id of a credit leads back to its conversion, and other texts to none', () => {
  const { conversionId: id } = approvedFacts
  for (const transactionIds of transactionIdForms) {
    for (const timesReversed of [0, 1, 2, 9, 15, 16, 40]) {
      for (const reversalStyle of ['same_id', 'prefixed_id'] as const) {
        const own = { ...style, transactionIds, reversalStyle }
        for (const facts of [approvedFacts, reversedFacts]) {
          const { transaction_id: told } = callbackValues({ ...facts, timesReversed }, own)
          assert.equal(conversionIdOf(told), id)
        }
      }
    }
  }
  for (const text of ['', 'r-', `${id}0`, id.slice(1), 'x'.repeat(32), `${id}-`])
    assert.equal(conversionIdOf(text), undefined)
})

test('the length that is told of ids is the length they have', () => {
  for (const transactionIds of transactionIdForms) {
    for (const reversalStyle of reversalStyles) {
      const own = { ...style, transactionIds, reversalStyle }
      assert.deepEqual(transactionIdLengths(transactionIds, reversalStyle), {
        credit: callbackValues(approvedFacts, own).transaction_id.length,
        reversal: callbackValues(reversedFacts, own).transaction_id.length,
      })
    }
  }
})

test('an amount of nothing has no sign', () => {
  const nothing = { ...reversedFacts, payoutMicros: 0, payoutLocalMicros: 0 }
  assert.equal(amountsOf(nothing, 'signed').payout, '0')
})

test('the event is the state reached, or an update within it', () => {
  assert.equal(eventTypeOf(null, 'pending'), 'conversion.pending')
  assert.equal(eventTypeOf('approved', 'reversed'), 'conversion.reversed')
  assert.equal(eventTypeOf('approved', 'approved'), 'conversion.updated')
})

test('a text is filled once: what a value looks like does not matter', () => {
  const textOf = (written: string) => (written === 'a' ? '{b}' : written === 'b' ? 'secret' : undefined)
  assert.equal(fillText('{a}-{{ b }}-{c}-{', textOf), '{b}-secret--{')
})

test('parameters are read as they are written, and may be none', () => {
  assert.deepEqual(readParameters('a={x}=1&b'), [
    { name: 'a', value: '{x}=1' },
    { name: 'b', value: '' },
  ])
  assert.deepEqual(readParameters(''), [])
  assert.equal(
    parametersProblem('', () => true),
    undefined,
  )
})

test('a webhook secret is base64 of 24 to 64 bytes behind its mark, and nothing else', () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => index * 8)
  assert.deepEqual(readWebhookSecret(writeWebhookSecret(key)), key)
  for (const bytes of [0, 23, 65])
    assert.equal(readWebhookSecret(writeWebhookSecret(new Uint8Array(bytes))), undefined)
  for (const text of ['', 'whsec_', 'AAAA', 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA_-=', 'whsec_AAA'])
    assert.equal(readWebhookSecret(text), undefined)
})
