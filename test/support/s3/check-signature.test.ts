import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSignatureFault, type SignedRequest } from './check-signature.ts'

/** The examples that AWS prints in its description of the signature, so that the tests of backups lean on more than themselves. */

const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const expected = { key, region: 'us-east-1', nowMs: Date.UTC(2013, 4, 24) }
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface Example {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly sum?: string
  readonly signature: string
}

function signed({
  method = 'GET',
  url,
  headers = {},
  body = '',
  sum = empty,
  signature,
}: Example): SignedRequest {
  const all: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': sum,
    'x-amz-date': '20130524T000000Z',
    ...headers,
  }
  const names = Object.keys(all).sort().join(';')
  const scope = `${key.accessKeyId}/20130524/us-east-1/s3/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { method, url, headers: { ...all, authorization }, body: Buffer.from(body) }
}

const read = signed({
  url: '/test.txt',
  headers: { range: 'bytes=0-9' },
  signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
})
const written = signed({
  method: 'PUT',
  url: '/test%24file.text',
  headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
  body: 'Welcome to Amazon S3.',
  sum: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
  signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
})
const listed = signed({
  url: '/?max-keys=2&prefix=J',
  signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
})

test('the signatures that AWS prints are good', () => {
  for (const request of [read, written, listed])
    assert.equal(findSignatureFault(request, expected), undefined)
})

const faults: readonly (readonly [string, SignedRequest, object, string])[] = [
  ['another method', { ...read, method: 'DELETE' }, {}, 'SignatureDoesNotMatch'],
  ['another key of an object', { ...read, url: '/other.txt' }, {}, 'SignatureDoesNotMatch'],
  ['another query', { ...listed, url: '/?max-keys=3&prefix=J' }, {}, 'SignatureDoesNotMatch'],
  [
    'another signed header',
    { ...read, headers: { ...read.headers, range: 'bytes=0-8' } },
    {},
    'SignatureDoesNotMatch',
  ],
  ['a body that was changed', { ...written, body: Buffer.from('Welcome') }, {}, 'XAmzContentSHA256Mismatch'],
  [
    'a header of S3 that is not signed',
    { ...read, headers: { ...read.headers, 'x-amz-acl': 'public-read' } },
    {},
    'AccessDenied',
  ],
  ['no signature', { ...read, headers: {} }, {}, 'AccessDenied'],
  ['a stale date', read, { nowMs: expected.nowMs + 16 * 60_000 }, 'RequestTimeTooSkewed'],
  ['another region', read, { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ['another secret', read, { key: { ...key, secretAccessKey: 'x' } }, 'SignatureDoesNotMatch'],
  ['a token that is missing', read, { key: { ...key, sessionToken: 'x' } }, 'InvalidToken'],
]
for (const [fault, request, otherwise, word] of faults)
  test(`${fault} is refused`, () => {
    assert.equal(findSignatureFault(request, { ...expected, ...otherwise }), word)
  })
