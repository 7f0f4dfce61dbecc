import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { browserAccept, type Visit } from '../../../../../test/support/follow-link.ts'
import { assertEnvelope, locationOf, openLinkScene } from '../../../../../test/support/link-scene.ts'
import { createWorld, type OfferRow, type World } from '../../../../../test/support/world.ts'
import { createApp } from '../../features/apps/create-app.ts'
import { updateApp } from '../../features/apps/update-app.ts'
import { addListEntry } from '../../features/lists/add-list-entry.ts'

/** The address of a university that has had it for decades. */
const japaneseAddress = '130.69.196.1'
const privateAddress = '10.0.0.7'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const { follow, listClicks, onlyClick } = openLinkScene(() => world)

interface Unavailable {
  readonly reason: string
  readonly row?: OfferRow
  readonly visit?: Partial<Visit>
  readonly prepare?: (offerId: number) => Promise<unknown>
}

const unavailable: readonly Unavailable[] = [
  { reason: 'paused', row: { status: 'paused' } },
  { reason: 'schedule', row: { starts_at: '2027-01-01' } },
  { reason: 'schedule', row: { ends_at: '2026-11-21T12:00Z' } },
  { reason: 'country', row: { countries: 'DE,AT' }, visit: { address: japaneseAddress } },
  { reason: 'platform', row: { platforms: 'ios' } },
  {
    reason: 'capped',
    row: { total_cap: 5 },
    async prepare(offerId) {
      await world.ports.db.query('insert into cap_counters (key, used) values ($1, 5)', [
        `offer:${offerId}:total`,
      ])
      await world.open.exclusions.refreshCapped()
    },
  },
  {
    reason: 'blocked',
    visit: { userId: 'blocked-user' },
    async prepare() {
      const entry = {
        appId: world.app.appId,
        kind: 'user',
        value: 'blocked-user',
        action: 'block',
        reason: '',
        actor: 'test',
      }
      await addListEntry(world.ports, entry)
    },
  },
  {
    reason: 'destination',
    async prepare(offerId) {
      await world.ports.db.query("update offers set destination_url = 'javascript:alert(1)' where id = $1", [
        offerId,
      ])
      await world.ports.snapshots.refresh('catalogue')
    },
  },
]

for (const { reason, row = {}, visit = {}, prepare } of unavailable) {
  test(`an offer that is not to be had (${reason}: ${JSON.stringify(row)}) leads to its own fallback`, async () => {
    const fallback_url = 'https://fallback.example/offer?o={offer_id}&c={click_id}'
    const offerId = await world.addOffer({ ...row, fallback_url })
    await prepare?.(offerId)
    const response = await follow({ offerId, ...visit })
    const click = await onlyClick(offerId)
    assert.equal(locationOf(response).href, `https://fallback.example/offer?o=${offerId}&c=${click.id}`)
    assert.deepEqual([click.outcome, click.reason], ['fallback', reason])
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  test(`an offer that is not to be had (${reason}: ${JSON.stringify(row)}) without a fallback is the page, 404`, async () => {
    const offerId = await world.addOffer(row)
    await prepare?.(offerId)
    const page = await follow({ offerId, accept: browserAccept, ...visit })
    assert.equal(page.statusCode, 404)
    assert.match(page.body, /<h1>This offer is not available<\/h1>/)
    const click = await onlyClick(offerId)
    assert.deepEqual([click.outcome, click.reason], ['fallback', reason])
    assert.ok(page.body.includes(click.id), 'the page names the click, so that support can look it up')
    assertEnvelope(await follow({ offerId, ...visit }), 404, 'RESOURCE_NOT_FOUND')
    const head = await follow({ offerId, method: 'HEAD', accept: browserAccept, ...visit })
    assert.deepEqual([head.statusCode, head.body], [404, ''])
    assert.equal((await listClicks(offerId)).length, 2)
  })
}

test("the fallbacks are the offer's, then the app's, then the platform's, then the page", async () => {
  const own = await createWorld({ environment: { FALLBACK_URL: 'https://platform.example/' } })
  const paused = { status: 'paused' }
  const [withOwn = 0, without = 0] = await own.addOffers([
    { ...paused, fallback_url: 'https://own.example/' },
    paused,
  ])
  await updateApp(own.ports, own.app.appId, { fallbackUrl: 'https://app.example/?user={user_id}' })
  assert.equal(locationOf(await follow({ offerId: withOwn }, own)).href, 'https://own.example/')
  assert.equal(locationOf(await follow({ offerId: without }, own)).href, 'https://app.example/?user=user-42')
  const other = await createApp(own.ports, { name: 'Other', publisher: 'Publisher' })
  const visit = { offerId: without, apiKey: other.live.apiKey }
  assert.equal(locationOf(await follow(visit, own)).href, 'https://platform.example/')
  await own.close()
})

test('a blocked visitor is not told so', async () => {
  await addListEntry(world.ports, {
    appId: world.app.appId,
    kind: 'user',
    value: 'spammer',
    action: 'block',
    reason: 'farm',
    actor: 'test',
  })
  const offerId = await world.addOffer()
  for (const accept of [browserAccept, '*/*']) {
    const { statusCode, body } = await follow({ offerId, userId: 'spammer', accept })
    assert.equal(statusCode, 404)
    assert.doesNotMatch(body, /blocked|fraud|farm|spam/i)
  }
})

test('a click from an unknown country passes and is flagged, never sent away for its country', async () => {
  const offerId = await world.addOffer({ countries: 'JP' })
  locationOf(await follow({ offerId, address: privateAddress }))
  const click = await onlyClick(offerId)
  assert.deepEqual([click.country, click.outcome, click.reason], ['ZZ', 'redirected', 'country_unknown'])
})

test('DEFAULT_COUNTRY stands for addresses that tell nothing', async () => {
  const own = await createWorld({ environment: { DEFAULT_COUNTRY: 'jp' } })
  const [japan = 0, germany = 0] = await own.addOffers([{ countries: 'JP' }, { countries: 'DE' }])
  locationOf(await follow({ offerId: japan, address: privateAddress }, own))
  assert.deepEqual(
    [(await onlyClick(japan, own)).country, (await onlyClick(japan, own)).reason],
    ['JP', null],
  )
  assertEnvelope(await follow({ offerId: germany, address: privateAddress }, own), 404, 'RESOURCE_NOT_FOUND')
  await own.close()
})

test('a test offer exists for test keys only, and their clicks are marked', async () => {
  const [offerId = 0, live = 0] = await world.addOffers([{ status: 'paused' }, {}])
  await world.ports.db.query("update offers set is_test = true, status = 'active' where id = $1", [offerId])
  await world.ports.snapshots.refresh('catalogue')
  assertEnvelope(await follow({ offerId }), 404, 'RESOURCE_NOT_FOUND')
  assert.deepEqual(await listClicks(offerId), [])
  const { apiKey } = world.app.test
  locationOf(await follow({ offerId, apiKey }))
  locationOf(await follow({ offerId: live, apiKey }))
  assert.equal((await onlyClick(offerId)).isTest, true)
  assert.equal((await onlyClick(live)).isTest, true)
})
