import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { updateOffer } from '../../packages/server/src/features/catalogue/one-offer/update-offer.ts'
import { answerWords } from '../../packages/server/src/features/sources/answer-words.ts'
import { createSource } from '../../packages/server/src/features/sources/change-source.ts'
import { applyWaiting, undoRun } from '../../packages/server/src/features/sources/decide-run.ts'
import { followSource } from '../../packages/server/src/features/sources/follow-source.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import { addRun } from '../support/source-run-scene.ts'
import { addAppliedRun, addSource } from '../support/source-scene.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.0/8' } })
})
after(() => world.close())

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const rows = (ids: readonly string[], currency = 'USD') =>
  ids.map((id) => ({ id, title: `Quest ${id}`, link: 'https://trk.example/a', pay: '2', currency }))

const mapping = {
  ...{ format: 'json', records: 'offers' },
  columns: {
    ...{
      external_id: { at: 'id' },
      name: { at: 'title' },
      revenue: { at: 'pay' },
      currency: { at: 'currency' },
    },
    destination_url: { at: 'link', parameter: 'sub1' },
  },
} as const

let made = 0

/** A feed of any shape whose answers a test gives one by one; the last one goes on. */
async function feedOf(
  answers: Answer[],
  settings: Readonly<Record<string, string>> = {},
  columns = {},
  key?: string,
) {
  made += 1
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  const slug = `shape-${made}`
  await world.addNetwork({ slug, preset: 'generic' })
  const url = `http://127.0.0.1:${port}/offers`
  const mapped = { ...mapping, columns: { ...mapping.columns, ...columns } }
  const given = {
    networkSlug: slug,
    kind: 'mapped',
    settings: { url, ...settings },
    mapping: mapped,
    ...(key !== undefined && { key }),
  }
  const sourceId = await createSource({ ...world.ports, actor: 'test' }, given)
  const run = async () => {
    const { store, db, newId } = world.ports
    const lease = newId()
    const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
    assert.ok(source)
    const stopping = new AbortController().signal
    const patience = { retrySec: 0, betweenMs: 0, restFactor: 0 }
    const held = { source, lease, actor: 'test', stopping, patience }
    const ended = await runSource({ ...world.ports, log: world.log }, held)
    if (ended.state === 'waiting') await applyWaiting(world.ports, { runId: ended.runId, actor: 'test' })
    return ended
  }
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { answers, asked, run, close, sourceId }
}

function answer(offers: readonly object[], headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ offers }))
}

const nothingNew: Answer = (_request, response) => void response.writeHead(304).end()

test('an answer of 304 counts for the question with a condition alone', async () => {
  const paged = { paging: 'page_from_1', page_parameter: 'page', page_size: '2', size_parameter: 'size' }
  const feed = await feedOf([answer(rows(['1']), { etag: '"one"' })], paged)
  await feed.run()
  assert.equal((await feed.run()).state, 'same')
  feed.answers.splice(0, 1, answer(rows(['1', '2'])), nothingNew)
  const ended = await feed.run()
  assert.deepEqual([ended.state, ended.cause], ['failed', 'no_feed'])
  await feed.close()
})

test('the version of a feed is that of the answer that was read, and of no page of an error before it', async () => {
  const broken: Answer = (_request, response) => void response.writeHead(503, { etag: '"error"' }).end('away')
  const whole = answer(rows(['1']))
  const feed = await feedOf([whole])
  await feed.run()
  feed.answers.splice(0, 1, broken, whole)
  assert.equal((await feed.run()).state, 'same')
  await feed.run()
  assert.equal(feed.asked.at(-1)?.headers['if-none-match'], undefined)
  await feed.close()
})

test('the feed is read anew where a first rate of a currency is there', async () => {
  const feed = await feedOf([answer([...rows(['1']), ...rows(['2'], 'SEK')], { etag: '"one"' })])
  await feed.run()
  const before = await feed.run()
  assert.deepEqual([before.state, before.counts.held], ['same', 1])
  const { db, store } = world.ports
  await store.exchangeRates.upsertRates(db, [{ currency: 'SEK', day: '2026-11-21', usdNanos: 100_000_000 }])
  await feed.run()
  assert.equal(feed.asked.at(-1)?.headers['if-none-match'], undefined)
  await feed.close()
})

test('offers that are held are there after a run that has failed and one of an unchanged feed', async () => {
  const whole = answer([...rows(['1']), { ...rows(['2'])[0], id: '2', pay: 'variable' }], { etag: '"one"' })
  const feed = await feedOf([whole])
  await feed.run()
  assert.equal((await feed.run()).counts.held, 1)
  feed.answers.splice(0, 1, (_request, response) => void response.writeHead(401).end())
  assert.equal((await feed.run()).state, 'failed')
  feed.answers.splice(0, 1, nothingNew)
  const ended = await feed.run()
  assert.deepEqual([ended.state, ended.counts.held], ['same', 1])
  const slice = { sort: 'external_id', isDescending: false, after: null, limit: 10 }
  const filter = { runId: ended.runId, verdict: 'held', search: null }
  const { db, store } = world.ports
  assert.equal((await store.runOffers.listRunOfferPage(db, filter, slice)).rows.length, 1)
  await feed.close()
})

for (const [verdict, facts] of [
  ['forbidden', { forbidden: { sentence: 'No incent traffic.', place: 'description' } }],
  ['ended', {}],
] as const) {
  test(`giving back the status of an offer that is ${verdict} by now shows it to nobody`, async () => {
    const { db, store } = world.ports
    const { sourceId, networkId } = await addSource(world)
    await addAppliedRun(world, sourceId)
    const [offer] = await store.knownOffers.listKnownOffers(db, networkId, ['1'])
    assert.ok(offer)
    const paused = { offerId: offer.id, cells: { status: 'paused' }, addClickId: false, actor: 'ana' }
    await updateOffer(world.ports, paused)
    const runId = await addRun(world, sourceId, { offers: [{ externalId: '1', verdict, ...facts }] })
    await applyWaiting(world.ports, { runId, actor: 'test' })
    await followSource(world.ports, { offerId: offer.id, fields: ['status'], actor: 'ana' })
    const [after] = await store.knownOffers.listKnownOffers(db, networkId, ['1'])
    assert.equal(after?.status, 'paused')
    // It comes back by the network's next word.
    const next = await addRun(world, sourceId, { offers: [{ externalId: '1', verdict: 'changed' }] })
    await applyWaiting(world.ports, { runId: next, actor: 'test' })
    const [open] = await store.knownOffers.listKnownOffers(db, networkId, ['1'])
    assert.equal(open?.status, 'active')
  })
}

test('words of any letters hold an offer, and are told and answered; none stops a run', async () => {
  const words = [
    'constructor',
    '__proto__',
    'toString',
    'x\u0000y',
    '\ud800z',
    '\u202eسوق',
    'W'.repeat(201),
    'w'.repeat(200),
  ]
  const offers = words.map((word, at) => ({ ...rows([`w${at}`])[0], geo: [word] }))
  const feed = await feedOf([answer([...rows(['1']), ...offers])], {}, { countries: { at: 'geo' } })
  const { runId, state, counts } = await feed.run()
  assert.deepEqual([state, counts.new, counts.held], ['waiting', 1, words.length])
  const { db, store } = world.ports
  const told = (await store.sourceRuns.findRun(db, runId))?.unknownWords.map(({ word }) => word) ?? []
  assert.ok(
    ['constructor', '__proto__', 'toString', 'w'.repeat(200)].every((word) => told.includes(word)),
    told.join(),
  )
  const countries = Object.fromEntries(told.map((word) => [word, ['DE']]))
  await answerWords({ ...world.ports, actor: 'ana' }, { sourceId: feed.sourceId, countries, platforms: {} })
  const next = await feed.run()
  assert.equal(next.counts.new, told.length)
  await feed.close()
})

test('a run that is taken back shows no offer that a later run has forbidden', async () => {
  const { db, store } = world.ports
  const { sourceId, networkId } = await addSource(world)
  await addAppliedRun(world, sourceId)
  const offers = [{ externalId: '1', verdict: 'missing' as const }]
  const runs = []
  for (let times = 0; times < 3; times += 1) {
    const runId = await addRun(world, sourceId, { offers })
    await applyWaiting(world.ports, { runId, actor: 'test' })
    runs.push(runId)
  }
  const status = async () => (await store.knownOffers.listKnownOffers(db, networkId, ['1']))[0]?.status
  assert.equal(await status(), 'paused')
  const forbidden = { sentence: 'No incent traffic.', place: 'description' }
  const last = await addRun(world, sourceId, {
    offers: [{ externalId: '1', verdict: 'forbidden', forbidden }],
  })
  await applyWaiting(world.ports, { runId: last, actor: 'test' })
  await undoRun(world.ports, { runId: runs.at(-1) ?? 0, actor: 'test', isPausing: true })
  assert.equal(await status(), 'paused')
})

test('a key in the address of a feed, or in what comes of it, is told nowhere', async () => {
  const key = 'k3y-of-a-test-which-is-secret'
  const geo = { countries: { at: 'geo' } }
  const feed = await feedOf(
    [answer([...rows(['1']), { ...rows(['2'])[0], geo: [key] }])],
    { header: 'x-key: {key}' },
    geo,
    key,
  )
  await feed.run()
  assert.equal(feed.asked.at(-1)?.headers['x-key'], key)
  const echo = `http://127.0.0.1:1/${key}?key=${key}`
  for (const one of [
    (_request, response) => void response.writeHead(302, { location: echo }).end(),
    (_request, response) => void response.writeHead(400).end(`{"error":"${key}"}`),
    (_request, response) => void response.writeHead(200, { etag: `"${key}"` }).end(`{"${key}": ["${key}"]}`),
    (_request, response) => void response.destroy(),
  ] satisfies Answer[]) {
    feed.answers.splice(0, 1, one)
    assert.equal((await feed.run()).state, 'failed')
  }
  await feed.close()
  await feed.run()
  const { db } = world.ports
  for (const table of [
    'source_runs',
    'source_run_offers',
    'audit_log',
    'sources',
    'offers',
    'source_offers',
  ]) {
    const lines = await db.query<{ line: string }>(`select to_jsonb(t)::text as line from ${table} t`)
    assert.ok(!lines.some(({ line }) => line.includes(key)), table)
  }
  assert.ok(!world.log.lines.some((line) => line.includes(key)), 'log')
})
