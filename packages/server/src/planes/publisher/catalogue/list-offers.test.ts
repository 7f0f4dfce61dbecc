import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

interface WireOffer {
  readonly offer_id: number
  readonly name: string
  readonly payout: number
  readonly link: string
}

/** Every parameter and rule of the contract on one catalogue: 130 offers, of which three are special. */
let world: World
let ids: readonly number[]
before(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_PER_MINUTE: '100000', TRACK_URL: 'https://go.example/t' },
  })
  const plain = Array.from({ length: 130 }, (_, index) => ({
    name: `Plain ${index}`,
    // Many equal payouts, so that ties must be broken.
    payout: `${1 + (index % 7)}`,
    categories: index % 2 === 0 ? 'games' : 'surveys',
  }))
  plain[5] = { name: 'Größe & "quotes" <b>', payout: '0.3', categories: 'games|free-trials' }
  plain[6] = { name: 'PUZZLE Quest', payout: '99.999999', categories: 'games' }
  ids = await world.addOffers(plain)
})
after(() => world.close())

type Query = Readonly<Record<string, string | readonly string[]>>

function list(query: Query = {}) {
  return world.get('/api/v1/offers', { query: { userId: 'user-42', ...query }, headers: world.credentials })
}

async function page(query: Query = {}): Promise<{ offers: WireOffer[]; meta: Record<string, unknown> }> {
  const response = await list(query)
  return { offers: assertSuccess<WireOffer[]>(response), meta: response.json().meta }
}

async function idsOf(query: Query): Promise<number[]> {
  return (await page(query)).offers.map(({ offer_id }) => offer_id)
}

async function assertRefused(query: Query, ...rules: string[]): Promise<void> {
  assert.deepEqual(
    rulesOf(assertError(await list(query), 400, 'INVALID_REQUEST')),
    rules,
    JSON.stringify(query),
  )
}

test('when limit is omitted, at most 20 offers are returned', async () => {
  const { offers, meta } = await page()
  assert.equal(offers.length, 20)
  assert.equal(meta['limit'], 20)
})

test('meta has timestamp, request_id, total, returned, limit, offset and detected', async () => {
  const { offers, meta } = await page({ limit: '7', offset: '126' })
  // An extension: how the app's currency is called.
  const { timestamp, request_id, reward, ...rest } = meta
  assert.deepEqual(reward, { name: 'Points', plural: 'Points', decimals: 2, promotion: null })
  assert.equal(timestamp, world.clock.nowMs() / 1000)
  assert.match(String(request_id), /^req_/)
  assert.deepEqual(rest, {
    total: 130,
    returned: 4,
    limit: 7,
    offset: 126,
    detected: { country: 'ZZ', device: 'desktop' },
  })
  assert.equal(offers.length, 4)
})

for (const [given, applied] of [
  ['1', 1],
  ['99', 99],
  ['100', 100],
  ['101', 100],
  ['1000000', 100],
  ['9'.repeat(50), 100],
  ['0020', 20],
] as const) {
  test(`a limit of ${given.slice(0, 9)} is ${applied}`, async () => {
    const { offers, meta } = await page({ limit: given })
    assert.equal(offers.length, applied)
    assert.equal(meta['limit'], applied)
    assert.equal(meta['returned'], applied)
  })
}

// Texts that coercing validators let through.
for (const [given, rule] of [
  ['0', 'range'],
  ['-1', 'range'],
  ['-0', 'range'],
  ['', 'integer'],
  ['1e2', 'integer'],
  ['0x10', 'integer'],
  [' 20 ', 'integer'],
  ['20.0', 'integer'],
  ['2.5', 'integer'],
  ['+5', 'integer'],
  ['1,000', 'integer'],
  ['ten', 'integer'],
  ['null', 'integer'],
  ['٢٠', 'integer'],
] as const) {
  test(`limit: "${given}" is INVALID_REQUEST`, () => assertRefused({ limit: given }, `limit ${rule}`))
}

test('offset: 0 or more; beyond the end gives an empty array with the right total', async () => {
  for (const offset of ['130', '1000000', '4294967296', '9007199254740991']) {
    const { offers, meta } = await page({ offset })
    assert.deepEqual(offers, [])
    assert.deepEqual([meta['total'], meta['returned'], meta['offset']], [130, 0, Number(offset)])
  }
  const { offers } = await page({ offset: '9'.repeat(30) })
  assert.deepEqual(offers, [])
  for (const [given, rule] of [
    ['-1', 'range'],
    ['', 'integer'],
    ['1.5', 'integer'],
    ['1e1', 'integer'],
  ] as const) {
    await assertRefused({ offset: given }, `offset ${rule}`)
  }
})

test('pages never repeat or skip an offer, whatever the sort and however equal the offers', async () => {
  for (const sort of ['payout_desc', 'payout_asc', 'newest', 'oldest']) {
    const all: number[] = []
    for (let offset = 0; offset < 140; offset += 7)
      all.push(...(await idsOf({ sort, limit: '7', offset: `${offset}` })))
    assert.equal(all.length, 130)
    assert.deepEqual(
      [...all].sort((a, b) => a - b),
      [...ids].sort((a, b) => a - b),
      sort,
    )
    assert.deepEqual(
      [...(await idsOf({ sort, limit: '100' })), ...(await idsOf({ sort, limit: '100', offset: '100' }))],
      all,
    )
  }
})

/** In order by the first key, and where that is equal by the second. */
function assertOrdered(offers: readonly WireOffer[], compare: (a: WireOffer, b: WireOffer) => number): void {
  for (const [index, offer] of offers.slice(1).entries()) {
    const before = offers[index]
    assert.ok(before && compare(before, offer) < 0, `${before?.offer_id} before ${offer.offer_id}`)
  }
}

test('without sort the best paid offer comes first; equals by offer_id', async () => {
  const { offers } = await page({ limit: '100' })
  assertOrdered(offers, (a, b) => b.payout - a.payout || a.offer_id - b.offer_id)
  assert.equal(offers[0]?.payout, 99.999999)
  assert.deepEqual((await page({ limit: '100', sort: 'payout_desc' })).offers, offers)
})

test('sort: payout_asc is the least paid first, equals by offer_id', async () => {
  const { offers } = await page({ limit: '100', sort: 'payout_asc' })
  assertOrdered(offers, (a, b) => a.payout - b.payout || a.offer_id - b.offer_id)
  assert.equal(offers[0]?.payout, 0.3)
})

test('sort: newest is by creation, and those of one second by offer_id', async () => {
  const alone = await createWorld()
  const made = await alone.addOffers([{}, {}, {}, {}])
  await alone.ports.db.query(
    `update offers set created_at = timestamptz '2026-01-01' + (case id when $1 then 3 when $2 then 1 else 2 end) * interval '1 day'`,
    [made[0], made[1]],
  )
  await alone.ports.snapshots.refresh('catalogue')
  const response = await alone.get('/api/v1/offers', {
    query: { userId: 'u', sort: 'newest' },
    headers: alone.credentials,
  })
  const listed = assertSuccess<WireOffer[]>(response).map(({ offer_id }) => made.indexOf(offer_id))
  assert.deepEqual(listed, [0, 3, 2, 1])
  await alone.close()
})

for (const sort of ['', 'payout', 'PAYOUT_DESC', 'newest ', 'name', '__proto__', 'constructor']) {
  test(`sort: exactly the listed values; "${sort}" is INVALID_REQUEST`, () =>
    assertRefused({ sort }, 'sort enum'))
}

test('category: a slug filters, in any sort, with its own total', async () => {
  const games = await page({ category: 'games', limit: '100' })
  // The even ones, and the odd one that is in two categories.
  assert.equal(games.meta['total'], 66)
  assert.deepEqual(await idsOf({ category: 'free-trials' }), [ids[5]])
  assert.equal((await page({ category: 'surveys', sort: 'newest' })).meta['total'], 64)
})

test('category: an unknown slug gives an empty list, what is no slug is INVALID_REQUEST', async () => {
  for (const category of ['nothing', 'x', 'constructor']) {
    const { offers, meta } = await page({ category })
    assert.deepEqual(offers, [])
    assert.equal(meta['total'], 0)
  }
  for (const category of ['', 'Games', 'a b', "games'--", '__proto__'])
    await assertRefused({ category }, 'category format')
})

test('search: part of the name, in any case and without accents; the other filters still hold', async () => {
  assert.deepEqual(await idsOf({ search: 'puzzle' }), [ids[6]])
  assert.deepEqual(await idsOf({ search: 'zzle qU' }), [ids[6]])
  assert.deepEqual(await idsOf({ search: 'GRÖSSE' }), [ids[5]])
  assert.deepEqual(await idsOf({ search: 'grosse' }), [ids[5]])
  assert.deepEqual(await idsOf({ search: 'größe & "' }), [ids[5]])
  assert.deepEqual(await idsOf({ search: 'puzzle', category: 'surveys' }), [])
  assert.equal((await page({ search: 'plain 1' })).meta['total'], 41)
  await assertRefused({ search: '' }, 'search length')
  await assertRefused({ search: 'x'.repeat(101) }, 'search length')
})

test('minPayout: offers that pay at least so much, exactly', async () => {
  assert.deepEqual(await idsOf({ minPayout: '99.999999' }), [ids[6]])
  assert.deepEqual(await idsOf({ minPayout: '100' }), [])
  assert.equal((await page({ minPayout: '0.3' })).meta['total'], 130)
  assert.equal((await page({ minPayout: '0.300001' })).meta['total'], 129)
  for (const minPayout of ['', '1e2', '.5', 'x', '0.1234567'])
    await assertRefused({ minPayout }, 'minPayout decimal')
  await assertRefused({ minPayout: '-1' }, 'minPayout range')
})

test('offerIds: only these, in the order of the sort, unknown ones left out', async () => {
  const wanted = [ids[5], ids[6], 999_999_999]
  const { offers, meta } = await page({ offerIds: wanted.join() })
  assert.deepEqual(
    offers.map(({ offer_id }) => offer_id),
    [ids[6], ids[5]],
  )
  assert.equal(meta['total'], 2)
  for (const offerIds of ['', '1,', '1 2', 'a']) await assertRefused({ offerIds }, 'offerIds format')
  await assertRefused(
    { offerIds: Array.from({ length: 101 }, (_, index) => index + 1).join() },
    'offerIds range',
  )
})

test('userId: required; 1 to 255 characters without control characters, case-sensitive', async () => {
  const missing = await world.get('/api/v1/offers', { headers: world.credentials })
  assert.deepEqual(rulesOf(assertError(missing, 400, 'INVALID_REQUEST')), ['userId required'])
  await assertRefused({ userId: '' }, 'userId length')
  await assertRefused({ userId: 'u'.repeat(256) }, 'userId length')
  await assertRefused({ userId: 'a\u0000' }, 'userId characters')
  await assertRefused({ userId: 'a\r\nSet-Cookie: x' }, 'userId characters')
  for (const userId of [
    'u'.repeat(255),
    '😀'.repeat(255),
    ' ',
    'User',
    'user',
    '用户',
    "o'neill+tag@x.example/?&#=%",
    '%00',
  ]) {
    const [offer] = (await page({ userId, limit: '1' })).offers
    assert.equal(new URL(offer?.link ?? '').searchParams.get('userId'), userId)
  }
})

test('a parameter given twice is INVALID_REQUEST, also with the same value', async () => {
  for (const [name, value] of Object.entries({
    userId: 'u',
    country: 'DE',
    platform: 'ios',
    category: 'games',
    limit: '5',
    offset: '5',
    sort: 'newest',
    ip: '198.51.100.1',
    userAgent: 'x',
    subId: 's',
    search: 'x',
    minPayout: '1',
    offerIds: '1',
  })) {
    await assertRefused({ [name]: [value, value] }, `${name} single`)
    await assertRefused({ [name]: [value, ''] }, `${name} single`)
  }
})

test('every bad parameter is named at once', async () => {
  const query = {
    userId: '',
    country: 'XX',
    platform: 'tv',
    category: '!',
    limit: '0',
    offset: '-1',
    sort: 'x',
    ip: 'x',
  }
  const problems = assertError(await list(query), 400, 'INVALID_REQUEST')
  assert.deepEqual(
    problems?.map(({ field }) => field),
    Object.keys(query),
  )
})

test('unknown parameters are ignored', async () => {
  const { meta } = await page({
    utm_source: 'x',
    fbclid: ['a', 'b'],
    userid: 'x',
    Limit: '3',
    'limit[]': '3',
  })
  assert.deepEqual([meta['limit'], meta['total']], [20, 130])
})

test('the link is {track_url}?offerId=…&apiKey=…&userId=…, percent-encoded, and its signature', async () => {
  const { apiKey } = world.app.live
  const [offer] = (await page({ userId: 'a b/c?d=e&f#g+h%20i"j\\k<l>é😀', offerIds: `${ids[5]}` })).offers
  const userId = 'a%20b%2Fc%3Fd%3De%26f%23g%2Bh%2520i%22j%5Ck%3Cl%3E%C3%A9%F0%9F%98%80'
  const [link, sig] = offer?.link.split('&sig=') ?? []
  assert.equal(link, `https://go.example/t?offerId=${ids[5]}&apiKey=${apiKey}&userId=${userId}`)
  assert.match(sig ?? '', /^[0-9a-f]{64}$/)
})

test('subId stands behind the user when there is one', async () => {
  const linkOf = async (query: Query) =>
    (await page({ ...query, limit: '1' })).offers[0]?.link.split('&sig=')[0] ?? ''
  assert.match(await linkOf({ subId: 'banner 7&x' }), /&userId=user-42&subId=banner%207%26x$/)
  assert.match(await linkOf({ subId: '' }), /&userId=user-42$/)
  assert.match(await linkOf({}), /&userId=user-42$/)
  assert.match(await linkOf({ subId: 's'.repeat(255) }), /&subId=s{255}$/)
  await assertRefused({ subId: 's'.repeat(256) }, 'subId length')
  await assertRefused({ subId: 'a\n' }, 'subId characters')
})

test('the message counts what is in the answer', async () => {
  assert.equal((await list({ limit: '2' })).json().message, '2 of 130 offers.')
})

test('cost and maxMinutes list offers of which it is known, and each offer tells both', async () => {
  const other = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  try {
    const [free, long, deposit, unknown] = await other.addOffers([
      { cost: 'free', minutes: '10' },
      { cost: 'free', minutes: '11' },
      { cost: 'deposit', cost_amount: '250.5', cost_currency: 'EUR', minutes: '1' },
      {},
    ])
    const ask = async (query: Query) => {
      const response = await other.get('/api/v1/offers', {
        query: { userId: 'u', sort: 'oldest', ...query },
        headers: other.credentials,
      })
      const offers = assertSuccess<Record<string, unknown>[]>(response)
      assert.equal(response.json().meta.total, offers.length)
      return offers
    }
    const idsBy = async (query: Query) => (await ask(query)).map(({ offer_id }) => offer_id)
    assert.deepEqual(await idsBy({ cost: 'free' }), [free, long])
    assert.deepEqual(await idsBy({ cost: 'deposit' }), [deposit])
    assert.deepEqual(await idsBy({ cost: 'subscription' }), [])
    assert.deepEqual(await idsBy({ maxMinutes: '10' }), [free, deposit])
    assert.deepEqual(await idsBy({ cost: 'free', maxMinutes: '10' }), [free])
    const told = (await ask({})).map(({ offer_id, cost, cost_amount, cost_currency, minutes }) => {
      return [offer_id, cost, cost_amount, cost_currency, minutes]
    })
    assert.deepEqual(told, [
      [free, 'free', null, null, 10],
      [long, 'free', null, null, 11],
      [deposit, 'deposit', 250.5, 'EUR', 1],
      [unknown, null, null, null, null],
    ])
  } finally {
    await other.close()
  }
})

test('a cost that there is not, and minutes that are none, are refused', async () => {
  await assertRefused({ cost: 'cheap' }, 'cost enum')
  await assertRefused({ maxMinutes: '0' }, 'maxMinutes range')
  await assertRefused({ maxMinutes: 'ten' }, 'maxMinutes integer')
})
