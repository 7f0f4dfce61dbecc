import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { runCommandHere } from './support/run-command.ts'
import { startServerProcess } from './support/server-process.ts'

/** Commands use what the server was started with. */
const server = await startServerProcess({
  environment: { OUTGOING_ADDRESSES: '198.51.100.7, 2001:db8::/48' },
})
const secret = 'a-canary-of-a-secret-1234567'
const url = 'https://publisher.example/cb'

async function quoin(words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCommandHere(words, server.environment)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout)
  return JSON.parse(stdout)
}

interface Endpoint {
  readonly id: number
  readonly parameters: string | null
  readonly signature: unknown
  readonly success: { readonly okBody: string | null; readonly failureBody: string | null }
  readonly amounts: string
  readonly transactionIdLength: { readonly credit: number; readonly reversal: number }
  readonly sentFrom: { readonly addresses: readonly string[]; readonly note: string | null }
}

interface EndpointSet {
  readonly endpointId: number
  readonly reversals: { readonly style: string; readonly amounts: string; readonly advice: string }
}

interface Preview {
  readonly status: string
  readonly signedText: string
  readonly digest: string
  readonly url: string
}

// The output of a command is taken for the shape it must have.
const set = async (...words: string[]) => (await quoin(['callbacks', 'set', '1', ...words])) as EndpointSet
const show = async (id: number) => (await quoin(['callbacks', 'show', String(id)])) as Endpoint
const sign = async (id: number, ...words: string[]) =>
  (await quoin(['callbacks', 'sign', String(id), '--sample', ...words])) as Preview[]

test('none takes a body rule, a signature and parameters away, and says nothing else', async () => {
  const { endpointId } = await set(
    ...['--name', 'none', '--format', 'wannads', '--url', url, '--parameters', 'u={user_id}'],
    ...['--ok-body', 'FINE', '--failure-body', 'BAD'],
  )
  const before = await show(endpointId)
  assert.deepEqual(before.success, { okBody: 'FINE', failureBody: 'BAD' })
  const none = ['--ok-body', '--failure-body', '--signature', '--parameters'].flatMap((name) => [
    name,
    'none',
  ])
  await set('--name', 'none', ...none)
  const { success, signature, parameters } = await show(endpointId)
  assert.deepEqual(
    { success, signature, parameters },
    { success: { okBody: null, failureBody: null }, signature: 'none', parameters: null },
  )
  const [sample] = await sign(endpointId)
  assert.equal(sample?.digest, null)
  assert.ok(!sample?.url.includes('signature='))
})

test('callbacks set says how it takes back, and for which receivers another way is right', async () => {
  const { reversals } = await set('--name', 'reversals', '--format', 'wannads', '--url', url)
  assert.deepEqual([reversals.style, reversals.amounts], ['new_id_with_reference', 'signed'])
  assert.match(reversals.advice, /subtracts the reward when status is 2 needs --amounts absolute/)
  assert.match(reversals.advice, /--case reversal/)
})

test('callbacks show tells how long ids are and from which addresses callbacks come', async () => {
  const { endpointId } = await set('--name', 'shown', '--format', 'wannads', '--url', url)
  const shown = await show(endpointId)
  assert.deepEqual(shown.transactionIdLength, { credit: 32, reversal: 32 })
  assert.deepEqual(shown.sentFrom, { addresses: ['198.51.100.7', '2001:db8::/48'], note: null })
  const longer = await set('--name', 'shown', '--transaction-ids', 'uuid', '--reversal-style', 'prefixed_id')
  assert.deepEqual((await show(longer.endpointId)).transactionIdLength, { credit: 36, reversal: 38 })
})

test('callbacks sign shows what is signed, the digest and the URL, and no secret', async () => {
  const { endpointId } = await set(
    ...['--name', 'signed', '--format', 'template', '--url', `${url}?token=${secret}`],
    ...['--parameters', 'u={user_id}&id={transaction_id}&r={reward}', '--secret', secret],
    ...['--signature', 'hmac_sha1 {user_id}-{reward} parameter:s base64url'],
  )
  const [sample] = await sign(endpointId, '--user', 'ada', '--payout', '2')
  const expected = createHmac('sha1', secret)
    .update(sample?.signedText ?? '')
    .digest('base64url')
  assert.match(sample?.signedText ?? '', /^ada-\d+$/)
  assert.equal(sample?.digest, expected)
  assert.equal(new URL(sample?.url ?? '').searchParams.get('s'), expected)
  const printed = await runCommandHere(
    ['callbacks', 'sign', String(endpointId), '--case', 'reversal'],
    server.environment,
  )
  assert.ok(!printed.stdout.includes(secret))
  assert.equal(JSON.parse(printed.stdout)[1].status, 'reversed')
  await set('--name', 'signed', '--signature', 'sha256 sorted_query parameter:s')
  const [sorted] = await sign(endpointId, '--user', 'ada')
  assert.match(sorted?.signedText ?? '', /^id=[0-9a-f]{32}&r=\d+&token=%2A%2A%2A&u=ada\*\*\*$/)
})

test('a signature scheme that is none says which words there are', async () => {
  const { code, stderr } = await runCommandHere(
    ['callbacks', 'set', '1', '--url', url, '--signature', 'md5 {secret} parameter:s base32'],
    server.environment,
  )
  assert.notEqual(code, 0)
  assert.match(stderr, /hex, base64, base64url/)
})
