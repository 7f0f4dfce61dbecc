import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { keepTestOffers } from '../../../features/catalogue/keep-test-offers.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  await keepTestOffers(world.ports)
})
after(() => world.close())

type Fields = Readonly<Record<string, unknown>>

test('one offer is the same as in the list of the same user, and more', async () => {
  const facts = { name: 'Ünï "quoted"', countries: 'DE,AT', platforms: 'android' }
  const video_url = 'https://cdn.example/v.mp4?a=%20&b'
  const id = await world.addOffer({ ...facts, video_url })
  const query = { userId: 'a b/ü', country: 'de', platform: 'android', subId: 'x&y' }
  const { data } = (await world.get('/api/v1/offers', { query, headers: world.credentials })).json()
  const listed = (data as Fields[]).find(({ offer_id }) => offer_id === id) // the shape was checked
  const response = await world.get(`/api/v1/offers/${id}`, { query, headers: world.credentials })
  const offer = assertSuccess<Fields>(response)
  assert.deepEqual(offer, { ...listed, video_url, status: 'active', eligible: true })
  assert.deepEqual(response.json().meta.detected, { country: 'DE', device: 'android' })
  assert.equal(response.headers['x-ratelimit-limit'], '1000000')
})

test('without a user there is no link, and targeting decides', async () => {
  const id = await world.addOffer({ countries: 'DE' })
  const get = async (country: string) =>
    assertSuccess<Fields>(
      await world.get(`/api/v1/offers/${id}`, { query: { country }, headers: world.credentials }),
    )
  assert.deepEqual([(await get('DE'))['link'], (await get('DE'))['eligible']], [null, true])
  assert.equal((await get('FR'))['eligible'], false)
})

test('a paused offer is still there, and not eligible', async () => {
  const id = await world.addOffer({ status: 'paused' })
  const response = await world.get(`/api/v1/offers/${id}`, { headers: world.credentials })
  const offer = assertSuccess<Fields>(response)
  assert.deepEqual([offer['status'], offer['eligible']], ['paused', false])
})

for (const suffix of ['', '/eligibility']) {
  test(`an unknown offer, and a test offer for live credentials, are not found${suffix}`, async () => {
    const [row] = await world.ports.db.query<{ id: number }>('select id from offers where is_test limit 1')
    const query = { userId: 'u' }
    for (const id of [999_999_999, row?.id ?? 0]) {
      const path = `/api/v1/offers/${id}${suffix}`
      assertError(await world.get(path, { query, headers: world.credentials }), 404, 'RESOURCE_NOT_FOUND')
    }
    const path = `/api/v1/offers/${row?.id}${suffix}`
    assertSuccess(await world.get(path, { query, headers: world.testCredentials }))
  })

  test(`a value that is no offer id is refused with its name${suffix}`, async () => {
    for (const id of ['x', '0', '-1', '1e2', '1.0', '%20', '9'.repeat(30)]) {
      const path = `/api/v1/offers/${id}${suffix}`
      const response = await world.get(path, { query: { userId: 'u' }, headers: world.credentials })
      const rules = rulesOf(assertError(response, 400, 'INVALID_REQUEST'))
      assert.deepEqual(
        rules.map((rule) => rule.split(' ')[0]),
        ['offerId'],
      )
    }
  })

  test(`credentials are asked for before anything else${suffix}`, async () => {
    assertError(await world.get(`/api/v1/offers/x${suffix}`), 401, 'INVALID_API_KEY')
    const { 'x-api-key': key = '' } = world.credentials
    const response = await world.get(`/api/v1/offers/1${suffix}`, { headers: { 'x-api-key': key } })
    assertError(response, 401, 'INVALID_API_SECRET')
  })
}
