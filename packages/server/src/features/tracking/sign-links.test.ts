import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'

import { assertError, assertSuccess, rulesOf } from '../../../../../test/support/assert-answer.ts'
import { blocksOf } from '../../../../../test/support/doc-blocks.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'
import { getLinkKey, rotateLinkKey } from '../apps/link-key.ts'
import { updateApp } from '../apps/update-app.ts'
import { isSigned, openLinkSigner } from './sign-links.ts'

let world: World
let ids: number[]
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000', LINKS_PER_MINUTE: '100000' } })
  ids = await world.addOffers([{}, {}, {}])
  await updateApp(world.ports, world.app.appId, { fallbackUrl: 'https://fallback.example/' })
})
after(() => world.close())

const setLinks = (signedLinks: 'off' | 'added' | 'required') =>
  updateApp(world.ports, world.app.appId, { signedLinks })

async function linksFor(query: Readonly<Record<string, string>>): Promise<URL[]> {
  const response = await world.get('/api/v1/offers', { query, headers: world.credentials })
  return assertSuccess<{ link: string }[]>(response).map(({ link }) => new URL(link))
}

/** Where a link leads, and what is kept of the click. */
async function follow(url: URL, headers = {}) {
  // Ids are ordered by their milliseconds.
  world.clock.advance({ ms: 1 })
  const response = await world.server.inject({ url: url.pathname + url.search, headers })
  assert.equal(response.statusCode, 302, response.body)
  const [click] = await world.ports.db.query<{ outcome: string; reason: string | null }>(
    'select outcome, reason from clicks order by id desc limit 1',
  )
  const leadsTo = new URL(String(response.headers.location)).hostname
  return [leadsTo, click?.outcome, click?.reason === 'country_unknown' ? null : click?.reason]
}

const toOffer = ['offers.example', 'redirected', null]
const toFallback = ['fallback.example', 'fallback', 'signature']

function changed(link: URL, changes: Readonly<Record<string, string | null>>): URL {
  const url = new URL(link)
  for (const [name, value] of Object.entries(changes))
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  return url
}

test('lists sign no link unless the app asks for it, and an unsigned link goes on working until it is required', async () => {
  await setLinks('off')
  const [plain] = await linksFor({ userId: 'u' })
  assert.ok(plain)
  assert.equal(plain.searchParams.get('sig'), null)
  assert.deepEqual(await follow(plain), toOffer)
  assert.deepEqual(await follow(changed(plain, { sig: 'whatever' })), toOffer)
  await setLinks('added')
  const signed = await linksFor({ userId: 'u' })
  for (const link of signed) assert.match(link.search, /&sig=[0-9a-f]{64}$/)
  assert.equal(new Set(signed.map((link) => link.searchParams.get('sig'))).size, ids.length)
  assert.deepEqual(await follow(plain), toOffer)
  await setLinks('required')
  assert.deepEqual(await follow(plain), toFallback)
})

test('each link of a list is signed for its offer, user and sub id, whatever these are', async () => {
  await setLinks('required')
  for (const user of [
    { userId: 'u' },
    { userId: 'ü & 😀/?#', subId: 'banner=7&x' },
    { userId: 'u\u0085'.slice(0, 1) },
  ])
    for (const link of await linksFor(user)) assert.deepEqual(await follow(link), toOffer)
  const one = await world.get(`/api/v1/offers/${ids[0]}`, {
    query: { userId: 'u', subId: 's' },
    headers: world.credentials,
  })
  assert.deepEqual(await follow(new URL(assertSuccess<{ link: string }>(one).link)), toOffer)
})

test('a link that was changed anywhere leads to the fallback, with the reason, by either way in', async () => {
  await setLinks('required')
  const [link] = await linksFor({ userId: 'user-42', subId: 's' })
  assert.ok(link)
  const sig = link.searchParams.get('sig') ?? ''
  const other = link.searchParams.get('offerId') === String(ids[1]) ? ids[2] : ids[1]
  // A request with an Origin goes through the framework, the other past it.
  for (const changes of [
    { userId: 'user-43' },
    { userId: 'user-42 ' },
    { subId: 'x' },
    { subId: null },
    { subId: '' },
    { offerId: String(other) },
    { apiKey: world.app.test.apiKey },
    { sig: null },
    { sig: '' },
    { sig: sig.toUpperCase() },
    { sig: sig.slice(1) },
    { sig: `${sig}0` },
    { sig: '0'.repeat(64) },
    { sig: 'é'.repeat(32) },
    { sig: '{sig}' },
    // Text that moves from one part to the other changes the signature.
    { userId: 'user-42s', subId: null },
    { userId: 'user-4', subId: '2s' },
  ])
    for (const headers of [{}, { origin: 'https://www.example' }])
      assert.deepEqual(await follow(changed(link, changes), headers), toFallback, JSON.stringify(changes))
  assert.deepEqual(await follow(link), toOffer)
  assert.deepEqual(await follow(new URL(`${link}&sig=x&fbclid=1`)), toOffer)
  const newLine = changed(link, { userId: 'user-42\ns', subId: null })
  const refused = await world.server.inject({ url: newLine.pathname + newLine.search })
  assert.deepEqual(rulesOf(assertError(refused, 400, 'INVALID_REQUEST')), ['userId characters'])
})

test('a click by a link that is not signed is marked, and by one to which a sub id was added it is not', async () => {
  await setLinks('added')
  const [link] = await linksFor({ userId: 'marked' })
  assert.ok(link)
  const other = await linksFor({ userId: 'marked', subId: 's' })
  for (const [url, isUnsigned] of [
    [link, false],
    [changed(link, { subId: 'mine' }), false],
    [changed(link, { userId: 'somebody' }), true],
    [changed(link, { userId: 'somebody', subId: 'mine' }), true],
    [changed(link, { sig: null }), true],
    [changed(other[0] ?? link, { subId: 'changed' }), true],
    [changed(other[0] ?? link, { subId: null }), true],
  ] as const) {
    assert.deepEqual(await follow(url), toOffer)
    assert.equal((await newestClick())?.isUnsigned, isUnsigned, String(url))
  }
  await setLinks('off')
  await follow(changed(link, { sig: null }))
  assert.equal((await newestClick())?.isUnsigned, false)
})

async function newestClick() {
  return await world.ports.store.clicks.findClick(
    world.ports.db,
    (await world.ports.db.query<{ id: string }>('select id from clicks order by id desc limit 1'))[0]?.id ??
      '',
  )
}

test('without a fallback a caller is told why; a HEAD leaves no click', async () => {
  await setLinks('required')
  const bare = await createWorld({ beside: world })
  await updateApp(bare.ports, bare.app.appId, { signedLinks: 'required' })
  const query = { offerId: String(ids[0]), apiKey: bare.app.live.apiKey, userId: 'u' }
  await bare.ports.snapshots.refresh('catalogue')
  const response = await bare.get('/track', { query })
  assertError(response, 404, 'RESOURCE_NOT_FOUND')
  assert.match(response.json().error.message, /not signed, or it was changed/)
  await bare.close()
})

test('the recipe of the guide makes the links that lists make', async () => {
  await setLinks('required')
  const block = blocksOf('docs/publishers.md').find(({ text }) => text.includes('function signedLink'))
  assert.ok(block)
  const { key } = await getLinkKey(world.ports, world.app.appId)
  const link = {
    apiKey: world.app.live.apiKey,
    offerId: String(ids[0]),
    userId: 'ü & 😀 user',
    subId: 'banner 7',
  }
  const call = `console.log(signedLink(${JSON.stringify(world.settings.trackUrl)}, ${JSON.stringify(key)}, ${JSON.stringify(link)}))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', `${block.text}\n${call}`])
  const built = new URL(run.stdout.toString().trim())
  assert.deepEqual(await follow(built), toOffer)
  const { userId, subId } = link
  const listed = await linksFor({ userId, subId })
  const same = listed.find((one) => one.searchParams.get('offerId') === link.offerId)
  assert.equal(built.searchParams.get('sig'), same?.searchParams.get('sig'))
})

test('a rotated key, or a rotated QUOIN_SECRET, leaves the links before it working; two rotations end them', async () => {
  await setLinks('required')
  const [first] = await linksFor({ userId: 'r' })
  assert.ok(first)
  const before = await getLinkKey(world.ports, world.app.appId)
  const rotated = await rotateLinkKey(world.ports, { appId: world.app.appId, actor: 'test' })
  assert.notEqual(rotated.key, before.key)
  assert.match(rotated.key, /^[0-9a-f]{64}$/)
  const [second] = await linksFor({ userId: 'r' })
  assert.ok(second)
  assert.notEqual(second.search, first.search)
  assert.deepEqual([await follow(first), await follow(second)], [toOffer, toOffer])
  await rotateLinkKey(world.ports, { appId: world.app.appId, actor: 'test' })
  assert.deepEqual([await follow(first), await follow(second)], [toFallback, toOffer])

  const [old, next] = ['o'.repeat(40), 'n'.repeat(40)]
  const app = { id: 1, linkKeyVersion: 1 }
  const link = { apiKey: 'k', offerId: 1, userId: 'u', subId: undefined }
  const signature = openLinkSigner({ keyring: openKeyring({ current: old, previous: null }) }, app)(link)
  const during = { keyring: openKeyring({ current: next, previous: old }) }
  const afterwards = { keyring: openKeyring({ current: next, previous: null }) }
  assert.equal(isSigned(during, app, { ...link, signature }), true)
  assert.equal(isSigned(afterwards, app, { ...link, signature }), false)
  assert.equal(isSigned(during, { ...app, id: 2 }, { ...link, signature }), false)
})
