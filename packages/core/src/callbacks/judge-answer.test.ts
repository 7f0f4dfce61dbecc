import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardSuccessRule } from './endpoint.ts'
import { type AnswerVerdict, judgeAnswer } from './judge-answer.ts'
import { bodyPatternProblem, matchesBody } from './match-body.ts'
import type { OutgoingAnswer } from '../outgoing/outgoing-answer.ts'
import { readRetryAfter } from '../outgoing/read-retry-after.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const answer = (status: number, body = '', headers = {}): OutgoingAnswer => ({
  kind: 'answer',
  status,
  headers,
  body,
  bodyExcerpt: body.slice(0, 4_096),
  latencyMs: 1,
})

const byStatus: [status: number, body: string, kind: AnswerVerdict['kind']][] = [
  [200, '', 'delivered'],
  [200, 'OK', 'delivered'],
  [204, '', 'delivered'],
  [299, '{"status":"ok"}', 'delivered'],
  [200, "ERROR: Signature doesn't match", 'flagged'],
  [200, ' error\n', 'flagged'],
  [200, '0', 'flagged'],
  [200, '0.5 added', 'delivered'],
  [200, 'No errors', 'delivered'],
  [301, 'OK', 'retry'],
  [400, '', 'retry'],
  [401, '', 'retry'],
  [403, '', 'stop'],
  [404, '', 'retry'],
  [410, '', 'stop'],
  [429, '', 'retry'],
  [500, 'OK', 'retry'],
  [599, '', 'retry'],
  [100, '', 'retry'],
]

for (const [status, body, kind] of byStatus) {
  test(`${status} ${JSON.stringify(body)}: ${kind}`, () => {
    const verdict = judgeAnswer(standardSuccessRule, answer(status, body), nowMs)
    assert.equal(verdict.kind, kind)
    assert.equal(verdict.isGone, status === 410)
    assert.match(verdict.reason, new RegExp(String(status)))
  })
}

test('where a body must say that it is well, another one is sent again, and a failure still flagged', () => {
  const rule = { okBody: 'OK*|DUP|1|*"success":true*', failureBody: 'ERROR*' }
  const kindOf = (body: string) => judgeAnswer(rule, answer(200, body), nowMs).kind
  for (const body of ['OK', 'ok, thanks', 'DUP', '1', '{"id":3,"success":true}'])
    assert.equal(kindOf(body), 'delivered')
  for (const body of ['', 'DUPLICATE', '10', '{"success":false}', '<html>'])
    assert.equal(kindOf(body), 'retry')
  assert.equal(kindOf('ERROR: OK'), 'flagged')
})

test('without an answer it is sent again, with the reason of the failure', () => {
  const failure = {
    kind: 'failure',
    reason: 'dns',
    detail: 'The host has no address.',
    latencyMs: 3,
  } as const
  const verdict = judgeAnswer(standardSuccessRule, failure, nowMs)
  assert.deepEqual([verdict.kind, verdict.reason], ['retry', failure.detail])
})

test('Retry-After is honoured in seconds and as a date, on any answer that is sent again', () => {
  for (const status of [429, 503, 500, 400]) {
    const verdict = judgeAnswer(standardSuccessRule, answer(status, '', { 'retry-after': '120' }), nowMs)
    assert.equal(verdict.retryAfterMs, 120_000)
  }
  assert.equal(readRetryAfter('Sat, 21 Nov 2026 12:05:00 GMT', nowMs), 300_000)
  assert.equal(readRetryAfter('Sat, 21 Nov 2026 11:05:00 GMT', nowMs), 0)
  assert.equal(readRetryAfter('9999999999', nowMs), 86_400_000)
  assert.equal(readRetryAfter('Fri, 01 Jan 2999 00:00:00 GMT', nowMs), 86_400_000)
  for (const wrong of [
    undefined,
    '',
    '-1',
    '1.5',
    'soon',
    'Sat, 31 Feb 2026 12:05:00 GMT',
    'Sat, 21 Foo 2026 12:05:00 GMT',
  ])
    assert.equal(readRetryAfter(wrong, nowMs), undefined)
})

test('a pattern that would not do what it looks like is refused with a sentence', () => {
  for (const pattern of ['', 'OK|', '**', 'O*K', '|', '***', 'x'.repeat(201), `${'a|'.repeat(21)}a`])
    assert.notEqual(bodyPatternProblem(pattern, 'success'), undefined, pattern)
  for (const pattern of ['OK', 'OK*|DUP*|1', '*"ok":true*', '*done', '(empty)', '*', 'OK|*'])
    assert.equal(bodyPatternProblem(pattern, 'success'), undefined, pattern)
  assert.notEqual(bodyPatternProblem('ERROR|*', 'failure'), undefined)
})

test('success may be any body, an empty one, a word at the end of a page or between its tags', () => {
  const page = `<html>${'<p>a theme</p>\n'.repeat(9_000)}`
  const isOk = (okBody: string, body: string) =>
    judgeAnswer({ okBody, failureBody: null }, answer(200, body), nowMs).kind === 'delivered'
  assert.ok(isOk('*', '') && isOk('*', page) && isOk('no|*', page))
  assert.ok(isOk('(empty)', ' \r\n') && !isOk('(empty)', 'x') && !isOk('OK', ''))
  assert.ok(isOk('*OK', `${page}</html>\nOK\n`) && !isOk('*OK', `${page}OK</html>`))
  assert.ok(isOk('*>OK<*', `${page}<div>\n   OK\t</div></html>`) && !isOk('*>OK<*', `${page}<p>No OK</p>`))
})

test('a pattern costs little on any body', () => {
  const body = 'a'.repeat(100_000)
  const pattern = Array.from({ length: 20 }, () => '*aaaab*').join('|')
  assert.equal(matchesBody(pattern, body), false)
  for (const hostile of [' '.repeat(262_144), ' <'.repeat(131_072), '< >'.repeat(87_381)])
    assert.equal(matchesBody('*>OK<*', hostile), false)
})
