import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { findFreePort } from '../../packages/embedded-postgres/src/free-port.ts'
import { createWorld, type World } from '../support/world.ts'

const browser = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

/**
 * The whole story of the contract over HTTP: a publisher's server, a user's browser and a network, each with its own
 * door.
 */
let world: World
let base: string
let advertiser: Server
/** The addresses by which visitors came to the advertiser. */
const visits: URL[] = []

before(async () => {
  const port = await findFreePort()
  base = `http://127.0.0.1:${port}`
  world = await createWorld({
    environment: { BASE_URL: base },
    app: { currencyName: 'Coins', currencyRate: 100_000_000 },
  })
  await world.server.listen({ host: '127.0.0.1', port })
  advertiser = createServer((request, response) => {
    visits.push(new URL(request.url ?? '', 'http://advertiser.example'))
    response.end('Play!')
  })
  await once(advertiser.listen(0, '127.0.0.1'), 'listening')
})
after(async () => {
  advertiser.close()
  await world.close()
})

interface Wire {
  readonly status: number
  readonly headers: Headers
  readonly json: {
    readonly success: boolean
    readonly data: never
    readonly error: { readonly code: string }
    readonly meta: Readonly<Record<string, unknown>>
  }
}

async function call(url: string, init: RequestInit = {}): Promise<Wire> {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, json: (await response.json()) as Wire['json'] } // the envelope, asserted below
}

interface WireOffer {
  readonly offer_id: number
  readonly payout: number
  readonly payout_local: number
  readonly currency: string
  readonly link: string
}

async function listOffers(userId: string): Promise<WireOffer[]> {
  const url = `${base}/api/v1/offers?${new URLSearchParams({ userId, userAgent: browser, country: 'DE' })}`
  const { status, json } = await call(url, { headers: world.credentials })
  assert.equal(status, 200)
  assert.deepEqual(json.meta['detected'], { country: 'DE', device: 'android' })
  return json.data
}

/** The network's report; the postback address is the one it was given. */
async function report(clickId: string, status: string, payout = '1.50', method = 'GET') {
  const parameters = new URLSearchParams({ click_id: clickId, payout, status })
  const init = { method, body: parameters }
  const answer =
    method === 'GET' ? await call(`${base}/postback?${parameters}`) : await call(`${base}/postback`, init)
  return {
    status: answer.status,
    code: answer.json.error?.code,
    data: answer.json.data as Record<string, unknown>,
  } // the envelope's
}

/** A visitor follows the link as given, and on to the advertiser. */
async function follow(link: string): Promise<string> {
  const redirect = await fetch(link, { redirect: 'manual', headers: { 'user-agent': browser } })
  assert.equal(redirect.status, 302)
  assert.match(redirect.headers.get('cache-control') ?? '', /no-store/)
  await fetch(redirect.headers.get('location') ?? '')
  return visits.at(-1)?.searchParams.get('click_id') ?? ''
}

test('offers → link → 302 with a click id → postback approved → duplicate → reversed', async () => {
  const { port } = advertiser.address() as AddressInfo // an IP server has one
  const destination_url = `http://127.0.0.1:${port}/game?click_id={click_id}&sub={sub1}&user={user_id}`
  const [kept, done] = await world.addOffers([
    { payout: '0.40', destination_url, revenue: '0.60' },
    { payout: '1.25', destination_url, revenue: '1.50', countries: 'DE', platforms: 'android' },
  ])

  // The publisher lists offers for a user (§4.1).
  const before = await listOffers('user 42')
  assert.deepEqual(
    before.map(({ offer_id, payout, payout_local, currency }) => [offer_id, payout, payout_local, currency]),
    [
      [done, 1.25, 125, 'Coins'],
      [kept, 0.4, 40, 'Coins'],
    ],
  )
  const link = before[0]?.link ?? ''
  const bare = `${base}/track?offerId=${done}&apiKey=${world.app.live.apiKey}&userId=user%2042`
  assert.equal(link.split('&sig=')[0], bare)

  // The user follows the link (§4.3) and arrives with a click id that is durable.
  const clickId = await follow(`${link}&subId=banner-7`)
  assert.match(clickId, /^[0-9a-f-]{36}$/)
  assert.equal(visits[0]?.searchParams.get('user'), 'user 42')
  assert.equal(visits[0]?.searchParams.get('sub'), 'banner-7')
  const click = await world.ports.store.clicks.findClick(world.ports.db, clickId)
  assert.deepEqual(
    [click?.userId, click?.subId, click?.offerId, click?.platform],
    ['user 42', 'banner-7', done, 'android'],
  )
  // A click alone takes nothing from the list.
  assert.equal((await listOffers('user 42')).length, 2)

  // The network reports the conversion (§4.4): pending at first, then approved.
  const pending = await report(clickId, 'pending')
  assert.equal(pending.status, 200)
  assert.deepEqual(
    [pending.data['status'], pending.data['duplicate'], pending.data['click_id']],
    ['pending', false, clickId],
  )
  assert.deepEqual(
    (await listOffers('user 42')).map(({ offer_id }) => offer_id),
    [kept],
  )
  const approved = await report(clickId, 'APPROVED', '1.50', 'POST')
  const conversionId = approved.data['conversion_id']
  assert.deepEqual(approved.data, {
    conversion_id: conversionId,
    click_id: clickId,
    status: 'approved',
    duplicate: false,
  })
  assert.equal(conversionId, pending.data['conversion_id'])

  // It says so again, as networks do: nothing changes.
  for (const method of ['GET', 'POST']) {
    const repeated = await report(clickId, 'approved', '1.50', method)
    assert.equal(repeated.status, 200)
    assert.deepEqual(repeated.data, {
      conversion_id: conversionId,
      click_id: clickId,
      status: 'approved',
      duplicate: true,
    })
  }
  const rows = await world.ports.db.query<{
    status: string
    payout_micros: number
    payout_local_micros: number
  }>('select status, payout_micros, payout_local_micros from conversions')
  assert.deepEqual(rows, [{ status: 'approved', payout_micros: 1_250_000, payout_local_micros: 125_000_000 }])

  // The offer is off this user's list, and on everybody else's.
  assert.deepEqual(
    (await listOffers('user 42')).map(({ offer_id }) => offer_id),
    [kept],
  )
  assert.equal((await listOffers('user 43')).length, 2)

  // The advertiser charges it back.
  const reversed = await report(clickId, 'chargeback', '-1.50')
  assert.deepEqual(reversed.data, {
    conversion_id: conversionId,
    click_id: clickId,
    status: 'reversed',
    duplicate: false,
  })
  assert.equal((await report(clickId, 'reversed', '-1.50')).data['duplicate'], true)
  // A reversed conversion is neither completed nor pending: the user may try again.
  assert.deepEqual(
    (await listOffers('user 42')).map(({ offer_id }) => offer_id),
    [done, kept],
  )
  // It cannot be approved once more.
  const revived = await report(clickId, 'approved')
  assert.deepEqual(
    [revived.status, revived.data['duplicate'], revived.data['reason']],
    [200, true, 'superseded'],
  )

  const events = await world.ports.db.query<{ from_status: string | null; to_status: string }>(
    'select from_status, to_status from conversion_events order by version',
  )
  assert.deepEqual(
    events.map(({ from_status, to_status }) => `${from_status} → ${to_status}`),
    ['null → pending', 'pending → approved', 'approved → reversed'],
  )
})

test('the sums of the story are in the metrics', async () => {
  const text = await (await fetch(`${base}/metrics`)).text()
  assert.match(text, /quoin_clicks_total\{outcome="redirected",verdict="valid"\} 1/)
  assert.match(text, /quoin_postbacks_total\{network="demo",outcome="applied"\} 3/)
  assert.match(text, /quoin_postbacks_total\{network="demo",outcome="duplicate"\} 4/)
})
