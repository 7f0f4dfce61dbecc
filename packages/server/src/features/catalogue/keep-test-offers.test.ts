import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { keepTestOffers } from './keep-test-offers.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { BASE_URL: 'https://q.example' } })
  await keepTestOffers(world.ports)
})
after(() => world.close())

interface Listed {
  readonly offer_id: number
  readonly name: string
  readonly goals?: readonly { readonly progress: string }[]
}

async function list(
  headers: Readonly<Record<string, string>>,
  query: Record<string, string> = {},
): Promise<Listed[]> {
  const response = await world.get('/api/v1/offers', {
    query: { userId: 'tester', sort: 'oldest', ...query },
    headers,
  })
  return assertSuccess<Listed[]>(response)
}

const nameOf = ({ name }: Listed) => name

test('test mode: test credentials also see the built-in test offers, live ones do not', async () => {
  await world.addOffer({ name: 'Live' })
  assert.deepEqual((await list(world.credentials)).map(nameOf), ['Live'])
  assert.deepEqual((await list(world.testCredentials)).map(nameOf), [
    'Test offer: for everybody',
    'Test offer: the best paid',
    'Test offer: again and again',
    'Test offer: in steps',
    'Live',
  ])
  assert.deepEqual((await list(world.testCredentials, { category: 'test', platform: 'ios' })).map(nameOf), [
    'Test offer: for everybody',
    'Test offer: the best paid',
    'Test offer: again and again',
    'Test offer: in steps',
  ])
})

test('an integration is tested end to end: list, link, page, and the postback that its buttons send', async () => {
  const [offer] = await list(world.testCredentials)
  const offerId = offer?.offer_id ?? 0
  const clickId = await followOffer(world, { offerId, userId: 'tester', apiKey: world.app.test.apiKey })
  const page = await world.get(`/test-offer?click_id=${clickId}`)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<form action="https:\/\/q\.example\/postback" method="get">/)
  const fields = [...page.body.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)].map(
    ([, name, value]) => [name, value],
  )
  const query = { ...Object.fromEntries(fields), status: 'approved' }
  assert.equal(query.click_id, clickId)
  const answer = assertSuccess<{ status: string }>(await tell(world, { query }))
  assert.equal(answer.status, 'approved')
  assert.ok(!(await list(world.testCredentials)).some(({ offer_id }) => offer_id === offerId))
  const [row] = await world.ports.db.query<{ is_test: boolean }>('select is_test from conversions')
  assert.equal(row?.is_test, true)
})

for (const [browser, userAgent] of [
  [
    'a desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'an Android phone',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
  ],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1',
  ],
] as const)
  test(`every test offer that any list shows opens in the browser of ${browser}`, async () => {
    for (const platform of ['desktop', 'android', 'ios']) {
      const offers = await list(world.testCredentials, { category: 'test', platform, userId: browser })
      assert.equal(offers.length, 4)
      for (const { offer_id: offerId } of offers) {
        const followed = { offerId, userId: browser, apiKey: world.app.test.apiKey, userAgent }
        assert.match(await followOffer(world, followed), /^[0-9a-f-]{36}$/)
      }
    }
  })

test('a test offer of an earlier version becomes that of this one', async () => {
  await world.ports.db.query(
    `update offers set name = 'Test offer: on phones', platforms = '{android,ios}' where external_id = 'test-2'`,
  )
  await keepTestOffers(world.ports)
  assert.equal((await list(world.testCredentials, { category: 'test', userId: 'anew' })).length, 4)
})

test('the goals of an offer in steps are reported one by one', async () => {
  const inSteps = async () =>
    (await list(world.testCredentials)).find(({ name }) => name === 'Test offer: in steps')
  const offer = await inSteps()
  const offerId = offer?.offer_id ?? 0
  const clickId = await followOffer(world, { offerId, userId: 'tester', apiKey: world.app.test.apiKey })
  const page = await world.get('/test-offer', { query: { click_id: clickId, offer_id: String(offerId) } })
  const goals = [...page.body.matchAll(/<option value="([^"]+)">/g)].map(([, goal]) => goal)
  assert.deepEqual(goals, ['install', 'level-10', 'purchase'])
  const query = { click_id: clickId, payout: '1.50', txn_id: '', status: 'approved', goal: 'level-10' }
  assert.equal(assertSuccess<{ status: string }>(await tell(world, { query })).status, 'approved')
  assert.deepEqual(
    (await inSteps())?.goals?.map(({ progress }) => progress),
    ['started', 'completed', 'started'],
  )
  // Goals of an offer that is none of ours are nobody's business.
  const live = await world.addOffer({ goals: [{ goal: 'secret', name: 'Secret', payout: 1, revenue: 2 }] })
  const other = await world.get('/test-offer', { query: { click_id: clickId, offer_id: String(live) } })
  assert.ok(other.statusCode === 200 && !other.body.includes('secret'))
})

test('the report of the page is approved for every test offer: none loses money by it', async () => {
  const offers = await list(world.testCredentials, { category: 'test', userId: 'presser' })
  assert.equal(offers.length, 4)
  for (const { offer_id: offerId, name } of offers) {
    const apiKey = world.app.test.apiKey
    const clickId = await followOffer(world, { offerId, userId: 'presser', apiKey })
    const page = await world.get('/test-offer', { query: { click_id: clickId } })
    const [, payout = ''] = /name="payout" value="([^"]+)"/.exec(page.body) ?? []
    const answer = await tell(world, { query: { click_id: clickId, payout, status: 'approved' } })
    assert.equal(assertSuccess<{ status: string }>(answer).status, 'approved', name)
  }
})

test('a live key knows no test offer', async () => {
  const [offer] = await list(world.testCredentials, { category: 'test' })
  const query = { offerId: String(offer?.offer_id), apiKey: world.app.live.apiKey, userId: 'u' }
  assertError(await world.get('/track', { query }), 404, 'RESOURCE_NOT_FOUND')
})

test('the page shows nothing that it was not made for', async () => {
  for (const clickId of ['', 'x', '"><script>alert(1)</script>', `${world.ports.newId()}"`]) {
    const { statusCode, body } = await world.get('/test-offer', { query: { click_id: clickId } })
    assert.equal(statusCode, 200)
    assert.doesNotMatch(body, /<form|<script/)
  }
})

test('a second start writes nothing, and another address is followed', async () => {
  const versions = () => world.ports.db.query('select name, version from snapshot_versions order by name')
  const before = await versions()
  await Promise.all([keepTestOffers(world.ports), keepTestOffers(world.ports)])
  assert.deepEqual(await versions(), before)
  const moved = { ...world.ports, settings: { ...world.settings, baseUrl: 'https://moved.example' } }
  await Promise.all([keepTestOffers(moved), keepTestOffers(moved)])
  const urls = await world.ports.db.query<{ url: string }>(
    'select distinct destination_url as url from offers where is_test order by url',
  )
  const page = 'https://moved.example/test-offer?click_id={click_id}'
  assert.deepEqual(urls, [{ url: page }, { url: `${page}&offer_id={offer_id}` }])
})

test('many processes that start on an empty database make them once', async () => {
  const fresh = await createWorld()
  await Promise.all(Array.from({ length: 8 }, () => keepTestOffers(fresh.ports)))
  const counts = await fresh.ports.db.query('select count(*) as offers from offers where is_test')
  assert.deepEqual(counts, [{ offers: 4 }])
  await fresh.close()
})
