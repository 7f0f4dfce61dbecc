import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { type OfferInput, offerFields } from './offer-fields.ts'
import { readOfferRow } from './offer-row.ts'

const plain = {
  external_id: 'bf-1',
  name: 'Brightforge',
  payout: '1.25',
  revenue: '1.80',
  destination_url: 'https://go.brightforge.example/?click_id={click_id}',
}

function offerOf(cells: Record<string, unknown>): OfferInput {
  const reading = readOfferRow({ ...plain, ...cells })
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading.offer
}

function problemsOf(cells: Record<string, unknown>): string[] {
  const reading = readOfferRow({ ...plain, ...cells })
  assert.ok(!reading.ok, 'the row was accepted')
  return reading.problems.map(({ field, message }) => `${field}: ${message}`)
}

test('a row with only what is required is an active offer for everyone, once', () => {
  assert.deepEqual(offerOf({}), {
    externalId: 'bf-1',
    name: 'Brightforge',
    description: '',
    categories: [],
    payoutMicros: 1_250_000,
    payoutShareBasisPoints: null,
    revenueMicros: 1_800_000,
    currency: null,
    prices: [],
    destinationUrl: 'https://go.brightforge.example/?click_id={click_id}',
    fallbackUrl: null,
    imageUrl: null,
    videoUrl: null,
    countries: [],
    platforms: [],
    startsAtSec: null,
    endsAtSec: null,
    dailyCap: null,
    totalCap: null,
    status: 'active',
    isRepeatable: false,
    holdDays: null,
    cost: null,
    costMicros: null,
    costCurrency: null,
    minutes: null,
    goals: [],
    requirements: null,
  })
})

test('the cost to the user is a word, an amount with its currency, or not known', () => {
  const costOf = (cells: Record<string, unknown>) => {
    const { cost, costMicros, costCurrency, minutes } = offerOf(cells)
    return [cost, costMicros, costCurrency, minutes]
  }
  assert.deepEqual(costOf({ cost: ' Free ', minutes: '3' }), ['free', null, null, 3])
  assert.deepEqual(costOf({ cost: 'purchase' }), ['purchase', null, null, null])
  const deposit = { cost: 'deposit', cost_amount: '250.50', cost_currency: 'eur' }
  assert.deepEqual(costOf(deposit), ['deposit', 250_500_000, 'EUR', null])
  const wrong: readonly (readonly [cells: Record<string, unknown>, problem: RegExp])[] = [
    [{ cost: 'cheap' }, /^cost: must be free or deposit or purchase or subscription$/],
    [{ cost: 'free', cost_amount: '1', cost_currency: 'EUR' }, /^cost_amount: belongs to the cost deposit/],
    [{ cost_amount: '1', cost_currency: 'EUR' }, /^cost_amount: belongs to the cost deposit/],
    [{ cost: 'deposit', cost_amount: '1' }, /^cost_currency: is required with an amount/],
    [{ cost: 'deposit', cost_currency: 'EUR' }, /^cost_currency: belongs to an amount$/],
    [{ cost: 'deposit', cost_amount: '0', cost_currency: 'EUR' }, /^cost_amount: must be more than 0$/],
    [
      { cost: 'deposit', cost_amount: '1', cost_currency: 'euro' },
      /^cost_currency: must be the three letters/,
    ],
    [{ minutes: '0' }, /^minutes: must be a whole number from 1 to 86400$/],
    [{ minutes: '5-10 minutes' }, /^minutes: must be a whole number/],
  ]
  for (const [cells, problem] of wrong) {
    const problems = problemsOf(cells)
    assert.equal(problems.length, 1, JSON.stringify(cells))
    assert.match(problems[0] ?? '', problem)
  }
})

test('a full CSV row and the same offer in JSON are one offer', () => {
  const csv = {
    ...plain,
    description: '  Two\r\nlines ',
    categories: 'Games; Free Trials',
    payout_share: '62.5%',
    fallback_url: 'http://brightforge.example/',
    image_url: 'https://img.brightforge.example/a.png',
    countries: 'us|CA, gb;de fr|US',
    platforms: 'iPhone|Android',
    starts_at: '2030-01-01',
    ends_at: '2031-01-01T00:00:00Z',
    daily_cap: '50',
    total_cap: '1000',
    status: ' Paused ',
    repeatable: 'yes',
    requirements: 'Reach level 5',
  }
  const json = {
    ...csv,
    description: 'Two lines',
    categories: ['games', 'free-trials'],
    payout: 1.25,
    payout_share: 62.5,
    revenue: 1.8,
    countries: ['US', 'CA', 'GB', 'DE', 'FR'],
    platforms: ['ios', 'android'],
    daily_cap: 50,
    total_cap: 1000,
    repeatable: true,
    fallback_url: csv.fallback_url,
  }
  const offer = offerOf(csv)
  assert.deepEqual(offerOf(json), offer)
  assert.deepEqual(offer.countries, ['US', 'CA', 'GB', 'DE', 'FR'])
  assert.deepEqual(offer.platforms, ['android', 'ios'])
  assert.deepEqual(offer.categories, ['games', 'free-trials'])
  assert.equal(offer.payoutShareBasisPoints, 6250)
  assert.equal(offer.description, 'Two lines')
  assert.equal(offer.startsAtSec, 1_893_456_000)
  assert.equal(offer.status, 'paused')
  assert.equal(offer.isRepeatable, true)
})

test('the names that feeds use stand for ours, and ours win', () => {
  const reading = readOfferRow({
    ID: 7,
    Title: 'Seven',
    Payout: '1',
    revenue: '2',
    link: 'https://a.example/',
    Category: 'apps',
    geo: 'PL',
    devices: 'mobile',
    payout_model: 'CPA',
  })
  assert.ok(reading.ok)
  const { externalId, name, destinationUrl, categories, countries, platforms } = reading.offer
  assert.deepEqual([externalId, name, destinationUrl], ['7', 'Seven', 'https://a.example/'])
  assert.deepEqual([categories, countries, platforms], [['apps'], ['PL'], ['android', 'ios']])

  assert.equal(offerOf({ id: 'other' }).externalId, 'bf-1')
  const aliasFirst = readOfferRow({ id: 'other', ...plain })
  assert.equal(aliasFirst.ok && aliasFirst.offer.externalId, 'bf-1')
  assert.equal(offerOf({ external_id: ' ', id: 'other' }).externalId, 'other')
})

test('every missing column that is required is named at once', () => {
  const reading = readOfferRow({})
  assert.ok(!reading.ok)
  assert.deepEqual(
    reading.problems,
    ['external_id', 'name', 'payout', 'revenue', 'destination_url'].map((field) => ({
      field,
      message: 'is required',
      cause: 'missing',
    })),
  )
})

test('every wrong cell is named at once', () => {
  const wrong = {
    payout: 'x',
    countries: 'XX',
    starts_at: 'soon',
    daily_cap: '0',
    image_url: 'ftp://a.example/',
  }
  const named = problemsOf(wrong).map((line) => line.split(':')[0])
  assert.deepEqual(named.sort(), Object.keys(wrong).sort())
})

/** Cells that are refused, with what the message must say. */
const refused: [string, unknown, RegExp][] = [
  ['payout', '1,25', /decimals take a point \(1\.25\)/],
  ['payout', '1,000.00', /thousands/],
  ['payout', '1 000', /thousands/],
  ['payout', '1e2', /exponent/],
  ['payout', 1e-7, /exponent/],
  ['payout', 'NaN', /not a decimal/],
  ['payout', Number.NaN, /not a decimal/],
  ['payout', 0.1 + 0.2, /6 decimals/],
  ['payout', '0.1234567', /6 decimals/],
  ['payout', '$1.25', /without a currency/],
  ['payout', '-0.01', /negative/],
  ['payout', '100000.000001', /at most 100000/],
  ['payout', true, /decimal number/],
  ['payout', ['1'], /decimal number/],
  ['revenue', '0x10', /not a decimal/],
  ['revenue', '1.24', /above revenue/],
  ['payout_share', '0.65', /write 65 for 65 percent/],
  ['payout_share', '101', /0 to 100/],
  ['payout_share', '-1%', /0 to 100/],
  ['payout_share', '33.333%', /2 decimals/],
  ['name', '\u200b\u200d', /visible/],
  ['name', 'a\u0007b', /control/],
  ['name', 'a\u0085b', /control/],
  ['name', '\ud83d', /well-formed/],
  ['name', 'caf\ufffd', /U\+FFFD/],
  ['name', 'x'.repeat(201), /201 characters/],
  ['name', 12, /must be text/],
  ['description', 'x'.repeat(2001), /at most 2000/],
  ['video_url', 'http://cdn.example/v.mp4', /https/],
  ['external_id', 2 ** 53, /as text/],
  ['external_id', { a: 1 }, /must be text/],
  ['external_id', 'x'.repeat(256), /at most 255/],
  ['categories', 'apps & games', /"apps-&-games"/],
  ['categories', 'x'.repeat(41), /1 to 40/],
  ['categories', Array.from({ length: 11 }, (_, index) => `c${index}`), /at most 10/],
  ['categories', { games: true }, /list/],
  ['countries', 'US|UK', /"UK".*use GB/],
  ['countries', 'USA', /ISO 3166/],
  ['countries', 'ZZ', /ISO 3166/],
  ['countries', ['US', 5], /list of texts/],
  ['countries', Array.from({ length: 301 }, () => 'US'), /300/],
  ['platforms', 'symbian', /"symbian"/],
  ['platforms', 'constructor', /not a platform/],
  ['starts_at', '2030-02-30', /ISO 8601/],
  ['starts_at', '2030-01-01T10:00', /ISO 8601/],
  ['ends_at', 1_893_456_000, /ISO 8601/],
  ['daily_cap', '0', /at least 1/],
  ['daily_cap', '1.5', /whole number/],
  ['daily_cap', '-5', /whole number/],
  ['total_cap', '1,000', /whole number/],
  ['total_cap', '9999999999', /at most/],
  ['status', 'live', /active or paused/],
  ['hold_days', '366', /0 to 365/],
  ['hold_days', '1.5', /whole days/],
  ['repeatable', 'maybe', /yes or no/],
  ['repeatable', { toString: 1 }, /yes or no/],
]

for (const [field, cell, says] of refused) {
  test(`${field} ${JSON.stringify(cell)?.slice(0, 40)} is refused: ${says.source}`, () => {
    const [problem, ...others] = problemsOf({ [field]: cell })
    assert.match(problem ?? '', says)
    assert.deepEqual(others, [])
  })
}

for (const url of [
  ...[
    'ftp://a.example/',
    'javascript:alert(1)',
    '//a.example/',
    '/path',
    'a.example',
    'http:a.example',
    'https:///a',
  ],
  ...[
    'https://user:pass@a.example/',
    'https://good.example@evil.example/',
    'https://good.example\\@evil.example/',
  ],
  ...[
    'https://{sub1}.example/',
    'https://a.example:{sub1}/',
    'https://%61.example/',
    'https://a.example:99999/',
  ],
  ...[
    'https://',
    'https://?x',
    'https://a b.example/',
    'https://a.example/a b',
    'https://a.example/\r\nX: 1',
  ],
  ...[
    'https://a.example/é',
    'https://bücher.example/',
    'https://a.example/<b>',
    'https://a.example/"',
    'https://[',
  ],
  `https://a.example/${'x'.repeat(2048)}`,
]) {
  test(`${JSON.stringify(url.slice(0, 60))} is no destination`, () => {
    assert.match(problemsOf({ destination_url: url }).join(), /^destination_url: /)
  })
}

for (const url of [
  'https://a.example/?click_id={click_id}&s={sub1}',
  'HTTP://A.Example:8080/%7Eq/..//x?click_id={{click_id}}&b=[sub1]&c=##x##',
  'https://a.example/{offer_id}/{click_id}#{user_id}',
  'https://xn--bcher-kva.example/?u=%D0%BF',
  'https://[2001:db8::1]/?c={click_id}',
  'https://a.example?x=%zz&click_id={click_id}',
]) {
  test(`${url} is kept exactly as written`, () =>
    assert.equal(offerOf({ destination_url: url }).destinationUrl, url))
}

test('tags, entities and every script stay what they are', () => {
  const name = '<b>Épée &amp; 盾</b> — العربية हिन्दी ไทย 🎮'
  assert.equal(offerOf({ name }).name, name)
  assert.equal(offerOf({ name: '\u00a0a\t\u2028 b\ufeff' }).name, 'a b')
})

test('lengths count characters, not UTF-16 halves', () => {
  assert.equal([...offerOf({ name: '🎮'.repeat(200) }).name].length, 200)
  assert.match(problemsOf({ name: '🎮'.repeat(201) }).join(), /201 characters/)
})

for (const [cell, countries] of [
  ['', []],
  ['*', []],
  ['all', []],
  ['WW', []],
  [[], []],
  ['us', ['US']],
  ['US|', ['US']],
  ['US CA\tMX', ['US', 'CA', 'MX']],
] as const) {
  test(`countries ${JSON.stringify(cell)} are ${JSON.stringify(countries)}`, () => {
    assert.deepEqual(offerOf({ countries: cell }).countries, countries)
  })
}

for (const [cell, platforms] of [
  ['', []],
  ['all', []],
  ['web|mobile', []],
  ['ios,android,desktop', []],
  ['ipad;iphone', ['ios']],
  ['WINDOWS', ['desktop']],
  ['ios|desktop', ['desktop', 'ios']],
  [['Android'], ['android']],
] as const) {
  test(`platforms ${JSON.stringify(cell)} are ${JSON.stringify(platforms)}`, () => {
    assert.deepEqual(offerOf({ platforms: cell }).platforms, platforms)
  })
}

test('a share may exceed a fixed payout, for it is paid of what the network reports', () => {
  assert.equal(offerOf({ payout: '2', revenue: '1.8', payout_share: '65' }).payoutShareBasisPoints, 6500)
  assert.equal(offerOf({ payout_share: '0.65%' }).payoutShareBasisPoints, 65)
  assert.equal(offerOf({ payout_share: '0' }).payoutShareBasisPoints, 0)
})

test('an offer that ends before it starts is refused, and one that ends at its start too', () => {
  assert.match(
    problemsOf({ starts_at: '2030-01-02', ends_at: '2030-01-01' }).join(),
    /^ends_at: must be after/,
  )
  assert.match(
    problemsOf({ starts_at: '2030-01-02', ends_at: '2030-01-02' }).join(),
    /^ends_at: must be after/,
  )
})

test('an offer that pays all it earns is allowed; margins are the operator’s choice', () => {
  assert.equal(offerOf({ payout: '1.8', revenue: '1.8' }).payoutMicros, 1_800_000)
  assert.equal(offerOf({ payout: '0', revenue: '0' }).payoutMicros, 0)
})

test('a cell is read up to the bounds that are documented, and no further', () => {
  const bounds = new Map<string, number>()
  for (const [column, { kind, schema }] of Object.entries(offerFields)) {
    const [bounded = {}] = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema]
    const { maxLength, maximum } = bounded as { maxLength?: number; maximum?: number }
    const bound = maxLength ?? maximum
    if (bound === undefined) continue
    bounds.set(column, bound)
    const prefix = kind.isAddress ? 'https://x.example/' : ''
    const cell = (size: number) => (maxLength === undefined ? size : prefix.padEnd(size, 'x'))
    assert.deepEqual(kind.read(cell(bound)), { value: cell(bound) }, column)
    assert.ok('problem' in kind.read(cell(bound + 1)), column)
  }
  assert.deepEqual(
    [bounds.get('name'), bounds.get('description'), bounds.get('fallback_url'), bounds.get('hold_days')],
    [200, 2000, 2048, 365],
  )
})

test('no row, however strange, throws; what is accepted keeps its promises', () => {
  const columns = [...Object.keys(offerFields), 'id', 'geo', 'devices', '__proto__', 'constructor']
  const good: [column: string, cell: unknown][] = [
    ...Object.entries({
      description: 'Reach level 10',
      categories: 'games',
      payout: 0.5,
      revenue: '2.000001',
    }),
    ...Object.entries({ countries: 'US', platforms: 'ios', starts_at: '2030-01-01', ends_at: '2031-01-01' }),
    ...Object.entries({ daily_cap: '1', total_cap: 7, status: 'paused', repeatable: 'yes', name: 'ünî' }),
  ]
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(
      '1',
      '0.5',
      'US',
      'ios',
      'games',
      'yes',
      '2030-01-01',
      'https://a.example/?c={click_id}',
      'paused',
    ),
    fc.jsonValue(),
    fc.double(),
  )
  const rows = fc.oneof(
    fc.dictionary(fc.constantFrom(...columns), cell),
    // Cells that their columns take, with at most one that is anything.
    fc
      .tuple(fc.subarray(good), fc.option(fc.tuple(fc.constantFrom(...columns), cell)))
      .map(([cells, odd]) => Object.fromEntries(odd === null ? cells : [...cells, odd])),
  )
  const seen = countCases({ 'is accepted': 0.05, 'is accepted with a change': 0.03, 'is refused': 0.3 })
  fc.assert(
    fc.property(rows, fc.boolean(), (cells, isOnGoodRow) => {
      const row = isOnGoodRow ? { ...plain, ...cells } : cells
      const reading = readOfferRow(row)
      seen.note({
        'is accepted': reading.ok,
        'is accepted with a change': reading.ok && Object.keys(cells).some((name) => name in offerFields),
        'is refused': !reading.ok,
      })
      if (!reading.ok) {
        assert.ok(reading.problems.length > 0)
        for (const { message } of reading.problems) assert.ok(message.length < 200)
        return
      }
      assert.ok(
        reading.offer.payoutMicros <= reading.offer.revenueMicros || row['payout_share'] !== undefined,
      )
      assert.ok(!/[\p{Cc}]/u.test(reading.offer.name) && reading.offer.name !== '')
    }),
    { numRuns: 2000 },
  )
  seen.assertOften()
})
