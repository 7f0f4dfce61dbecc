import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'

import { createWorld } from '../../../../test/support/world.ts'

const world = await createWorld()
after(() => world.close())

const claim = JSON.stringify({ userId: 'user-42', offerId: 999_999 })

async function send(headers: Record<string, string>, payload: Buffer | string) {
  const { statusCode, body } = await world.server.inject({
    method: 'POST',
    url: '/v1/conversions',
    headers: { 'content-type': 'application/json', ...world.credentials, ...headers },
    payload,
  })
  return { status: statusCode, message: String(JSON.parse(body).error?.message) }
}

for (const [what, headers, payload, message] of [
  ['compressed', { 'content-encoding': 'gzip' }, gzipSync(claim), /must not be compressed/],
  [
    'in UTF-16',
    { 'content-type': 'application/json; charset=utf-16' },
    Buffer.from(claim, 'utf16le'),
    /UTF-8/,
  ],
  ['said to be in Latin 1', { 'content-type': 'application/json;charset="ISO-8859-1"' }, claim, /UTF-8/],
] as const) {
  test(`a body that is ${what} is refused with what to do`, async () => {
    const answer = await send(headers, payload)
    assert.equal(answer.status, 400)
    assert.match(answer.message, message)
  })
}

for (const type of [
  'application/json',
  'application/json; charset=UTF-8',
  'application/json;charset="utf8"',
]) {
  test(`a body is read: ${type}`, async () => {
    // It was read: only the offer is not there.
    assert.equal((await send({ 'content-type': type }, claim)).status, 404)
  })
}
