import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import {
  type CallbackEndpoint,
  type SignatureScheme,
  standardSignature,
} from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import fc from 'fast-check'
import { generateSHA256PostbackHash } from 'lootably-postback-hash'
import {
  approvedFacts,
  classicSecret,
  endpointOf,
  reversedFacts,
  sealSecret,
  testKeyring,
} from '../../../../../../test/support/callbacks.ts'
import { dialects } from '../../../dialects/dialects.ts'
import type { OutgoingRequest } from '../../../ports/outgoing.ts'
import { buildCallbackRequest } from './build-request.ts'

const base = 'https://publisher.example/cb?own=1'

function build(endpoint: CallbackEndpoint, facts: CallbackFacts = approvedFacts): OutgoingRequest {
  const built = buildCallbackRequest({ keyring: testKeyring }, { facts, endpoint, sentAtMs: 0 })
  assert.ok(built.kind === 'request', JSON.stringify(built))
  return built.request
}

/** The parameters of a query as a receiver reads them, decoded. */
function read({ url }: OutgoingRequest): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams)
}

const hexOf = (id: string) => id.replaceAll('-', '')
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const anyFacts: fc.Arbitrary<CallbackFacts> = fc
  .record({
    userId: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    userIp: fc.oneof(fc.ipV4(), fc.ipV6()),
    offerName: fc.string({ unit: 'binary', maxLength: 40 }),
    payoutMicros: fc.nat({ max: 1_000_000_000_000 }),
    payoutLocalMicros: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    conversionId: fc.uuid(),
    isBack: fc.boolean(),
  })
  .map(({ isBack, ...given }) => ({ ...(isBack ? reversedFacts : approvedFacts), ...given }))

/** As a receiver checks it, from nothing but what has arrived. */
const receiverChecks: Record<string, (request: OutgoingRequest) => unknown> = {
  wannads(request) {
    const { subId, transId, reward, signature } = read(request)
    assert.equal(signature, md5(`${subId}${transId}${reward}${classicSecret}`))
  },
  lootably(request) {
    const { userID = '', ip = '', revenue = '', currencyReward = '', hash } = read(request)
    const postbackSecret = classicSecret
    assert.equal(hash, generateSHA256PostbackHash({ userID, ip, revenue, currencyReward, postbackSecret }))
  },
  offertoro(request) {
    const { oid, user_id: userId, sig } = read(request)
    assert.equal(sig, md5(`${oid}-${userId}-${classicSecret}`))
  },
  cpx(request) {
    const { trans_id: transId, secure_hash: hash } = read(request)
    assert.equal(hash, md5(`${transId}-${classicSecret}`))
  },
  bitlabs({ url }) {
    const [whole = '', hash] = url.split('&hash=')
    assert.equal(hash, createHmac('sha1', classicSecret).update(whole).digest('hex'))
  },
  adgem_v2({ url }) {
    const [whole = '', hash] = url.split('&verifier=')
    assert.equal(hash, createHmac('sha256', classicSecret).update(whole).digest('hex'))
  },
  adgem_v3({ method, body, headers }) {
    assert.equal(method, 'POST')
    const expected = createHmac('sha256', classicSecret)
      .update(body ?? '')
      .digest('hex')
    assert.equal(headers['signature'], expected)
  },
  ayet({ url, headers }) {
    const sorted = [...new URL(url).searchParams].sort(([one], [other]) => (one < other ? -1 : 1))
    const expected = createHmac('sha256', classicSecret)
    expected.update(new URLSearchParams(sorted).toString().replaceAll('*', '%2A'))
    assert.equal(headers['x-ayetstudios-security-hash'], expected.digest('hex'))
  },
  adgate({ url, headers }) {
    assert.deepEqual(headers, {})
    assert.ok(!url.includes('sig'))
  },
}

for (const { name } of dialects) {
  test(`${name}: what arrives proves itself, whatever the user, the amounts and the names are`, () => {
    const check = receiverChecks[name]
    assert.ok(check, 'each dialect has a check of its own')
    fc.assert(
      fc.property(anyFacts, (facts) => void check(build(endpointOf(name, base), facts))),
      { numRuns: 200 },
    )
  })
}

test('bitlabs: the test vector of its documentation', () => {
  const endpoint = endpointOf('bitlabs', 'https://publisher.com/complete', {
    parameters: 'uid={user_id}&val={reward}',
    secrets: {
      currentSealed: sealSecret('JLOIAUNMHFli7ZJOQVEzm98rzqnm9'),
      previousSealed: null,
      previousUntilMs: null,
    },
  })
  const facts = {
    ...approvedFacts,
    userId: '8cc877ee-af19-488d-b28d-216fb866b996',
    payoutLocalMicros: 500_000_000,
  }
  assert.equal(
    build(endpoint, facts).url,
    'https://publisher.com/complete?uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500&hash=dbcd6bb8ca677344592842a52b4fca9bec36cd4b',
  )
})

test('a wannads callback, whole: what was approved, and what takes it back under a new id', () => {
  const endpoint = endpointOf('wannads', base)
  const given = read(build(endpoint))
  assert.deepEqual(
    [given['own'], given['subId'], given['transId'], given['reward'], given['payout'], given['status']],
    ['1', 'user 42/ü', hexOf(approvedFacts.conversionId), '125.5', '1.25', '1'],
  )
  const back = read(build(endpoint, reversedFacts))
  assert.deepEqual(
    [back['transId'], back['uuid'], back['reward'], back['status']],
    [hexOf(reversedFacts.callbackId), given['uuid'], '-125.5', '2'],
  )
})

test('a reversal has the id and the sign that the endpoint chose, in any dialect', () => {
  const parameters = 'id={transaction_id}&ref={reference_id}&amount={reward}&usd={payout}'
  const back = (changes: Partial<CallbackEndpoint>) =>
    Object.values(read(build(endpointOf('template', base, { parameters, ...changes }), reversedFacts)))
  const [conversionId, callbackId] = [hexOf(reversedFacts.conversionId), hexOf(reversedFacts.callbackId)]
  assert.deepEqual(back({ reversalStyle: 'same_id', amounts: 'absolute' }), [
    '1',
    conversionId,
    conversionId,
    '125.5',
    '1.25',
  ])
  assert.deepEqual(back({ reversalStyle: 'prefixed_id', amounts: 'signed' }), [
    '1',
    `r-${conversionId}`,
    conversionId,
    '-125.5',
    '-1.25',
  ])
  assert.deepEqual(back({ reversalStyle: 'new_id_with_reference', amounts: 'signed' }).slice(1, 3), [
    callbackId,
    conversionId,
  ])
})

test('an own template: macros in path and query, its own parameters, and the generic signature', () => {
  const endpoint = endpointOf('template', 'https://publisher.example/{user_id}/cb?t={{ payout-usd }}', {
    parameters: 'coins={reward}&note=a b&goal={goal_id}',
    signature: standardSignature.GET,
    secrets: { currentSealed: sealSecret(classicSecret), previousSealed: null, previousUntilMs: null },
  })
  const { url } = build(endpoint)
  const [whole = '', signature] = url.split('&signature=')
  assert.equal(whole, 'https://publisher.example/user%2042%2F%C3%BC/cb?t=1.25&coins=125.5&note=a%20b&goal=')
  assert.equal(signature, createHmac('sha256', classicSecret).update(whole).digest('hex'))
})

test('the same parameters as a form and as JSON, signed over the body', () => {
  for (const method of ['POST form', 'POST JSON'] as const) {
    const request = build(
      endpointOf('template', base, {
        method,
        parameters: 'user={user_id}&coins={reward}',
        signature: standardSignature[method],
        secrets: { currentSealed: sealSecret(classicSecret), previousSealed: null, previousUntilMs: null },
      }),
    )
    const text = request.body ?? ''
    const body = method === 'POST JSON' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
    assert.deepEqual([request.url, body], [base, { user: 'user 42/ü', coins: '125.5' }])
    assert.equal(
      request.headers['x-signature'],
      createHmac('sha256', classicSecret).update(text).digest('hex'),
    )
  }
})

const schemes: [scheme: SignatureScheme, verify: (url: URL, sorted: string) => string][] = [
  [
    { hash: 'sha256', over: 'sorted_query', into: { parameter: 'h' } },
    (_url, sorted) => createHash('sha256').update(`${sorted}${classicSecret}`).digest('hex'),
  ],
  [
    { hash: 'md5', over: { text: '{secret}{sorted_query}' }, into: { parameter: 'h' }, encoding: 'base64' },
    (_url, sorted) => createHash('md5').update(`${classicSecret}${sorted}`).digest('base64'),
  ],
  [
    { hash: 'hmac_sha256', over: 'sorted_query', into: { parameter: 'h' }, encoding: 'base64' },
    (_url, sorted) => createHmac('sha256', classicSecret).update(sorted).digest('base64'),
  ],
  [
    { hash: 'hmac_sha1', over: 'url', into: { parameter: 'h' }, encoding: 'base64url' },
    ({ href }) =>
      createHmac('sha1', classicSecret)
        .update(href.slice(0, href.lastIndexOf('&h=')))
        .digest('base64')
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', ''),
  ],
]

for (const [scheme, verify] of schemes) {
  const over = typeof scheme.over === 'string' ? scheme.over : scheme.over.text
  test(`${scheme.hash} of ${over} in ${scheme.encoding ?? 'hex'} is what a receiver computes`, () => {
    const signature = scheme
    const endpoint = endpointOf('template', base, {
      parameters: 'z={user_id}&a={reward}&name={offer_name}',
      signature,
      secrets: { currentSealed: sealSecret(classicSecret), previousSealed: null, previousUntilMs: null },
    })
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const url = new URL(build(endpoint, facts).url)
        const { h, ...others } = Object.fromEntries(url.searchParams)
        const sorted = Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1))
        assert.equal(h, verify(url, new URLSearchParams(sorted).toString().replaceAll('*', '%2A')))
      }),
      { numRuns: 100 },
    )
  })
}

test('a dialect whose signature is none is sent without one', () => {
  const { url } = build(endpointOf('wannads', base, { signature: 'none' }))
  assert.equal(new URL(url).searchParams.has('signature'), false)
})

test('no value can add a parameter, end the URL, or fill another macro', () => {
  const endpoint = endpointOf('template', base, { parameters: 'user={user_id}&end=1' })
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('&end=2', '#', '?', '{secret}', '{payout}', '%26end=2', '\r\nX: y', '\u0000', '\ud800'),
  )
  fc.assert(
    fc.property(hostile, (userId) => {
      const { url } = build(endpoint, { ...approvedFacts, userId })
      const { searchParams, hash } = new URL(url)
      assert.deepEqual([...searchParams.keys(), hash], ['own', 'user', 'end', ''])
      assert.equal(searchParams.get('user'), userId.toWellFormed())
      assert.equal(searchParams.get('end'), '1')
      assert.equal(new URL(url).href, url)
    }),
  )
})

test('a change that a dialect has no word for is not sent, with the reason', () => {
  for (const [name, facts] of [
    ['wannads', { ...approvedFacts, status: 'pending' }],
    ['cpx', { ...approvedFacts, status: 'rejected' }],
    ['gone_by_now', approvedFacts],
  ] as const) {
    const built = buildCallbackRequest(
      { keyring: testKeyring },
      { facts, endpoint: endpointOf(name, base), sentAtMs: 0 },
    )
    assert.equal(built.kind, 'unsendable')
  }
})

test('a user who calls themselves by dots cannot choose which path of a receiver is called', () => {
  const build = (url: string, userId: string) => {
    const endpoint = { ...endpointOf('template', base), url, signature: null }
    const facts = { ...approvedFacts, userId, subId: '..' }
    return buildCallbackRequest({ keyring: testKeyring }, { facts, endpoint, sentAtMs: 0 })
  }
  for (const userId of ['.', '..']) {
    const built = build('https://publisher.example/users/{user_id}/credit', userId)
    assert.deepEqual([built.kind, built.kind === 'unsendable' && built.isForGood], ['unsendable', true])
  }
  assert.equal(build('https://publisher.example/a/{sub_id}?u={user_id}', 'u').kind, 'unsendable')
  for (const [url, userId] of [
    ['https://publisher.example/credit?u={user_id}', '..'],
    ['https://publisher.example/users/{user_id}/credit', '...'],
    ['https://publisher.example/users/{user_id}/credit', '../..'],
    ['https://publisher.example/users/u-{user_id}/credit', '..'],
    ['https://publisher.example/a/../credit/{user_id}', 'u'],
  ] as const) {
    assert.equal(build(url, userId).kind, 'request', url)
  }
})
