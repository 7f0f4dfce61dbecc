import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openReceiver } from '../support/callback-receiver.ts'
import { until } from '../support/eventually.ts'
import { call, follow, offersOf, type Publisher } from '../support/publisher-client.ts'
import { runCommandHere } from '../support/run-command.ts'
import { startServerProcess } from '../support/server-process.ts'

/**
 * The afternoon of a publisher's developer (docs/publishers.md, "Test mode"): list, follow, convert on the page,
 * get the callback, reconcile. Real processes, the commands of the operator, and a receiver on loopback.
 */
const server = await startServerProcess({
  environment: { OUTGOING_ALLOW: '127.0.0.1', OPERATOR_TOKEN: 'a-token-of-the-operator-0123456789abcdef' },
})
const receiver = await openReceiver()
after(() => receiver.close())

async function quoin<T>(...words: string[]): Promise<T> {
  const ended = await runCommandHere(words, server.environment)
  assert.equal(ended.code, 0, ended.stderr)
  return JSON.parse(ended.stdout)
}

interface Credentials {
  readonly apiKey: string
  readonly apiSecret: string
}

const app = await quoin<{ appId: number; live: Credentials; test: Credentials }>(
  ...['apps', 'create', '--name', 'Walk-through', '--currency-name', 'Coins', '--currency-rate', '100'],
)
const tester: Publisher = { baseUrl: server.url, ...app.test }
const live: Publisher = { baseUrl: server.url, ...app.live }
const userId = 'developer-1'

type Fields = Readonly<Record<string, unknown>>

/** All there is, once all of it is settled. */
async function changesOf(publisher: Publisher): Promise<readonly Fields[]> {
  const { data } = await call(publisher, '/api/v1/conversions')
  return data as readonly Fields[] // the shape is tested elsewhere
}

async function limitOf({ apiKey, apiSecret }: Publisher): Promise<string | null> {
  const { headers } = await fetch(`${server.url}/api/v1/offers?userId=x&limit=1`, {
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
  })
  return headers.get('x-ratelimit-limit')
}

test('list → follow → convert on the page → callback received → reconciled, and nothing live moved', async () => {
  const endpoint = await quoin<{ secret: string }>(
    ...['callbacks', 'set', String(app.appId), '--url', `${receiver.url}/callbacks`, '--mode', 'test'],
  )
  // A later change of the app that can be seen from outside: what came before it is known, too.
  await quoin('apps', 'update', String(app.appId), '--rate-limit', '98765')
  await until(async () => (await limitOf(tester)) === '98765', 'the server knew of the endpoint')

  const offer = (await offersOf(tester, userId)).find(({ name }) => name === 'Test offer: for everybody')
  assert.ok(offer, 'test credentials list the test offers')
  const offerId = offer.offer_id
  assert.ok(!(await offersOf(live, userId)).some(({ name }) => name.startsWith('Test offer')))

  const { clickId } = await follow(offer.link)
  const page = await (await fetch(`${server.url}/test-offer?click_id=${clickId}`)).text()
  const action = /<form action="([^"]+)"/.exec(page)?.[1] ?? ''
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const parameters = new URLSearchParams()
  for (const [, name = '', value = ''] of fields) parameters.set(name, value)
  assert.match(page, /<button[^>]* name="status" value="approved"/)
  parameters.set('status', 'approved')
  const answer = (await (await fetch(`${action.replaceAll('&amp;', '&')}?${parameters}`)).json()) as {
    data: Fields
  }
  assert.equal(answer.data['status'], 'approved')
  const conversionId = String(answer.data['conversion_id'])

  await until(() => receiver.received.length > 0, 'the callback came')
  const [told] = receiver.received
  const event = new Webhook(endpoint.secret).verify(
    told?.body ?? '',
    told?.headers as Record<string, string>,
  ) as {
    data: Fields
  } // Standard Webhooks; its fields are tested elsewhere
  assert.deepEqual([event.data['conversion_id'], event.data['is_test']], [conversionId, true])

  await until(async () => (await changesOf(tester)).length > 0, 'the change was settled')
  const [change] = await changesOf(tester)
  assert.deepEqual(
    [
      change?.['conversion_id'],
      change?.['user_id'],
      change?.['status'],
      change?.['payout_local'],
      change?.['is_test'],
    ],
    [conversionId, userId, 'approved', 100, true],
  )
  type Told = { callbacks: readonly { state: string; attempts: readonly Fields[] }[] } // the shape is tested elsewhere
  const listCallbacks = async () =>
    ((await call(tester, `/api/v1/conversions/${conversionId}`)).data as Told).callbacks
  // The outcome of an attempt is noted after its receiver has answered.
  await until(async () => (await listCallbacks())[0]?.state === 'delivered', 'the attempt was noted')
  assert.deepEqual(
    (await listCallbacks()).map(({ state, attempts }) => [state, attempts[0]?.['http_status']]),
    [['delivered', 200]],
  )

  const eligibility = await call(tester, `/api/v1/offers/${offerId}/eligibility?userId=${userId}`)
  assert.equal((eligibility.data as Fields)['eligible'], false)

  // Nothing of it is live: not in the list of changes, not in the books, not in the figures.
  assert.deepEqual(await changesOf(live), [])
  assert.equal((await call(live, `/api/v1/conversions/${conversionId}`)).code, 'RESOURCE_NOT_FOUND')
  const ledger = await quoin<{ isClean: boolean; entries: number }>('ledger', 'check')
  assert.deepEqual([ledger.isClean, ledger.entries], [true, 0])

  const timeline = await runCommandHere(['timeline', clickId], server.environment)
  for (const line of ['with a test key', 'is approved', 'is owed; by now it is delivered', 'status 200'])
    assert.ok(timeline.stdout.includes(line), `${line}: ${timeline.stdout}`)
  assert.ok(!timeline.stdout.includes('Booked'))
  const facts = await quoin<{ entries: readonly { kind: string }[] }>('timeline', clickId, '--json')
  assert.ok(facts.entries.some(({ kind }) => kind === 'attempt'))
  const byApi = await fetch(`${server.url}/operator/v1/timeline/${clickId}`, {
    headers: { authorization: 'Bearer a-token-of-the-operator-0123456789abcdef' },
  })
  const { data } = (await byApi.json()) as { data: { entries: readonly unknown[] } } // the envelope
  assert.equal(data.entries.length, facts.entries.length)
})

test('a publisher erases the user: the callback log, the list and the timeline name them no more', async () => {
  const before = await changesOf(tester)
  const erased = await call(tester, `/api/v1/users/${userId}`, undefined, 'DELETE')
  assert.equal(erased.status, 200)
  const after = await changesOf(tester)
  assert.equal(after.length, before.length)
  assert.ok(!JSON.stringify(after).includes(userId))
  const clickId = String(before[0]?.['click_id'])
  const { stdout } = await runCommandHere(['timeline', clickId, '--json'], server.environment)
  assert.ok(stdout.includes('erased-'))
  assert.ok(!stdout.includes(userId))
})
