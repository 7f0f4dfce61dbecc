import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidRequest, notFound, unavailable } from '@quoin/core/errors.ts'
import { PostbackRefusal, reasonOfProblems, sentenceOf } from './postback-refusal.ts'

const problem = (rule: string, field = 'status') => ({ field, rule, message: `is ${rule}` })
const facts = { reason: 'invalid', networkId: 3 } as const

test('a refusal is the error that it was made of, with what the log wants to know', () => {
  const details = [problem('enum')]
  const refused = new PostbackRefusal(invalidRequest('It is wrong.', details), facts)
  assert.deepEqual(
    [refused.code, refused.message, refused.details, refused.retryAfterSec, refused.isUnavailable],
    ['INVALID_REQUEST', 'It is wrong.', details, null, false],
  )
  assert.deepEqual([refused.reason, refused.networkId, refused.report], ['invalid', 3, null])
  const awaited = new PostbackRefusal(unavailable('Later.', { retryAfterSec: 30 }), facts)
  assert.deepEqual([awaited.details, awaited.retryAfterSec, awaited.isUnavailable], [null, 30, true])
})

test('a macro that was not filled in explains all other problems, wherever it stands', () => {
  assert.equal(reasonOfProblems([problem('transition'), problem('literal_macro')]), 'literal_macro')
  assert.equal(reasonOfProblems([problem('transition'), problem('enum')]), 'transition')
  assert.equal(reasonOfProblems([problem('enum'), problem('transition')]), 'invalid')
  assert.equal(reasonOfProblems([]), 'invalid')
})

test('the sentence of a refusal names what is wrong with each field, in 500 characters at most', () => {
  const error = invalidRequest('It is wrong.', [problem('enum'), problem('range', 'payout')])
  assert.equal(sentenceOf(error), 'It is wrong. status is enum. payout is range.')
  assert.equal(sentenceOf(notFound('Unknown.')), 'Unknown.')
  assert.equal(sentenceOf(notFound('x'.repeat(600))), 'x'.repeat(500))
})
