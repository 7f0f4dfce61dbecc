import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import { importRates } from '../../packages/server/src/features/terms/import-rates.ts'
import { createToken } from '../../packages/server/src/features/people/operator-tokens.ts'
import { bearer } from '../support/bearer.ts'
import { eventually } from '../support/eventually.ts'
import { feedSample } from '../support/feed-samples.ts'
import { createWorld, type World } from '../support/world.ts'

const key = 'a-key-of-tests-9f27'

interface Reply {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

let world: World
let network: Server
let headers: Record<string, string>
let reply: (request: IncomingMessage) => Reply
const asked: { url: string; authorization: string | undefined }[] = []

before(async () => {
  world = await createWorld({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8', RATE_LIMIT_PER_MINUTE: '1000000' },
  })
  const { token } = await createToken(world.ports, { name: 'mapper', role: 'operator', expiresAtMs: null })
  headers = bearer(token)
  const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
  const entries = (async function* () {
    yield { line: 1, row: { currency: 'EUR', day, usd: '1.00' } }
  })()
  await importRates(world.ports, { entries, actor: 'test' })
  network = createServer((request, response) => {
    const { url = '', headers: given } = request
    asked.push({ url, authorization: given.authorization })
    const { status = 200, type = 'application/json', headers: own = {}, body } = reply(request)
    response.writeHead(status, { 'content-type': type, ...own })
    response.end(body)
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked.length = 0
})
after(async () => {
  await new Promise((resolve) => network.close(resolve))
  await world.close()
})

const origin = (): string => `http://127.0.0.1:${(network.address() as AddressInfo).port}`

interface Answer {
  readonly success: boolean
  readonly data: Record<string, unknown>
  readonly error?: {
    readonly message: string
    readonly details?: readonly { field: string; message: string }[]
  }
}

async function post(path: string, body: object, status = 200): Promise<Answer> {
  const response = await world.post(`/operator/v1/${path}`, { headers, body })
  assert.equal(response.statusCode, status, response.body)
  return response.json()
}

async function patch(sourceId: unknown, body: object, status = 200): Promise<Answer> {
  const path = `/operator/v1/sources/${sourceId}`
  const response = await world.call({ method: 'PATCH', path, headers, body })
  assert.equal(response.statusCode, status, response.body)
  return response.json()
}

const atOnce = { retrySec: 0, betweenMs: 0, restFactor: 0 }

async function run(sourceId: number) {
  const { store, db, newId } = world.ports
  const lease = newId()
  const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  assert.ok(source)
  const stopping = new AbortController().signal
  return await runSource(
    { ...world.ports, log: world.log },
    { source, lease, actor: 'test', stopping, patience: atOnce },
  )
}

interface StoredOffer {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly payout: number
  readonly countries: readonly string[]
}

/** The offers of a source, as publishers may be paid for them. */
async function stored(sourceId: number) {
  return await world.ports.db.query<StoredOffer>(
    `select o.external_id as id, o.name, o.status, o.payout_micros as payout, o.countries
     from offers o join sources s on s.network_id = o.network_id where s.id = $1 order by o.external_id`,
    [sourceId],
  )
}

let made = 0

/** A network of its own, and a source of it by the guess of a sample. */
async function connect(own: (mapping: Record<string, unknown>) => object = (mapping) => mapping) {
  made += 1
  const slug = `mapped-${made}`
  await world.addNetwork({ slug, preset: 'generic' })
  const settings = { url: `${origin()}/feed?api_key={key}`, header: 'authorization: Bearer {key}' }
  const { data: sample } = await post('source-samples', { network: slug, settings, key })
  const guess = sample['guess'] as { mapping: Record<string, unknown> }
  const mapping = own(guess.mapping)
  const { data } = await post('sources', { network: slug, kind: 'mapped', settings, key, mapping }, 201)
  return { sourceId: Number(data['id']), sample, mapping, settings, slug }
}

const xml = `<?xml version="1.0"?><feed><offers>
  <offer><id>1</id><name>Quest &amp; Co</name><payout>2.00</payout><currency>USD</currency>
    <geo><country>DE</country></geo><url>https://t.example/?o=1</url></offer>
  <offer><id>2</id><name>Quiz</name><payout>1.00</payout><currency>USD</currency>
    <geo><country>DE</country><country>AT</country></geo><url>https://t.example/?o=2</url></offer>
</offers></feed>`

const feeds = {
  json: {
    ...{ type: 'application/json', body: () => feedSample('cpalead.json') },
    offers: [
      ['4101', 'Coffee Card', 'active', 840_000, ['US', 'CA']],
      ['4102', 'Farm Town (Android)', 'active', 310_000, ['DE']],
    ],
  },
  json_lines: {
    ...{ type: 'application/x-ndjson', body: () => feedSample('offers.jsonl') },
    offers: [
      ['x-1', 'Quiz', 'active', 870_000, ['US', 'GB']],
      ['x-2', 'Bingo', 'active', 280_000, []],
    ],
  },
  csv: {
    ...{ type: 'text/csv', body: () => feedSample('offers.csv') },
    offers: [
      ['9001', 'Coffee & Cake', 'active', 1_750_000, ['DE', 'AT']],
      ['9002', 'Quest; part two', 'active', 520_000, ['FR']],
    ],
  },
  xml: {
    ...{ type: 'text/xml', body: () => xml },
    offers: [
      ['1', 'Quest & Co', 'active', 1_400_000, ['DE']],
      ['2', 'Quiz', 'active', 700_000, ['DE', 'AT']],
    ],
  },
} as const

for (const [format, { type, body, offers }] of Object.entries(feeds)) {
  test(`${format}: from a sample to listed offers with the publisher’s part, and a second run changes nothing`, async () => {
    reply = () => ({ type, body: body() })
    const { sourceId, sample } = await connect()
    assert.equal(sample['format'], format)
    assert.deepEqual(asked[0], { url: `/feed?api_key=${key}`, authorization: `Bearer ${key}` })
    assert.ok(!JSON.stringify(sample).includes(key))
    const first = await run(sourceId)
    const { rows: found } = await world.ports.store.runOffers.listRunOfferPage(
      world.ports.db,
      { runId: first.runId, verdict: null, search: null },
      { sort: 'external_id', isDescending: false, after: null, limit: 9 },
    )
    assert.deepEqual([first.state, first.counts.new], ['waiting', 2], JSON.stringify(found))
    await post(`source-runs/${first.runId}/apply`, {})
    const rows = (await stored(sourceId)).map(({ id, name, status, payout, countries }) => [
      ...[id, name, status, payout],
      [...countries],
    ])
    assert.deepEqual(rows, offers)
    const second = await run(sourceId)
    assert.equal(second.state, 'same')
    assert.deepEqual(await stored(sourceId), await stored(sourceId))
    const shown = await world.get(`/operator/v1/source-runs/${second.runId}`, { headers })
    assert.equal(shown.json<Answer>().data['mapping_version'], 1)
  })
}

interface Trouble {
  readonly cause: string
  readonly reply: (usual: Reply) => Reply
}

const cut = ({ body, ...usual }: Reply): Reply => ({ ...usual, body: body.slice(0, body.length - 40) })
const troubles: Readonly<Record<string, Trouble>> = {
  'a page to log in': { cause: 'no_feed', reply: () => ({ type: 'text/html', body: '<html>Log in</html>' }) },
  'a body that breaks off': { cause: 'network_failed', reply: cut },
  nothing: { cause: 'network_failed', reply: (usual) => ({ ...usual, body: '' }) },
  'a key that is refused': {
    cause: 'key_refused',
    reply: (usual) => ({ ...usual, status: 401, body: `no ${key}` }),
  },
  'a redirect without an end': {
    cause: 'network_failed',
    reply: () => ({ status: 302, headers: { location: '/feed' }, body: '' }),
  },
}

for (const format of ['json', 'json_lines', 'csv', 'xml'] as const) {
  test(`${format}: troubles of a network leave the offers as they were, and tell no key`, async () => {
    const { type, body } = feeds[format]
    const usual = { type, body: body() }
    reply = () => usual
    const { sourceId, settings } = await connect()
    const { runId } = await run(sourceId)
    await post(`source-runs/${runId}/apply`, {})
    const before = await stored(sourceId)
    for (const [told, trouble] of Object.entries(troubles)) {
      reply = () => trouble.reply(usual)
      const failed = await run(sourceId)
      assert.equal(failed.state, 'failed', `${told}: ${failed.state}`)
      if (told !== 'a redirect without an end') assert.equal(failed.cause, trouble.cause, told)
      assert.ok(!JSON.stringify(failed).includes(key), told)
      assert.deepEqual(await stored(sourceId), before, told)
      if (told === 'a body that breaks off') continue
      const refused = await post('source-samples', { settings, key }, 400)
      assert.ok(!JSON.stringify(refused).includes(key), told)
    }
  })
}

test('a byte order mark, another charset and gzip-less bytes are read', async () => {
  const text = 'id;name;payout;currency;url\n1;Игра;2.00;USD;https://t.example/\n'
  const bytes = Buffer.from(
    [...text].map((one) => {
      const code = one.charCodeAt(0)
      // In windows-1251 the letters stand in their order from 0xC0.
      return code < 128 ? code : code - 0x0410 + 0xc0
    }),
  )
  reply = () => ({ type: 'text/csv; charset=windows-1251', body: bytes })
  const { sourceId } = await connect()
  const first = await run(sourceId)
  await post(`source-runs/${first.runId}/apply`, {})
  assert.equal((await stored(sourceId))[0]?.['name'], 'Игра')
  reply = () => ({ type: 'text/csv', body: `\uFEFF${text}` })
  assert.equal((await run(sourceId)).state, 'same')
})

test('a mapping with another delimiter finds nothing, and says where to look', async () => {
  reply = () => ({ type: 'text/csv', body: feedSample('offers.csv') })
  const { sourceId } = await connect((mapping) => ({ ...mapping, delimiter: 'comma' }))
  const failed = await run(sourceId)
  assert.equal(failed.state, 'failed')
  assert.match(failed.message ?? '', /another delimiter/)
})

test('a key that comes back, and hostile names, are stored and shown as texts', async () => {
  const hostile = [`<script>${key}</script>`, 'Offer \u202egnp.exe', 'A'.repeat(100_000), 'Nul\u0000']
  const offers = hostile.map((name, id) => ({
    id,
    name,
    payout: 1,
    currency: 'USD',
    url: 'https://t.example/',
  }))
  const inLink = { id: 9, name: 'Link', payout: 1, currency: 'USD', url: `https://t.example/?k=${key}` }
  reply = () => ({ body: JSON.stringify({ asked: { api_key: key }, offers: [...offers, inLink] }) })
  const { sourceId, sample } = await connect()
  assert.ok(!JSON.stringify(sample).includes(key))
  const first = await run(sourceId)
  assert.deepEqual([first.counts.new, first.counts.held], [4, 1])
  await post(`source-runs/${first.runId}/apply`, {})
  const rows = await stored(sourceId)
  assert.ok(!JSON.stringify(rows).includes(key))
  assert.ok(!JSON.stringify(rows).includes('\u202e'))
})

test('an answer that is deeper than any feed is looked at, and a key with a line break is refused', async () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  const offer = '"id":1,"name":"Quest","payout":1,"currency":"USD","url":"https://t.example/"'
  reply = () => ({ body: `[{${offer},"deep":${deep}}]` })
  const settings = { url: `${origin()}/deep`, header: 'x-token: {key}' }
  const { data } = await post('source-samples', { settings, key })
  assert.equal(data['record_count'], 1)
  const { sourceId } = await connect()
  const first = await run(sourceId)
  assert.equal(first.state, 'waiting')
  for (const broken of ['a-key\r\nx-other: 1', 'a-key\u0000', 'ein-schlüssel-€']) {
    const refused = await post('source-samples', { settings, key: broken }, 400)
    assert.ok(!JSON.stringify(refused).includes('a-key'))
    await patch(sourceId, { settings, key: broken }, 400)
  }
})

test('pages are read to the network’s own count', async () => {
  reply = ({ url = '' }) => {
    const page = Number(new URL(url, origin()).searchParams.get('page') ?? 1)
    const offers = [2 * page - 1, 2 * page].filter((id) => id <= 5)
    const rows = offers.map((id) => ({
      id,
      name: `Offer ${id}`,
      payout: 1,
      currency: 'USD',
      url: 'https://t.example/',
    }))
    return { body: JSON.stringify({ total: 5, offers: rows }) }
  }
  const { sourceId } = await connect()
  await patch(sourceId, { settings: { paging: 'page_from_1', size_parameter: 'limit', page_size: '2' } })
  asked.length = 0
  const first = await run(sourceId)
  assert.equal(first.counts.new, 5)
  assert.deepEqual(
    asked.map(({ url }) => new URL(url, origin()).search.replace(`api_key=${key}`, '')),
    ['?&page=1&limit=2', '?&page=2&limit=2', '?&page=3&limit=2'],
  )
})

test('a change of the mapping is a version, replaces the run that waits, and an earlier one comes back', async () => {
  reply = () => ({ body: feedSample('cpalead.json') })
  const { sourceId, mapping } = await connect()
  const first = await run(sourceId)
  const columns = { ...(mapping as { columns: object }).columns, name: { at: 'description' } }
  const { data } = await patch(sourceId, { mapping: { ...mapping, columns } })
  assert.equal(data['mapping_version'], 2)
  const { store, db } = world.ports
  assert.equal((await store.sourceRuns.findRun(db, first.runId))?.state, 'replaced')
  const second = await run(sourceId)
  await post(`source-runs/${second.runId}/apply`, {})
  assert.equal((await stored(sourceId))[0]?.['name'], 'Enter your email & confirm it.')
  const back = await patch(sourceId, { mappingVersion: 1 })
  assert.equal(back.data['mapping_version'], 3)
  await run(sourceId)
  assert.equal((await stored(sourceId))[0]?.['name'], 'Coffee Card')
  const list = await world.get(`/operator/v1/sources/${sourceId}/mappings`, { headers })
  const versions = list.json<{ data: { version: number; mapping: unknown; actor: string }[] }>().data
  assert.deepEqual(
    versions.map(({ version }) => version),
    [3, 2, 1],
  )
  assert.deepEqual(versions[0]?.mapping, versions[2]?.mapping)
  const audit = await world.ports.store.audit.listAudit(db, { limit: 20 })
  const told = audit.filter(({ action }) => action === 'source.updated').map((row) => JSON.stringify(row))
  assert.match(told.join('\n'), /mapping/)
  assert.ok(!told.join('').includes(key))
  const missing = await patch(sourceId, { mappingVersion: 9 }, 400)
  assert.deepEqual(
    missing.error?.details?.map(({ field }) => field),
    ['mappingVersion'],
  )
})

test('a run that was under way when the mapping changed does not count by the old one', async () => {
  reply = () => ({ body: feedSample('cpalead.json') })
  const { sourceId, mapping } = await connect()
  const first = await run(sourceId)
  await post(`source-runs/${first.runId}/apply`, {})
  const before = await stored(sourceId)
  const columns = { ...(mapping as { columns: object }).columns, name: { at: 'description' } }
  let isHeard = false
  const { store, db, newId } = world.ports
  const lease = newId()
  const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  assert.ok(source)
  reply = () => {
    isHeard = true
    return { body: feedSample('cpalead.json').replace('Coffee Card', 'Tea Card') }
  }
  await patch(sourceId, { mapping: { ...mapping, columns } })
  const late = await runSource(
    { ...world.ports, log: world.log },
    { source, lease, actor: 'test', stopping: new AbortController().signal, patience: atOnce },
  )
  assert.deepEqual([isHeard, late.state, late.cause], [true, 'failed', 'interrupted'])
  assert.match(late.message ?? '', /asked again/)
  assert.deepEqual(await stored(sourceId), before)
  await run(sourceId)
  assert.equal((await stored(sourceId))[0]?.name, 'Enter your email & confirm it.')
})

test('a sample by a source uses its key for its own address alone', async () => {
  reply = () => ({ body: feedSample('cpalead.json') })
  const { sourceId, mapping } = await connect()
  asked.length = 0
  await post('source-samples', { sourceId: String(sourceId) })
  const { data } = await post('source-samples', { sourceId: String(sourceId), mapping })
  assert.equal(asked.length, 1, 'a mapping is tried by the answer of a moment ago')
  assert.equal(asked[0]?.url, `/feed?api_key=${key}`)
  const offers = data['offers'] as {
    external_id: string
    row: Record<string, string>
    forbidden: string | null
  }[]
  assert.deepEqual(
    offers.map(({ external_id }) => external_id),
    ['4101', '4102', '4103'],
  )
  assert.equal(offers[0]?.row['revenue'], '1.2')
  assert.match(offers[2]?.forbidden ?? '', /No Incentive/)
  const elsewhere = { url: `http://127.0.0.2:1/feed?k={key}` }
  const refused = await post('source-samples', { sourceId: String(sourceId), settings: elsewhere }, 400)
  assert.deepEqual(
    refused.error?.details?.map(({ field }) => field),
    ['key'],
  )
  const changed = await patch(sourceId, { settings: elsewhere }, 400)
  assert.deepEqual(
    changed.error?.details?.map(({ field }) => field),
    ['key'],
  )
})

test('a mapping that finds nothing in a sample is told why, beside what is there', async () => {
  reply = () => ({ body: feedSample('cpalead.json') })
  const { mapping, settings } = await connect()
  const { data } = await post('source-samples', { settings, key, mapping: { ...mapping, records: 'items' } })
  assert.match(String(data['reason']), /has no list at `items`/)
  assert.deepEqual([data['records_at'], data['record_count'], data['offers']], ['offers', 3, null])
  reply = () => ({ body: '{"offers":[]}' })
  const none = await post('source-samples', { settings, key })
  assert.deepEqual([none.data['records_at'], none.data['guess']], [null, null])
})

test('an optional setting is taken away by an empty one, with the key if it may lead elsewhere', async () => {
  reply = () => ({ body: feedSample('cpalead.json') })
  const { sourceId, settings } = await connect()
  await patch(sourceId, { settings: { paging: 'offset', page_size: '3' } })
  await patch(sourceId, { settings: { paging: '', page_size: '' } })
  const alone = await patch(sourceId, { settings: { header: '' } }, 400)
  assert.deepEqual(
    alone.error?.details?.map(({ field }) => field),
    ['key'],
  )
  const { data } = await patch(sourceId, { settings: { header: '' }, key })
  assert.deepEqual(data['settings'], { url: settings.url })
  await patch(sourceId, { settings: { url: '' }, key }, 400)
})

test('a few feeds are looked at at a time, and no more', async () => {
  const waiting: (() => void)[] = []
  const slow = createServer((_request, response) => {
    waiting.push(() => response.end(feedSample('cpalead.json')))
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/feed`
  const looks = Array.from({ length: 4 }, () => post('source-samples', { settings: { url } }))
  await eventually(async () => waiting.length, 4)
  const refused = await post('source-samples', { settings: { url } }, 400)
  assert.match(refused.error?.message ?? '', /looked at already/)
  for (const answer of waiting) answer()
  await Promise.all(looks)
  slow.closeAllConnections()
  await new Promise((resolve) => slow.close(resolve))
})

test('a feed without a key needs none, and one that has a place for it does', async () => {
  reply = () => ({ body: feedSample('cpalead.json') })
  await world.addNetwork({ slug: 'keyless', preset: 'brightpath' })
  const settings = { url: `${origin()}/feed` }
  const { data } = await post('source-samples', { network: 'keyless', settings })
  const { mapping } = data['guess'] as { mapping: object }
  const given = { network: 'keyless', kind: 'mapped', mapping }
  const open = await post('sources', { ...given, settings: { url: `${settings.url}?k={key}` } }, 400)
  assert.deepEqual(
    open.error?.details?.map(({ field }) => field),
    ['key'],
  )
  const unused = await post('sources', { ...given, settings, key }, 400)
  assert.deepEqual(
    unused.error?.details?.map(({ field }) => field),
    ['settings.url'],
  )
  const made = await post('sources', { ...given, settings }, 201)
  assert.equal(made.data['has_key'], false)
  assert.equal((await run(Number(made.data['id']))).state, 'waiting')
})

test('each fault is named by its field, and changes nothing', async () => {
  await world.addNetwork({ slug: 'wrong', preset: 'everflow' })
  const url = `${origin()}/feed?api_key=${key}`
  const bad = { format: 'json', records: 'offers', columns: { name: { at: 'a..b' } } }
  const refused = await post(
    'sources',
    { network: 'wrong', kind: 'mapped', settings: { url }, key, mapping: bad },
    400,
  )
  assert.deepEqual(refused.error?.details?.map(({ field }) => field).sort(), [
    'mapping.columns.destination_url',
    'mapping.columns.external_id',
    'mapping.columns.name.at',
    'settings.url',
    'settings.url',
  ])
  assert.ok(!JSON.stringify(refused).includes(key))
  const bare = await post('sources', { network: 'wrong', kind: 'mapped', settings: {}, key }, 400)
  assert.ok(bare.error?.details?.some(({ field }) => field === 'mapping'))
  const other = await post('sources', { network: 'wrong', kind: 'everflow', key, mapping: bad }, 400)
  assert.deepEqual(
    other.error?.details?.map(({ field }) => field),
    ['mapping'],
  )
  const sources = await world.ports.store.sources.listSources(world.ports.db)
  assert.ok(!sources.some(({ name }) => name === 'wrong'))
  await post('source-samples', { sourceId: '999999' }, 404)
  await post('source-samples', { network: 'nowhere', settings: { url: `${origin()}/feed` } }, 404)
})
