import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { OutgoingLimits } from '../packages/server/src/ports/outgoing.ts'
import { openOutgoing } from '../packages/server/src/adapters/outgoing-http/outgoing-http.ts'
import { systemClock } from '../packages/server/src/adapters/system-clock.ts'
import { readCidr } from '../packages/core/src/detect/address.ts'
import { startAffise } from './support/feed-servers/affise.ts'
import { startCake } from './support/feed-servers/cake.ts'
import { startEverflow } from './support/feed-servers/everflow.ts'
import type { FeedServer } from './support/feed-servers/feed-server.ts'
import { type FeedTrouble, hostileNames } from './support/feed-servers/feed-trouble.ts'
import { startLootably } from './support/feed-servers/lootably.ts'
import { manyOffers } from './support/feed-servers/many-offers.ts'
import type { NetworkOffer } from './support/feed-servers/network-offer.ts'
import { startTune } from './support/feed-servers/tune.ts'

const policy = { allowed: ['127.0.0.1'].flatMap((text) => readCidr(text) ?? []), ports: [443] }
const outgoing = openOutgoing({ policy, clock: systemClock })
const limits: Partial<OutgoingLimits> = {
  bytesMax: 20_000_000,
  isPacked: true,
  redirectsMax: 3,
  totalMs: 5_000,
}
const opened: FeedServer[] = []
after(async () => {
  outgoing.close()
  for (const server of opened) await server.close()
})

async function open(server: Promise<FeedServer>): Promise<FeedServer> {
  opened.push(await server)
  return await server
}

/** An approved offer with something of everything, and one that is neither approved nor limited. */
const offers: readonly NetworkOffer[] = [
  {
    id: '1177',
    name: 'Email submit & go  ',
    description: '<p>Install &amp; go 🎮</p>',
    countries: ['US', 'UK'],
    deniedCountries: ['DE'],
    platforms: ['ios'],
    revenue: '2.50',
    prices: [{ countries: ['AT'], revenue: '12%' }],
    goals: [{ id: '31', name: 'Level 5', revenue: '1.5' }],
    status: 'active',
    isApproved: true,
    restrictions: 'No Incent',
    cap: '25',
    expires: '2031-12-31 19:59:59',
    link: 'https://trk.example/c?o=1177&a=77',
  },
  {
    id: '1180',
    name: 'Shop',
    description: '',
    countries: [],
    platforms: [],
    revenue: '10.50%',
    currency: 'AED',
    goals: [],
    status: 'active',
    isApproved: false,
    restrictions: '',
    cap: '0',
    link: 'https://trk.example/c?o=1180&a=77',
  },
  {
    id: '1181',
    name: 'Survey',
    description: 'Answer',
    countries: ['GLOBAL (ALL GEOS)'],
    platforms: ['android', 'desktop'],
    revenue: 'variable',
    goals: [],
    status: 'active',
    isApproved: true,
    restrictions: '',
    link: 'https://trk.example/c?o=1181&a=77',
  },
]

const cakeFeed =
  '/affiliates/api/4/offers.asmx/OfferFeed?affiliate_id=77&campaign_name=&media_type_category_id=0&vertical_category_id=0&vertical_id=0&offer_status_id=0&tag_id=0'

interface Way {
  readonly start: (options: Parameters<typeof startTune>[0]) => Promise<FeedServer>
  /** The question for a page of so many rows; all rows come on the first page where there are none. */
  readonly ask: (server: FeedServer, question: { key: string; page: number; size: number }) => Asked
  readonly isRefused: (body: string, status: number) => boolean
  /** Counts the rows of a body. */
  readonly rows: RegExp
  readonly isPaged: boolean
}

interface Asked {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const ways: Readonly<Record<string, Way>> = {
  tune: {
    start: startTune,
    ask: (server, { key, page, size }) => ({
      url: server.urlOf(
        `https://demo.api.hasoffers.com/Apiv3/json?Target=Affiliate_Offer&Method=findAll&api_key=${key}&limit=${size}&page=${page}&contain[]=TrackingLink&contain[]=Country&contain[]=Goal&contain[]=Thumbnail`,
      ),
    }),
    isRefused: (body, status) => status === 200 && body.includes('"status":-1'),
    rows: /"Offer":/g,
    isPaged: true,
  },
  everflow: {
    start: startEverflow,
    ask: (server, { key, page, size }) => ({
      url: server.urlOf(`https://api.eflow.team/v1/affiliates/offersrunnable?page=${page}&page_size=${size}`),
      headers: { 'X-Eflow-API-Key': key },
    }),
    isRefused: (body, status) => status === 401 && body.includes('"error"'),
    rows: /"network_offer_id":/g,
    isPaged: true,
  },
  affise: {
    start: startAffise,
    ask: (server, { key, page, size }) => ({
      url: server.urlOf(`https://api-demo.affise.com/3.0/partner/offers?page=${page}&limit=${size}`),
      headers: { 'API-Key': key },
    }),
    isRefused: (body, status) => status === 200 && body.includes('"status":2'),
    rows: /"offer_id":/g,
    isPaged: true,
  },
  cake: {
    start: startCake,
    ask: (server, { key, page, size }) => ({
      url: server.urlOf(
        `https://login.demo.example${cakeFeed}&api_key=${key}&start_at_row=${(page - 1) * size + 1}&row_limit=${size}`,
      ),
    }),
    isRefused: (body, status) => status === 200 && body.includes('<success>false</success>'),
    rows: /<offer>/g,
    isPaged: true,
  },
  lootably: {
    start: startLootably,
    ask: (server, { key }) => ({
      url: server.urlOf('https://api.lootably.com/api/v2/offers/get'),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: key, placementID: 'placement-1' }),
    }),
    isRefused: (body, status) => status === 200 && body.includes('"success":false'),
    rows: /"offerID":/g,
    isPaged: false,
  },
}

interface Fetched {
  readonly isAnswer: boolean
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly text: string
}

async function fetchText(asked: Asked, more: Readonly<Record<string, string>> = {}): Promise<Fetched> {
  const { url, headers = {}, body = null } = asked
  const method = body === null ? 'GET' : 'POST'
  const result = await outgoing.send({ method, url, headers: { ...headers, ...more }, body }, limits)
  if (result.kind === 'failure')
    return { isAnswer: false, status: 0, headers: {}, bytes: new Uint8Array(), text: '' }
  const { status, bytes = new Uint8Array() } = result
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return { isAnswer: true, status, headers: result.headers, bytes, text }
}

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures/feeds', name), 'utf8')

/** Each path of a value with its type; indexes, ids and codes are alike. */
function shapeOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value))
    return [`${path}:list`, ...value.flatMap((one: unknown) => shapeOf(one, `${path}[]`))]
  if (typeof value !== 'object' || value === null)
    return [`${path}:${value === null ? 'null' : typeof value}`]
  const parts = Object.entries(value).flatMap(([name, part]) =>
    shapeOf(part, `${path}.${/^(?:\d+|[A-Z]{2}|fd)$/.test(name) ? '#' : name}`),
  )
  return [`${path}:object`, ...parts]
}

function missingShapes(theirs: string, ours: string): readonly string[] {
  const known = new Set(shapeOf(JSON.parse(ours)))
  return [...new Set(shapeOf(JSON.parse(theirs)))].filter((shape) => !known.has(shape)).sort()
}

for (const [name, file] of [
  ['tune', 'tune-paged.json'],
  ['everflow', 'everflow-offersrunnable.json'],
  ['affise', 'affise-partner-offers.json'],
  ['lootably', 'lootably.json'],
] as const)
  test(`${name} has each field of its sample, of the same types`, async () => {
    const way = ways[name]
    assert.ok(way)
    const server = await open(way.start({ offers }))
    const { text } = await fetchText(way.ask(server, { key: server.key, page: 1, size: 2 }))
    // A date that is null is also one in zeros.
    const allowed = ['.response.data.data.#.Offer.featured:null']
    assert.deepEqual(
      missingShapes(sample(file), text).filter((shape) => !allowed.includes(shape)),
      [],
    )
  })

test('cake has each element of its samples, in their order', async () => {
  const server = await open(startCake({ offers }))
  const feed = await fetchText({
    url: `${server.origin}${cakeFeed}&api_key=${server.key}&start_at_row=1&row_limit=0`,
  })
  assert.deepEqual(
    pathsOf(sample('cake-offerfeed.xml')).filter((path) => !pathsOf(feed.text).includes(path)),
    [],
  )
  assert.match(feed.text, /<offer_name>Email submit &amp; go {2} - iOS<\/offer_name>/)
  assert.match(feed.text, /<payout>\$2\.50<\/payout>[\s\S]*<payout>12%<\/payout>/)
  assert.match(feed.text, /<row_count>4<\/row_count>/)
  assert.match(feed.text, /<campaign_id xsi:nil="true"\/>/)
  const campaignId = /<campaign_id>(\d+)</.exec(feed.text)?.[1]
  const campaign = await fetchText({
    url: `${server.origin}/affiliates/api/2/offers.asmx/GetCampaign?api_key=${server.key}&affiliate_id=77&campaign_id=${campaignId}`,
  })
  assert.deepEqual(pathsOf(campaign.text), pathsOf(sample('cake-getcampaign.xml')))
  assert.match(
    campaign.text,
    /<unique_link>https:\/\/trk\.example\/c\?o=1177&amp;a=77&amp;s1=<\/unique_link>/,
  )
  const short = await fetchText({ url: `${server.origin}${cakeFeed}&api_key=${server.key}&row_limit=0` })
  assert.deepEqual([short.status, short.text], [500, 'Missing parameter: start_at_row.'])
})

/** Each path of elements once. */
function pathsOf(xml: string): readonly string[] {
  const open: string[] = []
  const paths = new Set<string>()
  for (const [, isEnd, name = '', isEmpty] of xml.matchAll(/<(\/?)([a-z_]+)[^>]*?(\/?)>/g)) {
    if (isEnd === '/') open.pop()
    else {
      paths.add([...open, name].join('/'))
      if (isEmpty !== '/') open.push(name)
    }
  }
  return [...paths]
}

test('tune has its four shapes of data, and says that it was asked too often as its sample does', async () => {
  const server = await open(startTune({ offers }))
  const ask = async (more: string) => {
    const path = `/Apiv3/json?Target=Affiliate_Offer&Method=findMyApprovedOffers${more}`
    const { text } = await fetchText({ url: `${server.origin}${path}&api_key=${server.key}` })
    const { request, response } = JSON.parse(text)
    assert.equal(request.api_key, server.key)
    return response
  }
  assert.deepEqual(Object.keys((await ask('&page=1')).data.data), ['1177', '1181'])
  assert.deepEqual(Object.keys((await ask('')).data), ['1177', '1181'])
  server.offers = []
  assert.deepEqual(await ask('&page=1'), JSON.parse(sample('tune-empty.json')).response)
  server.trouble = { emptyData: false }
  assert.equal((await ask('')).data, false)
  server.trouble = { rateLimit: { answers: 1, isOwnWay: true } }
  assert.deepEqual(await ask(''), JSON.parse(sample('tune-rate-limit.json')).response)
  server.trouble = { refusedContains: ['Goal'] }
  assert.equal((await ask('&contain[]=Goal')).status, -1)
  assert.equal((await ask('&contain[]=Country')).status, 1)
})

test('everflow keeps pixels, and its list of all offers says nothing of payouts', async () => {
  const server = await open(startEverflow({ offers }))
  const headers = { 'x-eflow-api-key': server.key }
  const all = await fetchText({
    url: server.urlOf('https://api-eu.eflow.team/v1/affiliates/alloffers'),
    headers,
  })
  const { offers: rows } = JSON.parse(all.text)
  assert.deepEqual(
    rows.map(({ relationship }: { relationship: unknown }) => relationship),
    ['approved', 'require_approval', 'approved'].map((status) => ({ offer_affiliate_status: status })),
  )
  const url = `${server.origin}/v1/affiliates/pixels`
  const pixel = {
    network_offer_id: 1177,
    delivery_method: 'postback',
    pixel_level: 'specific',
    pixel_type: 'conversion',
    pixel_status: 'active',
    postback_url: 'https://quoin.example/postback',
  }
  const send = (body: object) => fetchText({ url, headers, body: JSON.stringify(body) })
  assert.equal((await send({ ...pixel, pixel_level: 'all' })).status, 400)
  assert.equal((await send({ ...pixel, postback_url: '' })).status, 400)
  assert.deepEqual(JSON.parse((await send(pixel)).text), { ...pixel, network_pixel_id: 1 })
  const { pixels } = JSON.parse((await fetchText({ url, headers })).text)
  assert.deepEqual(pixels, [{ ...pixel, network_pixel_id: 1 }])
})

for (const [name, way] of Object.entries(ways)) {
  test(`${name} refuses a wrong key and none at all, and any key where a test says so`, async () => {
    const server = await open(way.start({ offers }))
    for (const key of ['wrong', '']) {
      const { status, text } = await fetchText(way.ask(server, { key, page: 1, size: 10 }))
      assert.ok(way.isRefused(text, status), `${key}: ${status} ${text}`)
    }
    server.trouble = { isKeyRefused: true }
    const { status, text } = await fetchText(way.ask(server, { key: server.key, page: 1, size: 10 }))
    assert.ok(way.isRefused(text, status))
    assert.equal(server.requests.length, 3)
  })

  test(`${name} has thousands of offers by pages, and the faults of pages`, async () => {
    const server = await open(way.start({ offers: manyOffers(2_500, 7) }))
    const count = async (page: number) => {
      const { text } = await fetchText(way.ask(server, { key: server.key, page, size: 500 }))
      return { rows: text.match(way.rows)?.length ?? 0, text }
    }
    let rows = 0
    const pages: string[] = []
    for (let page = 1; page <= (way.isPaged ? 6 : 1); page += 1) {
      const found = await count(page)
      rows += found.rows
      pages.push(found.text)
    }
    assert.ok(rows > 1_700, `${rows} rows`)
    if (!way.isPaged) return
    assert.equal((await count(6)).rows, 0)
    server.trouble = { repeatedPage: 2 }
    assert.deepEqual((await count(9)).rows, (await count(2)).rows)
    server.trouble = { hasEndlessPages: true }
    assert.equal((await count(900)).rows, 500)
    server.trouble = { pageSizeMax: 20 }
    assert.equal((await count(2)).rows, 20)
    server.trouble = { failsFromPage: 3 }
    assert.ok((await count(2)).rows > 100)
    const failed = await fetchText(way.ask(server, { key: server.key, page: 3, size: 500 }))
    assert.equal(failed.status, 500)
  })

  test(`${name} has each other fault that a test switches on`, async () => {
    const server = await open(way.start({ offers }))
    const ask = async (trouble: FeedTrouble, more: Readonly<Record<string, string>> = {}) => {
      server.trouble = trouble
      return await fetchText(way.ask(server, { key: server.key, page: 1, size: 10 }), more)
    }
    const well = await ask({})
    assert.equal(well.status, 200)
    const failures: readonly FeedTrouble[] = [
      { cutBody: 'length' },
      { cutBody: 'chunked' },
      { cutBody: 'length', isPacked: true },
      { cutBody: 'silent', isPacked: true },
      { lengthOff: 10 },
      { hasEndlessBody: true },
      { redirectTo: 'http://169.254.169.254/' },
    ]
    for (const trouble of failures) {
      const { isAnswer } = await ask(trouble)
      // A redirect is not followed with a body, and is an answer.
      assert.equal(isAnswer, trouble.redirectTo !== undefined && name === 'lootably', JSON.stringify(trouble))
    }
    assert.equal((await ask({ cutBody: 'silent' })).bytes.length, well.bytes.length >> 1)
    assert.match((await ask({ isLoginPage: true })).text, /^<!doctype html>/)
    server.trouble = { rateLimit: { answers: 2, retryAfterSec: 7 } }
    const limited = []
    for (let call = 0; call < 3; call += 1) {
      const { status, headers } = await fetchText(way.ask(server, { key: server.key, page: 1, size: 10 }))
      limited.push([status, headers['retry-after']])
    }
    assert.deepEqual(limited, [
      [429, '7'],
      [429, '7'],
      [200, undefined],
    ])
    assert.doesNotMatch((await ask({ goneShare: 1 })).text, way.rows)
    assert.match((await ask({ hasChangedIds: true })).text, /\b5001177\b/)
    const hostile = await ask({
      hostileNames: ['script', 'long', 'rightToLeft', 'nul'],
      hasPrivateLinks: true,
    })
    assert.match(hostile.text, /script.*alert/)
    assert.ok((await ask({ isKeyEchoed: true })).text.includes(server.key))
    assert.deepEqual([...(await ask({ hasByteOrderMark: true })).bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    assert.equal((await ask({ isPacked: true })).text, well.text)
    const { headers } = await ask({ isConditional: true })
    const known = await ask({ isConditional: true }, { 'if-none-match': headers['etag'] ?? '' })
    assert.deepEqual([known.status, known.bytes.length], [304, 0])
  })

  test(`${name} in windows-1251 says the same as in UTF-8`, async () => {
    const first = offers[0]
    assert.ok(first)
    const server = await open(way.start({ offers: [{ ...first, name: 'Банк 🎮 ü' }] }))
    const asked = way.ask(server, { key: server.key, page: 1, size: 10 })
    const well = await fetchText(asked)
    for (const windows1251 of ['header', 'prolog', 'both'] as const) {
      server.trouble = { windows1251 }
      const { bytes, headers } = await fetchText(asked)
      assert.equal(/windows-1251/.test(headers['content-type'] ?? ''), windows1251 !== 'prolog')
      const text = new TextDecoder('windows-1251').decode(bytes)
      if (name !== 'cake') assert.deepEqual(JSON.parse(text), JSON.parse(well.text))
      else assert.equal(text.includes('encoding="windows-1251"'), windows1251 !== 'header')
      assert.match(text, /Банк/)
    }
  })
}

test('a slow drip goes on until the time is up', async () => {
  const server = await open(startTune({ offers }))
  server.trouble = { dripMs: 5 }
  const asked = { url: `${server.origin}/Apiv3/json`, method: 'GET', headers: {}, body: null } as const
  const result = await outgoing.send(asked, { ...limits, totalMs: 200 })
  assert.equal(result.kind === 'failure' && result.reason, 'timeout')
})

test('a question to another host is none to this network', async () => {
  const server = await open(startTune())
  assert.throws(() => server.urlOf('https://api.eflow.team/Apiv3/json'), /no host of this network/)
  const sent = await server.through(outgoing).send({
    method: 'GET',
    url: 'https://demo.api.hasoffers.com/Apiv3/json',
    headers: {},
    body: null,
  })
  assert.equal(sent.kind === 'answer' && sent.status, 200)
})

test('many offers are the same for the same seed, and have the dirt of networks', () => {
  const many = manyOffers(3_000, 42)
  assert.deepEqual(many, manyOffers(3_000, 42))
  assert.notDeepEqual(many, manyOffers(3_000, 43))
  assert.equal(new Set(many.map(({ id }) => id)).size, 3_000)
  const claims: readonly ((offer: NetworkOffer) => boolean)[] = [
    ({ countries }) => countries.includes('UK'),
    ({ countries }) => countries.includes('United States'),
    ({ countries }) => countries.includes('GLOBAL (ALL GEOS)'),
    ({ name }) => name !== name.trimEnd(),
    ({ cap }) => cap === '1000000',
    ({ expires }) => expires === '0000-00-00 00:00:00',
    ({ restrictions }) => /no incent/i.test(restrictions),
    ({ isApproved }) => !isApproved,
    ({ revenue }) => revenue.endsWith('%'),
    ({ description }) => /&amp;.*🎮/s.test(description),
    ({ status }) => status === 'paused',
    ({ goals }) => goals.length > 1,
  ]
  for (const claim of claims) assert.ok(many.filter(claim).length > 30, String(claim))
  assert.ok(hostileNames.long.length === 100_000)
})
