import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'

import { acceptedStatusWords, readStatus, transition } from '@quoin/core/conversions/status.ts'
import { followOffer, type Told, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
})
after(() => world.close())

const click = (options = {}) => followOffer(world, { offerId, ...options })

interface Data {
  readonly conversion_id: string | null
  readonly click_id: string
  readonly status: string
  readonly duplicate: boolean
  readonly reason?: string
  readonly live_reason?: string
  readonly test?: boolean
}

/** The data of a postback that is answered with 200. */
async function ok(given: Told): Promise<Data> {
  const response = await tell(world, given)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

/** The problems of one that is refused with 400. */
async function details(given: Told): Promise<Record<string, string>[]> {
  const response = await tell(world, given)
  assert.equal(response.statusCode, 400, response.body)
  assert.equal(response.json().error.code, 'INVALID_REQUEST')
  return response.json().error.details
}

test('a network reports a conversion by GET', async () => {
  const clickId = await click()
  const response = await tell(world, { query: { click_id: clickId, payout: '1.50', status: 'approved' } })
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['cache-control'], 'no-store')
  const { success, data, message, meta } = response.json()
  assert.equal(success, true)
  assert.deepEqual(data, { ...data, click_id: clickId, status: 'approved', duplicate: false })
  assert.deepEqual(Object.keys(data), ['conversion_id', 'click_id', 'status', 'duplicate'])
  assert.equal(typeof message, 'string')
  assert.match(meta.request_id, /^req_/)
})

test('a network reports by POST with a form or JSON, and a click id in capitals', async () => {
  const [first, second] = [await click(), await click({ userId: 'user-43' })]
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const body = `click_id=${first.toUpperCase()}&payout=1.5&status=approved&status=rejected`
  assert.equal((await ok({ method: 'POST', headers: form, body })).click_id, first)
  const json = JSON.stringify({ click_id: second, payout: 1.5, status: 1 })
  const data = await ok({ method: 'POST', headers: { 'content-type': 'application/json' }, body: json })
  assert.deepEqual([data.click_id, data.status], [second, 'approved'])
})

test('query and body are one report: the query is read first, and the first value counts', async () => {
  const clickId = await click({ userId: 'merged' })
  const data = await ok({
    method: 'POST',
    query: { status: ['pending', 'approved'], click_id: clickId },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payout=1&status=rejected',
  })
  assert.equal(data.status, 'pending')
})

test('a repeat says duplicate and changes nothing', async () => {
  const query = { click_id: await click({ userId: 'again' }), payout: '1.50', status: 'approved' }
  const data = await ok({ query })
  assert.deepEqual(await ok({ query }), { ...data, duplicate: true })
  assert.deepEqual(await ok({ query: { ...query, payout: '9' } }), {
    ...data,
    duplicate: true,
    reason: 'payout_ignored',
  })
  const events = await world.ports.store.conversions.listEvents(world.ports.db, String(data.conversion_id))
  assert.equal(events.length, 1)
})

test('every status word is understood', async () => {
  for (const word of acceptedStatusWords) {
    const query = {
      click_id: await click({ userId: `word-${word}` }),
      payout: '1',
      status: word.toUpperCase(),
    }
    const status = transition('none', readStatus(word) ?? 'pending')
    if (status === undefined) assert.equal((await details({ query }))[0]?.['rule'], 'transition')
    else assert.equal((await ok({ query })).status, status, word)
  }
})

test('an unknown word is refused with the list of those that are accepted', async () => {
  const [problem] = await details({ query: { click_id: await click(), payout: '1', status: '2' } })
  assert.equal(problem?.['field'], 'status')
  for (const word of acceptedStatusWords) assert.ok(problem?.['message']?.includes(word), word)
})

test('pending, approved, reversed: the whole way, with its history', async () => {
  const clickId = await click({ userId: 'way' })
  const statuses = ['pending', 'approved', 'reversed']
  let id = ''
  for (const status of statuses) {
    const payout = status === 'reversed' ? '-1' : '1'
    const data = await ok({ query: { click_id: clickId, payout, status } })
    assert.deepEqual([data.status, data.duplicate], [status, false])
    id = String(data.conversion_id)
  }
  const events = await world.ports.store.conversions.listEvents(world.ports.db, id)
  assert.deepEqual(
    events.map((event) => [event.version, event.fromStatus, event.toStatus]),
    [
      [1, null, 'pending'],
      [2, 'pending', 'approved'],
      [3, 'approved', 'reversed'],
    ],
  )
  for (const status of ['approved', 'pending']) {
    const late = await ok({ query: { click_id: clickId, payout: '1', status } })
    assert.deepEqual([late.status, late.duplicate, late.reason], ['reversed', true, 'superseded'])
  }
  const [problem] = await details({ query: { click_id: clickId, payout: '1', status: 'rejected' } })
  assert.deepEqual([problem?.['field'], problem?.['rule']], ['status', 'transition'])
})

test('a malformed or unknown click id is 404', async () => {
  const unknown = world.ports.newId()
  for (const clickId of ['x', '123', `${unknown}0`, unknown, 'a\u0000b', 'x'.repeat(300)]) {
    const response = await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
    assert.equal(response.statusCode, 404, clickId)
    assert.equal(response.json().error.code, 'RESOURCE_NOT_FOUND')
  }
})

test('every bad parameter is named at once', async () => {
  const problems = await details({ query: { payout: '1e3', txn_id: 'x'.repeat(256), test: 'maybe' } })
  const named = problems.map(({ field, rule }) => `${field} ${rule}`)
  assert.deepEqual(named.sort(), ['click_id required', 'payout decimal', 'status required', 'txn_id length'])
  const [dryRun] = await details({ query: { click_id: 'x', payout: '1', status: '1', test: 'maybe' } })
  assert.deepEqual([dryRun?.['field'], dryRun?.['rule']], ['test', 'enum'])
  for (const payout of ['', '1,5', '+1', ' 1', '1.1234567', 'NaN', '0x10', '10001', '.5']) {
    const [problem] = await details({ query: { click_id: 'x', payout, status: 'approved' } })
    assert.equal(problem?.['field'], 'payout', payout)
  }
})

test('an amount below zero, another currency and a goal that the offer has not are refused', async () => {
  const query = { click_id: await click({ userId: 'values' }), payout: '1', status: 'approved' }
  for (const [field, value] of [
    ['payout', '-0.01'],
    ['currency', 'EUR'],
    ['goal', 'level-10'],
  ] as const) {
    const [problem] = await details({ query: { ...query, [field]: value } })
    assert.equal(problem?.['field'], field)
  }
  assert.equal((await ok({ query: { ...query, currency: 'usd', goal: '' } })).status, 'approved')
})

for (const [field, macro] of [
  ['payout', '{payout}'],
  ['click_id', '#s2#'],
  ['status', '[%STATUS%]'],
  ['txn_id', '{{transaction_id}}'],
  ['goal', '##GOAL##'],
  ['payout', '##CPA_AMOUNT##,##RS_AMOUNT##'],
] as const) {
  test(`a macro that was never filled in is 400 and says which: ${field}=${macro}`, async () => {
    const query = { click_id: await click(), payout: '1', status: 'approved', [field]: macro }
    const [problem] = await details({ query })
    assert.deepEqual([problem?.['field'], problem?.['rule']], [field, 'literal_macro'])
    assert.ok(problem?.['message']?.includes(macro.split(',')[0] ?? ''))
  })
}

test('a literal macro in a parameter that nobody reads is no harm', async () => {
  const query = {
    click_id: await click({ userId: 'extra' }),
    payout: '1',
    status: 'approved',
    geo: '{country}',
  }
  assert.equal((await ok({ query })).status, 'approved')
})

test('test=1 decides in full and writes nothing, not even the log', async () => {
  const tables = ['conversions', 'conversion_events', 'postback_requests', 'cap_counters']
  const count = async () => {
    const queries = tables.map((table) => world.ports.db.query(`select count(*) as n from ${table}`))
    return JSON.stringify(await Promise.all(queries))
  }
  const capped = await world.addOffer({ daily_cap: 1 })
  const query = { click_id: await followOffer(world, { offerId: capped }), payout: '1', status: 'approved' }
  const over = await followOffer(world, { offerId: capped, userId: 'over' })
  const rows = await count()
  const tried = await ok({ query: { ...query, test: '1' } })
  assert.deepEqual(tried, {
    conversion_id: null,
    click_id: query.click_id,
    status: 'approved',
    duplicate: false,
    test: true,
  })
  assert.equal(await count(), rows)
  const meant = await ok({ query: { ...query, test: '0' } })
  const after = await count()
  const again = await ok({ query: { ...query, test: 'true' } })
  assert.deepEqual(again, { ...meant, duplicate: true, test: true })
  const refused = await ok({ query: { ...query, click_id: over, test: '1' } })
  assert.deepEqual([refused.status, refused.reason], ['rejected', 'cap'])
  assert.equal(await count(), after)
})

test('HEAD reports nothing, and other methods are 404', async () => {
  const clickId = await click({ userId: 'head' })
  const url = `/postback?click_id=${clickId}&payout=1&status=approved`
  for (const method of ['HEAD', 'PUT', 'DELETE'] as const) {
    assert.equal((await world.server.inject({ method, url })).statusCode, 404, method)
  }
  const rows = await world.ports.db.query('select 1 from conversions where click_id = $1', [clickId])
  assert.equal(rows.length, 0)
})

test('a body that is no form and no JSON object is 400, and so is one that is too large', async () => {
  const query = { click_id: await click({ userId: 'bodies' }), payout: '1', status: 'approved' }
  for (const [type, body] of [
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain', 'a=b'],
    ['application/json', '[]'],
    ['application/json', '"text"'],
    ['application/json', '{"a":'],
    ['application/x-www-form-urlencoded', `a=${'x'.repeat(17_000)}`],
  ] as const) {
    const response = await tell(world, { method: 'POST', query, headers: { 'content-type': type }, body })
    assert.equal(response.statusCode, 400, `${type} ${body.slice(0, 10)}`)
    assert.equal(response.json().error.code, 'INVALID_REQUEST')
  }
  assert.equal((await ok({ method: 'POST', query })).duplicate, false)
})

test('a network with a token is found by it, and its clicks by no other way', async () => {
  const { postbackUrl } = await world.addNetwork({ slug: 'tokened', proof: 'token' })
  const path = new URL(postbackUrl).pathname
  const theirs = await world.addOffer({}, 'tokened')
  const query = { click_id: await followOffer(world, { offerId: theirs }), payout: '1', status: 'approved' }
  for (const wrong of ['/postback', '/postback/guess', `${path}x`]) {
    const response = await tell(world, { path: wrong, query })
    assert.equal(response.statusCode, 401, wrong)
    assert.equal(response.json().error.code, 'INVALID_API_KEY')
  }
  assert.equal((await ok({ path, query })).status, 'approved')
  const foreign = await tell(world, {
    path,
    query: { ...query, click_id: await click({ userId: 'foreign' }) },
  })
  assert.equal(foreign.statusCode, 404)
})

test('credentials are judged before the parameters are', async () => {
  const response = await tell(world, {
    method: 'POST',
    path: '/postback/guess',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  assert.equal(response.statusCode, 401)
})

test('a network with a signature is believed with it, for exactly what it signs', async () => {
  const { postbackUrl, hmacSecret } = await world.addNetwork({ slug: 'signed', proof: 'hmac' })
  const path = new URL(postbackUrl).pathname
  const theirs = await world.addOffer({}, 'signed')
  const sign = (text: string) =>
    createHmac('sha256', hmacSecret ?? '')
      .update(text)
      .digest('hex')
  const raw = `click_id=${await followOffer(world, { offerId: theirs })}&payout=1.0&status=%61pproved`
  const at = (search: string, rest: Told = {}) => tell(world, { path: `${path}?${search}`, ...rest })
  assert.equal((await at(raw)).statusCode, 401)
  assert.equal((await at(`${raw}&signature=${sign(raw)}0`)).statusCode, 401)
  assert.equal((await at(`${raw}&payout=9&signature=${sign(raw)}`)).statusCode, 401)
  assert.equal((await at(raw.replace('%61', 'a'), { headers: { 'x-signature': sign(raw) } })).statusCode, 401)
  assert.equal((await at(raw, { headers: { 'x-signature': sign(raw) } })).statusCode, 200)
  const again = await at(`signature=${sign(raw)}&${raw}`)
  assert.equal(again.json().data.duplicate, true)

  const other = await followOffer(world, { offerId: theirs, userId: 'body' })
  const body = JSON.stringify({ click_id: other, payout: 1, status: 'pending' })
  const headers = { 'content-type': 'application/json', 'x-signature': sign(body) }
  const smuggled = await at('status=approved', { method: 'POST', headers, body })
  assert.equal(smuggled.json().data.status, 'pending')
  const altered = await at('', { method: 'POST', headers, body: body.replace('pending', 'approved') })
  assert.equal(altered.statusCode, 401)
})

test('an allow list keeps other addresses out, with and without a token', async () => {
  const open = { proof: 'none', allowedAddresses: ['203.0.113.0/24'] } as const
  await world.addNetwork({ slug: 'listed', ...open })
  const theirs = await world.addOffer({}, 'listed')
  const query = { click_id: await followOffer(world, { offerId: theirs }), payout: '1', status: 'approved' }
  assert.equal((await tell(world, { query, address: '198.51.100.1' })).statusCode, 401)
  assert.equal((await tell(world, { query, address: '203.0.113.77' })).statusCode, 200)
  const { postbackUrl } = await world.addNetwork({ slug: 'both', ...open, proof: 'token' })
  const path = new URL(postbackUrl).pathname
  assert.equal((await tell(world, { path, query, address: '198.51.100.1' })).statusCode, 401)
})

test('senders that compare text read theirs; refusals and dry runs stay the envelope', async () => {
  const reply = async (preset: string) => {
    const { postbackUrl } = await world.addNetwork({ slug: `replies-${preset}`, preset, proof: 'token' })
    const path = new URL(postbackUrl).pathname
    const theirs = await world.addOffer({}, `replies-${preset}`)
    const query = { click_id: await followOffer(world, { offerId: theirs }), payout: '1', status: 'approved' }
    const dryRun = await tell(world, { path, query: { ...query, test: '1' } })
    assert.equal(dryRun.json().data.test, true)
    const answers = [await tell(world, { path, query }), await tell(world, { path, query })]
    for (const { statusCode, headers } of answers) {
      assert.equal(statusCode, 200)
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    }
    assert.equal((await tell(world, { path, query: { ...query, status: 'what' } })).statusCode, 400)
    return answers.map(({ body }) => body)
  }
  assert.deepEqual(await reply('wannads'), ['OK', 'DUP'])
  assert.deepEqual(await reply('tune'), ['success=true;', 'success=true;'])
  assert.deepEqual(await reply('offertoro'), ['1', '1'])
})

test('a network that cannot choose names is understood by its own', async () => {
  const { postbackUrl } = await world.addNetwork({ slug: 'names', preset: 'wannads', proof: 'token' })
  const theirs = await world.addOffer({}, 'names')
  const subId = await followOffer(world, { offerId: theirs })
  const path = new URL(postbackUrl).pathname
  const query = { subId, transId: 'T-1', payout: '1', status: '1', reward: '100' }
  assert.equal((await tell(world, { path, query })).body, 'OK')
  const back = await tell(world, { path, query: { ...query, transId: 'T-2', status: '2' } })
  assert.equal(back.body, 'OK')
  const [row] = await world.ports.db.query<{ status: string; txn_id: string }>(
    'select status, txn_id from conversions where click_id = $1',
    [subId],
  )
  assert.deepEqual(row, { status: 'reversed', txn_id: 'T-2' })
})

test('a headless browser with a test key is approved, and the answer says that a live one would be held', async () => {
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36'
  const reportOf = async (apiKey: string, userId: string) =>
    await ok({
      query: { click_id: await click({ apiKey, userId, userAgent }), payout: '1.50', status: 'approved' },
    })
  const live = await reportOf(world.app.live.apiKey, 'headless-live')
  assert.deepEqual([live.status, live.reason, live.live_reason], ['pending', 'bot', undefined])
  const tried = await reportOf(world.app.test.apiKey, 'headless-test')
  assert.deepEqual([tried.status, tried.reason, tried.live_reason], ['approved', undefined, 'bot'])
  const path = `/api/v1/conversions/${tried.conversion_id}`
  const shown = await world.call({ path, headers: world.testCredentials })
  assert.equal(shown.json().data.live_reason, 'bot', shown.body)
  const events = await world.ports.store.conversions.listEvents(world.ports.db, String(tried.conversion_id))
  assert.deepEqual(
    events.map(({ toStatus }) => toStatus),
    ['approved'],
  )
})
