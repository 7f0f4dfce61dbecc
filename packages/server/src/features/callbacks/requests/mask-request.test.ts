import assert from 'node:assert/strict'
import { test } from 'node:test'

import { maskRequest, maskUrl } from './mask-request.ts'

const get = (url: string) => ({ method: 'GET', url, headers: {}, body: null }) as const
const masking = { signatureNames: ['checksum', 'X-Proof'] }

test('signatures and secrets are masked in an address, the rest stays as it was sent', () => {
  const shown = maskRequest(
    get('https://a.example/cb?user=u%201&checksum=abc&sig=1&reward=2&API_KEY=k#x'),
    masking,
  )
  assert.equal(shown.url, 'https://a.example/cb?user=u%201&checksum=***&sig=***&reward=2&API_KEY=***')
})

test('names that owners commonly give a secret are masked too', () => {
  for (const name of [
    'pwd',
    'pass',
    'passphrase',
    'accessKey',
    'private-key',
    'my_credential',
    'hmac',
    'jwt',
  ]) {
    assert.equal(maskUrl(`https://a.example/?${name}=x&u=1`), `https://a.example/?${name}=***&u=1`)
  }
  assert.equal(
    maskUrl('https://a.example/?passenger=x&keyword=y'),
    'https://a.example/?passenger=x&keyword=y',
  )
})

test('signature headers and the members of bodies are masked too', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = (headers: Record<string, string>, body: string) =>
    maskRequest({ method: 'POST', url: 'https://a.example/', headers, body }, masking)
  assert.equal(posted(form, 'user=1&checksum=abc&token=t').body, 'user=1&checksum=***&token=***')
  const json = posted(
    { 'webhook-signature': 'v1,abc', 'x-proof': 'p', 'webhook-id': 'i' },
    '{"user":"1","sig":"a\\"b","n":1}',
  )
  assert.equal(json.body, '{"user":"1","sig":"***","n":1}')
  assert.deepEqual(json.headers, { 'webhook-signature': '***', 'x-proof': '***', 'webhook-id': 'i' })
})

test('a kept request is bounded and can be stored', () => {
  const shown = maskRequest(get(`https://a.example/?a=${'x'.repeat(10_000)}`), masking)
  assert.equal(shown.url.length, 2_048)
  const posted = { method: 'POST', url: 'https://a.example/', headers: {}, body: '\u0000\ud800' } as const
  assert.equal(maskRequest(posted, masking).body, '\ufffd\ufffd')
})

test('an address without a query, or with a broken one, is shown all the same', () => {
  assert.equal(maskUrl('https://a.example/cb'), 'https://a.example/cb')
  assert.equal(maskUrl('https://a.example/cb?%zz=1&key=2'), 'https://a.example/cb?%zz=1&key=***')
})
