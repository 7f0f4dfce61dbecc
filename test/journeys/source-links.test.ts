import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LinkVerdict } from '@quoin/core/sources/link.ts'
import { listNeeds } from '../../packages/server/src/features/alerts/list-needs.ts'
import { applyWaiting } from '../../packages/server/src/features/sources/decide-run.ts'
import { lookAgain, lookAtLink } from '../../packages/server/src/features/sources/look-at-link.ts'
import { keepSources } from '../../packages/server/src/jobs/keep-sources.ts'
import { eventually } from '../support/eventually.ts'
import { type LinkHost, startLinkHost } from '../support/link-hosts.ts'
import { addRun } from '../support/source-run-scene.ts'
import { addSource } from '../support/source-scene.ts'
import { createWorld, type World } from '../support/world.ts'

const headers = { authorization: 'Bearer ada' }

let world: World
let host: LinkHost
before(async () => {
  host = await startLinkHost()
  world = await createWorld({
    environment: { OUTGOING_ALLOW: '127.0.0.0/8', RATE_LIMIT_PER_MINUTE: '1000000' },
    people: { findToken: async (token) => ({ id: token, name: token, role: 'operator' }) },
  })
})
after(async () => {
  await host.close()
  await world.close()
})

/** A source whose offers lead to these paths of the host; each offer is named after its path. */
async function addLinks(paths: readonly string[], row: object = {}) {
  const source = await addSource(world)
  const offers = paths.map((path) => {
    const url = path.includes('://') ? path : `${host.origin}/${path}`
    const destination = `${url}${url.includes('?') ? '&' : '?'}sub1={click_id}&u={user_id}&s2={sub2}`
    return { externalId: path, verdict: 'new' as const, row: { destination_url: destination, ...row } }
  })
  const runId = await addRun(world, source.sourceId, { cause: 'first', offers })
  await applyWaiting(world.ports, { runId, actor: 'test' })
  return source
}

async function linksOf(sourceId: number, query = '') {
  const answer = await world.get(`/operator/v1/sources/${sourceId}/links?limit=100${query}`, { headers })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data as readonly {
    external_id: string
    verdict: LinkVerdict
    message: string
    hops: number
  }[]
}

async function look(sourceId: number, externalId: string): Promise<void> {
  await lookAgain(world.ports, { sourceId, externalId, hostPauseMs: 0 })
}

async function statusesOf(sourceId: number): Promise<unknown> {
  return await world.ports.db.query(
    `select o.external_id, o.status, o.paused_at from offers o join sources s on s.network_id = o.network_id
     where s.id = $1 order by 1`,
    [sourceId],
  )
}

const seen: readonly (readonly [path: string, verdict: LinkVerdict, message: RegExp, hops: number])[] = [
  ['page', 'works', /^It leads to 127\.0\.0\.1:\d+\.$/, 1],
  ['to-page', 'works', /leads to/, 2],
  ['refresh', 'works', /leads to/, 2],
  ['script', 'works', /leads to/, 2],
  ['gone', 'dead', /no such page \(404\)/, 1],
  ['over', 'dead', /“offer has expired”/, 1],
  ['elsewhere', 'wrong_country', /own country may be the reason/, 1],
  ['drops', 'lost_click', /without the click id/, 2],
  ['app-store', 'works', /an app \(itms-apps\)/, 1],
  ['to-fragment', 'works', /leads to/, 2],
  ['turns', 'unknown', /circle/, 2],
  ['decimal', 'unknown', /may not ask: 10\.2\.3\.1|may not ask/, 2],
  ['octal', 'unknown', /may not ask: 10\.0\.0\.1/, 2],
  ['mapped', 'unknown', /may not ask/, 2],
  ['local-six', 'unknown', /may not ask/, 2],
  ['by-name', 'unknown', /./, 2],
  ['bad-port', 'unknown', /no address of the web/, 1],
  ['dots', 'unknown', /./, 2],
  ['marks', 'unknown', /no address of the web/, 1],
  ['circle', 'unknown', /circle/, 1],
  ['endless', 'unknown', /more than ten/, 11],
  ['inside', 'unknown', /may not ask: 10\.1\.2\.3/, 2],
  ['credentials', 'unknown', /may not ask/, 2],
  ['file', 'unknown', /no address of the web/, 1],
  ['no-address', 'unknown', /no address of the web/, 1],
  ['long', 'unknown', /no address of the web/, 1],
  ['huge', 'works', /leads to/, 1],
  ['cut', 'unknown', /./, 1],
  ['headers', 'unknown', /./, 1],
  ['not-http', 'unknown', /./, 1],
  ['drip', 'unknown', /did not come whole or in time/, 1],
  ['fails', 'unknown', /The next look says/, 1],
  ['nobody', 'unknown', /The next look says/, 2],
]

test('links are followed hop by hop, and nothing hostile keeps the server or tells it more than it asks', async () => {
  const { sourceId } = await addLinks(seen.map(([path]) => path))
  const before = await statusesOf(sourceId)
  for (const [path] of seen) await look(sourceId, path)
  const links = await linksOf(sourceId)
  const found = Object.fromEntries(links.map((one) => [one.external_id, one]))
  for (const [path, verdict, message, hops] of seen) {
    assert.equal(found[path]?.verdict, verdict, `${path}: ${found[path]?.message}`)
    assert.match(found[path]?.message ?? '', message, path)
    assert.equal(found[path]?.hops, hops, path)
    assert.doesNotMatch(found[path]?.message ?? '', /word@|linkcheck/, path)
  }
  for (const path of ['fails', 'nobody']) await look(sourceId, path)
  const soon = (await linksOf(sourceId, '&verdict=dead')).map((one) => one.external_id)
  assert.deepEqual(soon.toSorted(), ['gone', 'over'], 'two silent looks in a bad hour count once')
  world.clock.advance({ seconds: 3_601 })
  for (const path of ['fails', 'nobody']) await look(sourceId, path)
  const dead = (await linksOf(sourceId, '&verdict=dead')).map((one) => one.external_id)
  assert.deepEqual(dead.toSorted(), ['fails', 'gone', 'nobody', 'over'])
  assert.deepEqual(await statusesOf(sourceId), before, 'a look changes no offer')
  const { db } = world.ports
  assert.deepEqual(await db.query('select from clicks where user_id = $1', ['linkcheck']), [])
})

test('a look says that it is one, and comes as a phone of the offer', async () => {
  const { sourceId } = await addLinks(['page?who=ios'], { platforms: ['ios'] })
  host.asked.length = 0
  await look(sourceId, 'page?who=ios')
  const [asked] = host.asked
  assert.match(asked?.path ?? '', /^\/page\?who=ios&sub1=linkcheck-[0-9a-f]{24}&u=linkcheck&s2=$/)
  assert.match(asked?.userAgent ?? '', /iPhone/)
})

test('an offer for Android that ends in the App Store is in the wrong store', async () => {
  const { sourceId } = await addLinks(['app-store', 'play'], { platforms: ['android'] })
  for (const path of ['app-store', 'play']) await look(sourceId, path)
  const verdicts = (await linksOf(sourceId)).map((one) => one.verdict)
  assert.deepEqual(verdicts, ['wrong_store', 'works'])
})

test('a host is asked after a pause, and a stop does not wait for it', async () => {
  const { sourceId } = await addLinks(['to-page'])
  const link = await world.ports.store.sourceLinks.findLinkOf(world.ports.db, {
    ...{ sourceId, externalId: 'to-page', nowMs: world.clock.nowMs() },
  })
  assert.ok(link)
  host.asked.length = 0
  await lookAtLink(world.ports, { sourceId, link, stopping: new AbortController().signal, hostPauseMs: 300 })
  const [first, second] = host.asked
  assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 290)
  const stopping = AbortSignal.timeout(100)
  const beganMs = performance.now()
  await assert.rejects(lookAtLink(world.ports, { sourceId, link, stopping, hostPauseMs: 60_000 }))
  assert.ok(performance.now() - beganMs < 3_000)
})

test('links are looked at by the server where the source says how many, spread over the day, the oldest first', async () => {
  const { sourceId } = await addLinks(['page', 'gone', 'to-page'])
  const { db, store, clock } = world.ports
  const { sourceLinks } = store
  assert.equal(
    await sourceLinks.takeDueLinkSource(db, clock.nowMs()),
    undefined,
    'off unless somebody says so',
  )
  const set = (body: object) =>
    world.call({ method: 'PATCH', path: `/operator/v1/sources/${sourceId}`, headers, body })
  assert.equal((await set({ linkCheckDaily: 201 })).statusCode, 400)
  assert.equal((await set({ linkCheckDaily: 24 })).json().data.link_check_daily, 24)
  await db.query('update sources set next_run_at = to_timestamp($1::bigint / 1000.0)', [
    clock.nowMs() + 86_400_000,
  ])
  const keeping = keepSources(world.ports)
  await eventually(async () => (await linksOf(sourceId)).length, 1)
  await keeping.stop()
  assert.equal(await sourceLinks.takeDueLinkSource(db, clock.nowMs()), undefined)
  assert.equal(await sourceLinks.takeDueLinkSource(db, clock.nowMs() + 59 * 60_000), undefined)
  assert.equal(await sourceLinks.takeDueLinkSource(db, clock.nowMs() + 61 * 60_000), sourceId)
  const next = await sourceLinks.findLinkToLookAt(db, sourceId, clock.nowMs())
  assert.equal(next?.externalId, 'page', 'not the one that was looked at')
  await db.query(`update offers set paused_at = now() where external_id = 'page'`)
  assert.equal(
    (await sourceLinks.findLinkToLookAt(db, sourceId, clock.nowMs()))?.externalId,
    'to-page',
    'shown ones alone',
  )
})

test('many dead links need a person; a few do not', async () => {
  const paths = Array.from({ length: 10 }, (_, at) => `${at < 2 ? 'gone' : 'page'}?n=${at}`)
  const { sourceId } = await addLinks(paths)
  const cause = `links_dead:${sourceId}`
  for (const path of paths.slice(0, 9)) await look(sourceId, path)
  assert.ok(!(await listNeeds(world.ports)).some((one) => one.cause === cause), 'nine are too few')
  await look(sourceId, paths[9] ?? '')
  const need = (await listNeeds(world.ports)).find((one) => one.cause === cause)
  assert.match(need?.sentence ?? '', /^2 of 10 links/)
  const { links } = (await world.get(`/operator/v1/sources/${sourceId}`, { headers })).json().data
  assert.deepEqual([links.dead, links.works, links.unknown], [2, 8, 0])
})

test('an unknown offer, an unknown source and an unknown verdict are refused', async () => {
  const { sourceId } = await addLinks(['page'])
  const path = `/operator/v1/sources/${sourceId}/links`
  const none = await world.post(path, { headers, body: { externalId: 'nothing' } })
  assert.equal(none.statusCode, 404)
  const away = await world.post('/operator/v1/sources/999999/links', {
    headers,
    body: { externalId: 'page' },
  })
  assert.equal(away.statusCode, 404)
  assert.equal((await world.get(`${path}?verdict=broken`, { headers })).statusCode, 400)
  const looked = await world.post(path, { headers, body: { externalId: 'page' } })
  assert.deepEqual([looked.statusCode, looked.json().data.verdict], [200, 'works'])
})
