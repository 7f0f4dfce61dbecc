import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkAnswer } from './check-answer.ts'

const meta = { timestamp: 1_795_262_400, request_id: 'req_01a1fdfa-4600-70b5-bc31-6d19271b7860' }
const assessedMeta = { ...meta, confidence: 'first_sight' }
const verdict = { is_blocked: false, risk_score: 4.2, is_multi_accounting: false }

function check(status: number, json: unknown, path = '/api/v1/fingerprint'): void {
  checkAnswer({
    method: 'POST',
    path,
    status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(json),
  })
}

function success(data: unknown): object {
  return { success: true, data, message: 'Assessed.', meta: assessedMeta }
}

const error = { success: false, error: { code: 'INVALID_REQUEST', message: 'No.', details: null }, meta }

test('an answer as documented passes', () => {
  check(200, success(verdict))
  check(400, error)
  check(404, { ...error, error: { ...error.error, code: 'RESOURCE_NOT_FOUND' } }, '/nowhere')
})

for (const [title, status, json] of [
  ['a field more', 200, success({ ...verdict, nickname: 'x' })],
  ['a field less', 200, success({ is_blocked: false })],
  ['a number as text', 200, success({ ...verdict, risk_score: '4.2' })],
  ['no message', 200, { success: true, data: verdict, meta: assessedMeta }],
  ['no request id', 200, { ...success(verdict), meta: { timestamp: 1, confidence: 'first_sight' } }],
  ['a timestamp with milliseconds', 200, { ...success(verdict), meta: { ...assessedMeta, timestamp: 1.5 } }],
  ['no confidence', 200, { ...success(verdict), meta }],
  ['a confidence of our own', 200, { ...success(verdict), meta: { ...meta, confidence: 'sure' } }],
  ['a code of our own', 400, { ...error, error: { ...error.error, code: 'CONFLICT' } }],
  ['a stack', 500, { ...error, stack: 'at …' }],
  ["the framework's own error", 400, { statusCode: 400, error: 'Bad Request', message: 'x' }],
] as const) {
  test(`an answer that differs from its document fails: ${title}`, () =>
    assert.throws(() => check(status, json)))
}
