import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { readId } from '@quoin/core/tracking/click-id.ts'
import { failWrites } from '../../../../../test/support/failing-table.ts'
import { androidChrome, browserAccept, germanAddress } from '../../../../../test/support/follow-link.ts'
import { assertEnvelope, locationOf, openLinkScene } from '../../../../../test/support/link-scene.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { updateApp } from '../../features/apps/update-app.ts'

const iphoneSafari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const windowsEdge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const { follow, listClicks, onlyClick } = openLinkScene(() => world)

test('a link answers 302 to the offer with its macros filled, kept by no cache, index or Referer', async () => {
  const offerId = await world.addOffer({
    destination_url:
      'https://offers.example/go?click_id={click_id}&u={user_id}&s=[sub1]&o={offer_id}&x={city}',
  })
  const response = await follow({ offerId, userId: 'us er&1', subId: 'ba/nner' })
  const location = locationOf(response)
  const clickId = location.searchParams.get('click_id')
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.equal(response.headers['referrer-policy'], 'no-referrer')
  assert.equal(response.headers['x-robots-tag'], 'noindex')
  assert.equal(
    location.href,
    `https://offers.example/go?click_id=${clickId}&u=us%20er%261&s=ba%2Fnner&o=${offerId}&x=`,
  )
  assert.equal(readId(String(clickId)), clickId)
})

test('the click holds who came, from where, with what, and what became of it', async () => {
  const offerId = await world.addOffer()
  const response = await follow({ offerId, subId: 'banner-7', userAgent: iphoneSafari })
  assert.deepEqual(await onlyClick(offerId), {
    id: locationOf(response).searchParams.get('click_id'),
    appId: world.app.appId,
    offerId,
    userId: 'user-42',
    subId: 'banner-7',
    address: germanAddress,
    userAgent: iphoneSafari,
    country: 'DE',
    platform: 'ios',
    verdict: 'valid',
    outcome: 'redirected',
    reason: null,
    risk: null,
    isUnsigned: true,
    isTest: false,
    clickedAtMs: world.clock.nowMs(),
  })
})

test('the click is durable before the answer: a link waits for the commit', async () => {
  const offerId = await world.addOffer()
  const { db } = world.ports
  let isAnswered = false
  const answer = await db.transaction(async (tx) => {
    await tx.query('lock table fresh_clicks in share mode')
    const following = follow({ offerId }).finally(() => {
      isAnswered = true
    })
    for (let isWaiting = false; !isWaiting && !isAnswered; ) {
      const rows = await db.query(
        "select 1 from pg_locks where not granted and relation = 'fresh_clicks'::regclass",
        [],
      )
      isWaiting = rows.length > 0
    }
    assert.equal(isAnswered, false)
    return { following }
  })
  const clickId = locationOf(await answer.following).searchParams.get('click_id')
  assert.equal((await onlyClick(offerId)).id, clickId)
})

test('a click that the database refuses is no redirect, but an error that is ours', async (t) => {
  const own = await createWorld()
  t.after(() => own.close())
  const offerId = await own.addOffer()
  // Refused for itself: it would be refused again out of a spool. Where the database is away, clicks are spooled.
  await failWrites(own.ports.db, 'fresh_clicks')
  assertEnvelope(await follow({ offerId }, own), 500, 'SERVER_ERROR')
  const page = await follow({ offerId, accept: browserAccept }, own)
  assert.equal(page.statusCode, 500)
  assert.match(page.body, /<h1>That did not work<\/h1>/)
})

test('HEAD has the same redirect with an empty click macro, and is no click', async () => {
  const offerId = await world.addOffer()
  const response = await follow({ offerId, method: 'HEAD' })
  assert.equal(locationOf(response).href, 'https://offers.example/go?click_id=')
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.deepEqual(await listClicks(offerId), [])
})

for (const [name, value] of [
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['sec-purpose', 'prefetch;anonymous-client-ip'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
  ['x-purpose', 'preview'],
] as const) {
  test(`a prefetch (${name}: ${value}) is answered 503 no-store, and the visit after it counts`, async () => {
    const offerId = await world.addOffer()
    const response = await follow({ offerId, accept: browserAccept, headers: { [name]: value } })
    assertEnvelope(response, 503, 'SERVER_ERROR')
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.deepEqual(await listClicks(offerId), [])
    locationOf(await follow({ offerId, accept: browserAccept }))
    assert.equal((await onlyClick(offerId)).outcome, 'redirected')
  })
}

for (const [userAgent, verdict, platform] of [
  [androidChrome, 'valid', 'android'],
  [iphoneSafari, 'valid', 'ios'],
  [windowsEdge, 'valid', 'desktop'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'valid',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.43 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/531.0.0.48.71;]',
    'valid',
    'android',
  ],
  ['curl/8.14.1', 'bot', 'desktop'],
  ['python-requests/2.32.5', 'bot', 'desktop'],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.43 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'bot',
    'android',
  ],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'bot', 'desktop'],
] as const) {
  test(`${verdict === 'bot' ? 'a tool or crawler' : 'a browser'} is redirected with a click id, recorded as ${verdict} on ${platform}: ${userAgent.slice(-40)}`, async () => {
    const offerId = await world.addOffer()
    const location = locationOf(await follow({ offerId, userAgent }))
    const click = await onlyClick(offerId)
    assert.equal(location.searchParams.get('click_id'), click.id)
    assert.deepEqual([click.verdict, click.platform, click.userAgent], [verdict, platform, userAgent])
  })
}

test('client hints win over a User-Agent that says less', async () => {
  const offerId = await world.addOffer()
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  await follow({
    offerId,
    userAgent,
    headers: { 'sec-ch-ua-platform': '"Android"', 'sec-ch-ua-mobile': '?1' },
  })
  assert.equal((await onlyClick(offerId)).platform, 'android')
})

test('a User-Agent of any length is redirected, and its beginning kept', async () => {
  const offerId = await world.addOffer()
  locationOf(await follow({ offerId, userAgent: `${androidChrome} ${'x'.repeat(8_000)}` }))
  assert.equal((await onlyClick(offerId)).userAgent?.length, 1024)
})

for (const [title, more, field] of [
  ['no offer', { offerId: [] }, 'offerId'],
  ['an offer that is no number', { offerId: '1e2' }, 'offerId'],
  ['a negative offer', { offerId: '-1' }, 'offerId'],
  ['no user', { userId: [] }, 'userId'],
  ['an empty user', { userId: '' }, 'userId'],
  ['a user of 256 characters', { userId: 'u'.repeat(256) }, 'userId'],
  ['a user with a control character', { userId: 'a\nb' }, 'userId'],
  ['a subId of 256 characters', { subId: 's'.repeat(256) }, 'subId'],
] as const) {
  test(`a link with ${title} is 400 and names the parameter`, async () => {
    const response = await follow({ offerId: 1, more })
    assertEnvelope(response, 400, 'INVALID_REQUEST')
    assert.deepEqual(
      response.json().error.details.map((problem: { field: string }) => problem.field),
      [field],
    )
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.equal(response.headers['x-robots-tag'], 'noindex')
  })
}

for (const [title, more] of [
  ['no key', { apiKey: [] }],
  ['an empty key', { apiKey: '' }],
  ['an unknown key', { apiKey: 'pk_live_0000000000000000000000000000' }],
  ['an unknown key and nothing else that is right', { apiKey: 'nonsense', offerId: 'x', userId: '' }],
  ['no key and an endless user', { apiKey: [], userId: 'u'.repeat(5_000) }],
] as const) {
  test(`a link with ${title} is 401 INVALID_API_KEY`, async () => {
    assertEnvelope(await follow({ offerId: 1, more }), 401, 'INVALID_API_KEY')
  })
}

test('the key of a suspended app is INVALID_API_KEY', async () => {
  const own = await createWorld()
  const offerId = await own.addOffer()
  await updateApp(own.ports, own.app.appId, { status: 'suspended' })
  assertEnvelope(await follow({ offerId }, own), 401, 'INVALID_API_KEY')
  assert.deepEqual(await listClicks(offerId, own), [])
  await own.close()
})

test('a secret is no key, and an answer never says it', async () => {
  const response = await follow({ offerId: 1, apiKey: world.app.live.apiSecret })
  assertEnvelope(response, 401, 'INVALID_API_KEY')
  assert.ok(!response.body.includes(world.app.live.apiSecret))
})

test('an unknown offer is 404', async () => {
  assertEnvelope(await follow({ offerId: 987_654_321 }), 404, 'RESOURCE_NOT_FOUND')
})

for (const [title, visit, status] of [
  ['a bad parameter', { offerId: '' }, 400],
  ['an unknown key', { offerId: 1, apiKey: 'pk_live_x' }, 401],
  ['an unknown offer', { offerId: 987_654_321 }, 404],
] as const) {
  test(`${title} is ${status}: a page for browsers, the envelope for tools`, async () => {
    const page = await follow({ ...visit, accept: browserAccept })
    assert.equal(page.statusCode, status)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.equal(page.headers['x-content-type-options'], 'nosniff')
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
    assert.match(page.body, /<h1>This link does not work<\/h1>/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9']) {
      const json = await follow({ ...visit, accept })
      assert.equal(json.statusCode, status)
      assert.equal(json.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(json.json().success, false)
    }
  })
}

test('a page speaks the language of the visitor and says which it is', async () => {
  const visit = { offerId: 987_654_321, accept: browserAccept }
  const arabic = await follow({ ...visit, headers: { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.8' } })
  assert.match(arabic.body, /<html lang="ar" dir="rtl">/)
  const unknown = await follow({ ...visit, headers: { 'accept-language': 'tlh' } })
  assert.match(unknown.body, /<html lang="en" dir="ltr">/)
})

test('a subId of 255 characters is kept, an empty one is none', async () => {
  const [long = 0, empty = 0] = await world.addOffers([{}, {}])
  const subId = '💶'.repeat(255)
  await follow({ offerId: long, subId })
  await follow({ offerId: empty, subId: '' })
  assert.equal((await onlyClick(long)).subId, subId)
  assert.equal((await onlyClick(empty)).subId, null)
})

test('the first of a repeated parameter counts, and unknown ones are ignored', async () => {
  const offerId = await world.addOffer()
  const more = {
    userId: ['first', 'second'],
    apiKey: [world.app.live.apiKey, 'pk_live_other'],
    fbclid: 'IwAR0x',
    utm_source: 'mail',
    url: 'https://evil.example/',
    redirect: '//evil.example',
  }
  const location = locationOf(await follow({ offerId, more }))
  assert.equal(location.host, 'offers.example')
  assert.equal((await onlyClick(offerId)).userId, 'first')
})

test('two clicks have two ids, and neither tells the other', async () => {
  const offerId = await world.addOffer()
  const ids = await Promise.all(
    Array.from(
      { length: 20 },
      async () => locationOf(await follow({ offerId })).searchParams.get('click_id') ?? '',
    ),
  )
  assert.equal(new Set(ids.map((id) => id.slice(14))).size, 20)
  assert.equal((await listClicks(offerId)).length, 20)
})

test('a changed destination counts from the next click on', async () => {
  const row = { external_id: 'moving', destination_url: 'https://one.example/{click_id}' }
  const offerId = await world.addOffer(row)
  assert.equal(locationOf(await follow({ offerId })).host, 'one.example')
  await world.addOffer({ ...row, destination_url: 'https://two.example/{click_id}' })
  assert.equal(locationOf(await follow({ offerId })).host, 'two.example')
})

test('other methods are no tracking link', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    assertEnvelope(await follow({ offerId: 1, method }), 404, 'RESOURCE_NOT_FOUND')
  }
})

test('nothing of a link is logged but its ids', async () => {
  const offerId = await world.addOffer()
  await follow({
    offerId,
    userId: 'canary-user',
    subId: 'canary-sub',
    headers: { referer: 'https://canary.example/' },
  })
  assert.ok(!world.log.lines.join('\n').includes('canary'))
  assert.ok(!world.log.lines.join('\n').includes(world.app.live.apiKey))
})
