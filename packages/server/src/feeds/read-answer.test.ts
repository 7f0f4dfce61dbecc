import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedKind } from './feed-kind.ts'
import { readAnswer } from './read-answer.ts'

const json: Pick<FeedKind, 'shape' | 'faultOf'> = { shape: 'json' }
const xml: Pick<FeedKind, 'shape' | 'faultOf'> = { shape: 'xml' }
const page = '<!DOCTYPE html><html><body>Login a-secret-key</body></html>'

for (const [kind, status, text, cause] of [
  [json, 401, '{"key":"a-secret-key"}', 'key_refused'],
  [json, 403, page, 'key_refused'],
  [json, 429, '', 'rate_limited'],
  [json, 500, 'a-secret-key', 'network_failed'],
  [json, 503, page, 'network_failed'],
  [json, 522, '', 'network_failed'],
  [json, 302, '', 'no_feed'],
  [json, 404, '{}', 'no_feed'],
  [json, 400, '{}', 'no_feed'],
  [json, 200, page, 'no_feed'],
  [json, 200, '\n<html lang="en">', 'no_feed'],
  [json, 200, '', 'network_failed'],
  [json, 204, '', 'network_failed'],
  [json, 200, '{"offers":[{"id":"a-secret-key', 'network_failed'],
  [json, 200, 'a-secret-key', 'no_feed'],
  [xml, 200, '<feed><offer>', 'network_failed'],
  [xml, 200, page, 'no_feed'],
  [xml, 200, '{"a-secret-key":1}', 'no_feed'],
] as const) {
  test(`status ${status} with ${JSON.stringify(text.slice(0, 24))} for ${kind.shape} is ${cause}, and quotes nothing`, () => {
    const answer = readAnswer(kind, { status, headers: {}, text })
    assert.ok('cause' in answer)
    assert.equal(answer.cause, cause)
    assert.ok(!answer.message.includes('secret') && answer.message.endsWith('.'))
  })
}

test('a body is read by the shape of its kind, a mark of bytes before it or not', () => {
  const reply = { status: 200, headers: { etag: 'x' } }
  assert.deepEqual(readAnswer(json, { ...reply, text: '\uFEFF{"a":[1]}' }), { ...reply, body: { a: [1] } })
  const tree = readAnswer(xml, { ...reply, text: '<a><b>1</b></a>' })
  assert.ok('body' in tree)
  assert.equal(JSON.stringify(tree.body), '{"a":{"b":"1"}}')
})

test('a kind that knows a body better than its status is believed', () => {
  const faultOf = (): { cause: 'rate_limited'; message: string } => ({
    cause: 'rate_limited',
    message: 'Later.',
  })
  const answer = readAnswer({ shape: 'json', faultOf }, { status: 403, headers: {}, text: '{}' })
  assert.deepEqual(answer, { cause: 'rate_limited', message: 'Later.' })
})
