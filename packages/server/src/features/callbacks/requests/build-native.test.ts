import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import type { CallbackEndpoint } from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { printOpenApi } from '@quoin/contract/openapi.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import {
  approvedFacts,
  endpointOf,
  nativeSecret,
  reversedFacts,
  sealSecret,
  testKeyring,
} from '../../../../../../test/support/callbacks.ts'
import type { OutgoingRequest } from '../../../ports/outgoing.ts'
import { callbackSigningPurpose } from './build-native.ts'
import { buildCallbackRequest } from './build-request.ts'
import { countCases } from '../../../../../../test/support/count-cases.ts'

const url = 'https://publisher.example/callbacks'
const native = endpointOf('native', url)

function build(facts: CallbackFacts, endpoint: CallbackEndpoint, sentAtMs = Date.now()): OutgoingRequest {
  const built = buildCallbackRequest({ keyring: testKeyring }, { facts, endpoint, sentAtMs })
  assert.ok(built.kind === 'request', JSON.stringify(built))
  return built.request
}

/** With halves of surrogate pairs, which a shop may have cut a name to. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `${text}\ud83d`),
)

const facts: fc.Arbitrary<CallbackFacts> = fc
  .record({
    userId: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    subId: fc.option(anyText, { freq: 3 }),
    offerName: anyText,
    payoutMicros: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    callbackId: fc.uuid(),
  })
  .map((given) => ({ ...approvedFacts, ...given }))

test('every native callback verifies with the standardwebhooks library', () => {
  const webhook = new Webhook(nativeSecret)
  fc.assert(
    fc.property(facts, (given) => {
      const { headers, body } = build(given, native)
      const read = webhook.verify(body ?? '', headers)
      assert.deepEqual(read, JSON.parse(body ?? ''))
      assert.equal(headers['webhook-id'], given.callbackId)
    }),
  )
})

test('every native callback is what the OpenAPI document says of webhooks', () => {
  const document = printOpenApi({ baseUrl: 'https://q.example', version: '1' })
  const { webhooks } = JSON.parse(JSON.stringify(document))
  const { content } = webhooks.conversionChanged.post.requestBody
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const isValid = ajv.compile(content['application/json'].schema)
  for (const one of [approvedFacts, reversedFacts])
    assert.ok(isValid(JSON.parse(build(one, native).body ?? '')), JSON.stringify(isValid.errors))
  const seen = countCases({ 'has a sub id': 0.5, 'has none': 0.05, 'has half a surrogate': 0.02 })
  fc.assert(
    fc.property(facts, (given) => {
      assert.ok(isValid(JSON.parse(build(given, native).body ?? '')), JSON.stringify(isValid.errors))
      const { subId, offerName } = given
      seen.note({
        'has a sub id': subId !== null,
        'has none': subId === null,
        'has half a surrogate': !`${offerName}${subId}`.isWellFormed(),
      })
    }),
  )
  seen.assertOften()
  assert.equal(isValid({ type: 'conversion.approved' }), false)
})

test('a changed id, timestamp, signature or any changed byte of the body is refused', () => {
  const webhook = new Webhook(nativeSecret)
  const { headers, body } = build(approvedFacts, native)
  const text = body ?? ''
  const refuses = (changedBody: string, changed: Record<string, string>) =>
    assert.throws(() => webhook.verify(changedBody, { ...headers, ...changed }), WebhookVerificationError)
  webhook.verify(text, headers)
  for (let index = 0; index < text.length; index += 1) {
    const other = String.fromCharCode(text.charCodeAt(index) ^ 1)
    refuses(text.slice(0, index) + other + text.slice(index + 1), {})
  }
  refuses(`${text} `, {})
  refuses(text.slice(0, -1), {})
  refuses(text, { 'webhook-id': '0198f0a1-7e2c-7b3a-9c4d-000000000009' })
  refuses(text, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })
  refuses(text, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3600) })
  refuses(text, { 'webhook-signature': (headers['webhook-signature'] ?? '').replace('v1,', 'v1,A') })
  const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
  assert.throws(() => other.verify(text, headers), WebhookVerificationError)
})

test('the ed25519 signature verifies with the public key alone, and no changed byte does', () => {
  const [raw] = testKeyring.publicKeys(callbackSigningPurpose)
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: raw?.toString('base64url') ?? '' },
  })
  const { headers, body } = build(approvedFacts, native)
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const v1a = headers['webhook-signature']?.split(' ').find((one) => one.startsWith('v1a,')) ?? ''
  const signature = Buffer.from(v1a.slice('v1a,'.length), 'base64')
  assert.ok(verify(null, Buffer.from(signed), key, signature))
  for (let index = 0; index < signed.length; index += 1) {
    const bytes = Buffer.from(signed)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    assert.ok(!verify(null, bytes, key, signature))
  }
})

test('for as long as a rotated secret counts both sign, and the old one not a millisecond longer', () => {
  const newSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const untilMs = Date.now() + 1000
  const rotated = {
    ...native,
    secrets: {
      currentSealed: sealSecret(newSecret),
      previousSealed: sealSecret(nativeSecret),
      previousUntilMs: untilMs,
    },
  }
  const before = build(approvedFacts, rotated, untilMs - 1)
  for (const secret of [newSecret, nativeSecret])
    new Webhook(secret).verify(before.body ?? '', before.headers)
  const after = build(approvedFacts, rotated, untilMs)
  new Webhook(newSecret).verify(after.body ?? '', after.headers)
  assert.throws(() => new Webhook(nativeSecret).verify(after.body ?? '', after.headers))
})

test('the body says what happened, with amounts as decimal texts', () => {
  const { body, headers } = build(reversedFacts, { ...native, amounts: 'signed' })
  const { type, timestamp, data } = JSON.parse(body ?? '')
  assert.equal(headers['content-type'], 'application/json')
  assert.deepEqual([type, timestamp], ['conversion.reversed', '2026-09-21T14:23:20.456Z'])
  assert.deepEqual(
    [data.payout, data.payout_local, data.change, data.change_local, data.previous_status, data.version],
    ['-1.25', '-125.5', '-1.25', '-125.5', 'approved', 2],
  )
  const absolute = JSON.parse(build(reversedFacts, native).body ?? '').data
  assert.deepEqual([absolute.payout, absolute.change], ['1.25', '-1.25'])
})

test('a secret that is gone with its master secret, or was never set, is a reason and no exception', () => {
  const broken = { ...native, secrets: { ...native.secrets, currentSealed: new Uint8Array(40) } }
  const none = { ...native, secrets: { ...native.secrets, currentSealed: null } }
  for (const endpoint of [broken, none]) {
    const built = buildCallbackRequest(
      { keyring: testKeyring },
      { facts: approvedFacts, endpoint, sentAtMs: 0 },
    )
    assert.ok(built.kind === 'unsendable' && /secret/.test(built.reason))
  }
})
