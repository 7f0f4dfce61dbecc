import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { hourMs } from '@quoin/core/time/durations.ts'
import { listNeeds } from '../../packages/server/src/features/alerts/list-needs.ts'
import { createSource } from '../../packages/server/src/features/sources/change-source.ts'
import {
  checkPostback,
  connectPostback,
} from '../../packages/server/src/features/sources/connect-postback.ts'
import { applyWaiting } from '../../packages/server/src/features/sources/decide-run.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import { startEverflow } from '../support/feed-servers/everflow.ts'
import type { FeedServer } from '../support/feed-servers/feed-server.ts'
import type { NetworkOffer } from '../support/feed-servers/network-offer.ts'
import { firePixels, type Pixel, pixelsOf, setPixel } from '../support/fire-pixels.ts'
import { follow } from '../support/follow-link.ts'
import { createWorld, type World } from '../support/world.ts'

const headers = { authorization: 'Bearer ada' }

let world: World
let server: FeedServer
before(async () => {
  world = await createWorld({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8', RATE_LIMIT_PER_MINUTE: '1000000' },
    people: { findToken: async (token) => ({ id: token, name: token, role: 'operator' }) },
  })
})
beforeEach(async (context) => {
  server = await startEverflow({ offers: [offer] })
  if ('after' in context) context.after(() => server.close())
})
after(() => world.close())

const offer: NetworkOffer = {
  ...{ id: '1', name: 'Quest', description: '', countries: [], platforms: [], revenue: '2.50', goals: [] },
  ...{ status: 'active', isApproved: true, restrictions: '', link: 'https://trk.example/5ZS8GM/BP658/' },
}
const event = { id: '88', name: 'Level 10', revenue: '4.00' }

let made = 0

async function addSource(proof: 'token' | 'none' | 'hmac' = 'token') {
  made += 1
  const slug = `flow-${made}`
  const network = await world.addNetwork({ slug, preset: 'everflow', proof })
  const sourceId = await createSource(world.ports, {
    ...{ networkSlug: slug, kind: 'everflow', key: server.key, settings: { api_host: server.origin } },
  })
  return { sourceId, slug, ...network }
}

async function list(sourceId: number): Promise<void> {
  const { store, db, newId } = world.ports
  const lease = newId()
  const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  assert.ok(source)
  const patience = { retrySec: 0, betweenMs: 0, restFactor: 0 }
  const stopping = new AbortController().signal
  const run = await runSource(
    { ...world.ports, log: world.log },
    { source, lease, actor: 'test', stopping, patience },
  )
  if (run.state === 'waiting') await applyWaiting(world.ports, { runId: run.runId, actor: 'test' })
}

const connect = (sourceId: number, isRenewed = false) =>
  connectPostback(world.ports, { sourceId, actor: 'test', isRenewed })

async function check(sourceId: number): Promise<void> {
  const lease = world.ports.newId()
  const { store, db, clock } = world.ports
  assert.ok(await store.sourcePostbacks.takePostback(db, { sourceId, lease, leaseMs, nowMs: clock.nowMs() }))
  await checkPostback(world.ports, { sourceId, lease, stopping: new AbortController().signal })
}

async function stateOf(sourceId: number) {
  const answer = await world.get(`/operator/v1/sources/${sourceId}`, { headers })
  return answer.json().data.postback
}

async function goneOf(sourceId: number) {
  return (await listNeeds(world.ports)).filter(({ cause }) => cause === `postback_gone:${sourceId}`)
}

async function clickOn(externalId: string, userId: string): Promise<string> {
  const [row] = await world.ports.db.query<{ id: number }>(
    'select id from offers where external_id = $1 order by id desc limit 1',
    [externalId],
  )
  const answer = await follow(world, { offerId: row?.id ?? 0, userId })
  const { location = '' } = answer.headers
  return new URL(String(location)).searchParams.get('sub1') ?? ''
}

test('from a key to a conversion that the network has reported by itself', async () => {
  const { sourceId } = await addSource()
  assert.equal((await stateOf(sourceId)).state, 'none')
  await list(sourceId)
  const answer = await world.post(`/operator/v1/sources/${sourceId}/postback`, { headers, body: {} })
  assert.equal(answer.statusCode, 200, answer.body)
  const { postback } = answer.json().data
  assert.deepEqual([postback.state, postback.can_be_connected], ['installed', true])
  assert.ok(postback.checked_at > 0)
  const clickId = await clickOn('1', 'user-1')
  const macros = { sub1: clickId, payout_amount: '2.50', transaction_id: 'tx-1' }
  const [fired] = await firePixels(world, server, 'conversion', macros)
  assert.equal(fired?.status, 200, fired?.body)
  const rows = await world.ports.db.query('select status, txn_id from conversions where click_id = $1', [
    clickId,
  ])
  assert.deepEqual(rows, [{ status: 'approved', txn_id: 'tx-1' }])
  // The address is told to nobody but the network.
  const [pixel] = await pixelsOf(server)
  const token = /postback\/([\w-]+)/.exec(pixel?.postback_url ?? '')?.[1] ?? ''
  assert.ok(token.length > 20)
  assert.ok(!world.log.lines.some((line) => line.includes(token)))
  const audit = await world.ports.db.query<{ line: string }>(
    'select to_jsonb(a)::text as line from audit_log a',
  )
  assert.ok(!audit.some(({ line }) => line.includes(token)))
  assert.ok(audit.some(({ line }) => line.includes('source.postback_connected')))
})

test('an event after a conversion is reported to its goal', async () => {
  server.offers = [{ ...offer, id: '2', goals: [event] }]
  const { sourceId } = await addSource()
  await list(sourceId)
  await connect(sourceId)
  const types = (await pixelsOf(server)).map(({ pixel_type }) => pixel_type)
  assert.deepEqual(types, ['conversion', 'post_conversion'])
  const clickId = await clickOn('2', 'user-2')
  const macros = { sub1: clickId, payout_amount: '4.00', transaction_id: 'tx-2', event_id: '88' }
  const [fired] = await firePixels(world, server, 'post_conversion', macros)
  assert.equal(fired?.status, 200, fired?.body)
  const rows = await world.ports.db.query('select status, goal from conversions where click_id = $1', [
    clickId,
  ])
  assert.deepEqual(rows, [{ status: 'approved', goal: '88' }])
})

test('set up twice is there once, also by two at the same time, and the pasted address works beside it', async () => {
  const { sourceId, postbackUrl } = await addSource()
  const both = await Promise.allSettled([connect(sourceId), connect(sourceId)])
  assert.ok(both.some(({ status }) => status === 'fulfilled'))
  await connect(sourceId)
  assert.equal((await pixelsOf(server)).length, 1)
  const pasted = await world.get(`${new URL(postbackUrl).pathname}?click_id=nobody&payout=1&status=approved`)
  assert.equal(pasted.statusCode, 404, pasted.body)
  const actions = await world.ports.db.query(
    `select from audit_log where action = 'source.postback_connected' and object = $1`,
    [`source:${sourceId}`],
  )
  assert.equal(actions.length, 1)
})

test('an address that a person has pasted there is taken as it is', async () => {
  const { sourceId, postbackUrl } = await addSource()
  await setPixel(server, {
    postback_url: `${postbackUrl}?click_id={sub1}&payout={payout_amount}&status=approved&own=1`,
  })
  await connect(sourceId)
  assert.equal((await pixelsOf(server)).length, 1)
  assert.match((await stateOf(sourceId)).message, /a person has pasted/)
})

test('a postback of somebody else is neither changed nor taken for ours', async () => {
  const { sourceId } = await addSource()
  const other = 'https://tracker.example/p/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?click_id={sub1}'
  await setPixel(server, { postback_url: other })
  await connect(sourceId)
  await connect(sourceId, true)
  const addresses = (await pixelsOf(server)).map(({ postback_url }) => postback_url)
  assert.equal(addresses.length, 2)
  assert.equal(addresses[0], other)
})

test('one that is changed or gone at the network needs a person, and is set up again', async () => {
  const { sourceId } = await addSource()
  await connect(sourceId)
  const [pixel] = await pixelsOf(server)
  assert.ok(pixel)
  await setPixel(server, { ...pixel, pixel_status: 'inactive' })
  await check(sourceId)
  assert.equal((await stateOf(sourceId)).state, 'differs')
  assert.match((await goneOf(sourceId))[0]?.sentence ?? '', /was changed there/)
  assert.equal((await pixelsOf(server))[0]?.pixel_status, 'inactive', 'a look changes nothing')
  await connect(sourceId)
  assert.deepEqual(await pixelsOf(server), [pixel])
  assert.deepEqual(await goneOf(sourceId), [])
  await setPixel(server, { ...pixel, postback_url: 'https://tracker.example/mine?c={sub1}' })
  await check(sourceId)
  assert.equal((await stateOf(sourceId)).state, 'missing')
  assert.equal((await goneOf(sourceId)).length, 1)
  await connect(sourceId)
  assert.equal((await pixelsOf(server)).length, 2, 'it is the other’s by now')
})

test('a network that does not let the key set up postbacks says so, and nothing is changed', async () => {
  const { sourceId } = await addSource()
  server.trouble = { pixels: 'refused' }
  const answer = await world.post(`/operator/v1/sources/${sourceId}/postback`, { headers, body: {} })
  assert.equal(answer.statusCode, 400)
  assert.match(answer.json().error.message, /does not let this key set up postbacks/)
  assert.equal((await stateOf(sourceId)).state, 'none')
  server.trouble = { isKeyRefused: true }
  await assert.rejects(connect(sourceId), /does not let this key see postbacks/)
  server.trouble = { isLoginPage: true }
  await assert.rejects(connect(sourceId), /web page/)
  server.trouble = { pixels: 'forgotten' }
  await assert.rejects(connect(sourceId), /is not there/)
  assert.equal((await pixelsOf(server)).length, 0)
})

test('an answer that is lost leaves a postback that the next call recognizes', async () => {
  const { sourceId } = await addSource()
  server.trouble = { pixels: 'unanswered' }
  await assert.rejects(connect(sourceId), /failed with status 502/)
  assert.equal((await pixelsOf(server)).length, 1, 'it was sent once')
  server.trouble = {}
  await connect(sourceId)
  assert.equal((await pixelsOf(server)).length, 1)
  assert.equal((await stateOf(sourceId)).state, 'installed')
})

/** The answer to a report about no click: 404 for a network that is known, 401 for a token that is not. */
async function reportTo(pixel: Pixel | undefined): Promise<number> {
  const { pathname } = new URL(pixel?.postback_url ?? '')
  return (await world.get(`${pathname}?click_id=x&payout=1&status=approved`)).statusCode
}

test('a new address ends the one before, at the network and here', async () => {
  const { sourceId } = await addSource('none')
  await connect(sourceId)
  const [first] = await pixelsOf(server)
  await connect(sourceId, true)
  const [second, ...more] = await pixelsOf(server)
  assert.deepEqual(more, [])
  assert.notEqual(second?.postback_url, first?.postback_url)
  assert.equal(await reportTo(first), 401)
  assert.equal(await reportTo(second), 404)
  server.trouble = { pixels: 'refused' }
  await assert.rejects(connect(sourceId, true), /does not let this key/)
  assert.equal(await reportTo(second), 404, 'the network still has it')
})

test('a new address that reaches one of two postbacks there goes on to work', async () => {
  server.offers = [{ ...offer, id: '3', goals: [event] }]
  const { sourceId } = await addSource('none')
  await list(sourceId)
  await connect(sourceId)
  let changes = 0
  const send: typeof world.ports.outgoing.send = async (request, limits) => {
    if (request.method === 'PUT') changes += 1
    const url = changes > 1 && request.method === 'PUT' ? `${server.origin}/nowhere` : request.url
    return await world.ports.outgoing.send({ ...request, url }, limits)
  }
  const outgoing = { urlProblem: (url: string) => world.ports.outgoing.urlProblem(url), send }
  await assert.rejects(
    connectPostback({ ...world.ports, outgoing }, { sourceId, actor: 'test', isRenewed: true }),
  )
  assert.equal(changes, 2)
  const [first] = await pixelsOf(server)
  assert.equal(await reportTo(first), 404, 'it is known here')
  await connect(sourceId)
  assert.equal((await stateOf(sourceId)).state, 'installed')
  const sent = (await pixelsOf(server)).filter(({ pixel_type }) => pixel_type === 'conversion')
  assert.equal(sent.length, 1)
})

test('a network that must sign, and a kind without such an API, are refused in words', async () => {
  const signed = await addSource('hmac')
  await assert.rejects(connect(signed.sourceId), /signs none/)
  await world.addNetwork({ slug: 'by-hand', preset: 'affise' })
  const byHand = await createSource(world.ports, {
    ...{ networkSlug: 'by-hand', kind: 'affise', key: 'k', settings: { api_host: server.origin } },
  })
  await assert.rejects(connect(byHand), /paste the network’s address/)
  assert.equal((await stateOf(byHand)).can_be_connected, false)
})

test('a postback outlives its source, and the next source of the network takes it over', async () => {
  const { sourceId, slug } = await addSource()
  await connect(sourceId)
  await world.call({ method: 'DELETE', path: `/operator/v1/sources/${sourceId}`, headers })
  const again = await createSource(world.ports, {
    ...{ networkSlug: slug, kind: 'everflow', key: server.key, settings: { api_host: server.origin } },
  })
  await connect(again)
  assert.equal((await pixelsOf(server)).length, 1)
})

test('a look is due a day after the last, and an hour after one that failed', async () => {
  const { sourceId } = await addSource()
  await connect(sourceId)
  const { store, db, clock, newId } = world.ports
  const due = async (aheadMs: number) => {
    const nowMs = clock.nowMs() + aheadMs
    const taken = await store.sourcePostbacks.takeDuePostback(db, { lease: newId(), leaseMs, nowMs })
    await db.query('update source_postbacks set lease = null, leased_until = null')
    return taken
  }
  await db.query('delete from source_postbacks where source_id <> $1', [sourceId])
  assert.equal(await due(23 * hourMs), undefined)
  assert.equal(await due(25 * hourMs), sourceId)
  server.trouble = { failsFromPage: 1 }
  await check(sourceId)
  assert.deepEqual(
    [(await stateOf(sourceId)).state, await due(0.5 * hourMs), await due(1.5 * hourMs)],
    ['installed', undefined, sourceId],
  )
})
