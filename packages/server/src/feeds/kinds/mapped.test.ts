import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ColumnMapping,
  type FeedMapping,
  type MappedColumn,
  mappedColumnNames,
} from '@quoin/core/sources/mapping/mapping.ts'
import { readMapping } from '@quoin/core/sources/mapping/read-mapping.ts'
import fc from 'fast-check'
import {
  faultIn,
  feedSample,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../../test/support/feed-samples.ts'
import type { FeedAccount } from '../feed-kind.ts'
import { mapped } from './mapped.ts'

const base: FeedMapping = {
  format: 'json',
  records: '',
  columns: { external_id: { at: ['id'] }, name: { at: ['name'] }, destination_url: { at: ['link'] } },
}

function accountOf(mapping: Partial<FeedMapping>, settings: FeedAccount['settings'] = {}): FeedAccount {
  return {
    ...{ key: 'a-secret-key', preset: 'generic', mapping: { ...base, ...mapping } },
    settings: { url: 'https://api.network.example/offers', ...settings },
  }
}

const offer = { id: 1, name: 'Quest', link: 'https://trk.example/c?o=1', payout: 2 }

/** One record with one column more. */
function read(
  record: object,
  columns: Partial<Record<MappedColumn, ColumnMapping>>,
  more: Partial<FeedMapping> = {},
) {
  const account = accountOf({
    ...more,
    columns: { ...base.columns, revenue: { at: ['payout'] }, ...columns },
  })
  const found = mapped.readRecord({ ...offer, ...record }, account)
  assert.ok(found)
  return found
}

test('the sample of CPAlead is read exactly', () => {
  const [first, second, third] = offersOf(mapped, feedSample('cpalead.json'))
  assert.deepEqual(first, {
    externalId: '4101',
    row: {
      external_id: '4101',
      name: 'Coffee Card',
      destination_url: 'https://trk.example/show.php?l=0&u=1&id=4101&subid={click_id}',
      currency: 'USD',
      countries: ['US', 'CA'],
      description: 'Enter your email & confirm it.',
      image_url: 'https://img.example/coffee.png',
      revenue: '1.2',
    },
    standing: 'open',
    doubts: [],
  })
  assert.equal(second?.row['revenue'], '0.45')
  assert.deepEqual(third?.forbidden, { sentence: 'Credit Check - No Incentive Traffic', place: 'title' })
  assert.deepEqual(third?.doubts, ['It has a payout that is "12%", a percentage and no amount.'])
})

for (const [told, column, mapping, record, value] of [
  ['cents', 'revenue', { at: ['payout'], as: 'cents' }, { payout: 125 }, '1.25'],
  ['cents as text', 'revenue', { at: ['payout'], as: 'cents' }, { payout: '40' }, '0.4'],
  ['the first path that is not blank', 'name', { at: ['title', 'name'] }, { title: ' ' }, 'Quest'],
  ['a default', 'name', { at: ['title'], default: 'Offer' }, {}, 'Offer'],
  ['a constant', 'currency', { constant: 'eur' }, {}, 'EUR'],
  ['a sign of a currency', 'currency', { at: ['c'] }, { c: '€' }, 'EUR'],
  ['HTML', 'description', { at: ['d'] }, { d: '<p>A</p><p>B &amp; C</p>' }, 'A\n\nB & C'],
  ['a list of texts', 'requirements', { at: ['r'], as: 'text' }, { r: ['Install', 'Play'] }, 'Install\nPlay'],
  ['entities of plain text', 'description', { at: ['d'], as: 'text' }, { d: 'A &amp; B' }, 'A & B'],
  ['a date in the zone', 'ends_at', { at: ['e'] }, { e: '2031-12-31 10:00:00' }, '2031-12-31T10:00:00Z'],
  [
    'a date with the day first',
    'ends_at',
    { at: ['e'], as: 'day_first' },
    { e: '31.12.2031' },
    '2031-12-31T00:00:00Z',
  ],
  ['seconds', 'ends_at', { at: ['e'], as: 'unix' }, { e: 1956441600 }, '2031-12-31T00:00:00Z'],
  ['milliseconds', 'ends_at', { at: ['e'], as: 'unix' }, { e: '1956441600000' }, '2031-12-31T00:00:00Z'],
  ['a date of zeros', 'ends_at', { at: ['e'] }, { e: '0000-00-00 00:00:00' }, undefined],
  ['colons', 'countries', { at: ['c'], split: 'colon' }, { c: 'US:CA' }, ['US', 'CA']],
  [
    'objects by path',
    'countries',
    { at: ['c.*.code'] },
    { c: [{ code: 'US' }, { code: 'GB' }] },
    ['US', 'GB'],
  ],
  ['the world', 'countries', { at: ['c'] }, { c: 'GLOBAL (ALL GEOS)' }, undefined],
  ['excluded ones', 'countries', { at: ['a'], except: ['b'] }, { a: 'DE,AT,CH', b: 'AT' }, ['DE', 'CH']],
  ['platforms', 'platforms', { at: ['os'] }, { os: ['iOS'] }, ['iOS']],
  ['a store', 'platforms', { at: ['p'], as: 'store' }, { p: 'https://apps.apple.com/app/id1' }, ['ios']],
  ['a cap', 'daily_cap', { at: ['cap'] }, { cap: '25' }, 25],
  ['no cap of 0', 'daily_cap', { at: ['cap'] }, { cap: '0' }, undefined],
  ['no cap of 1000000', 'daily_cap', { at: ['cap'] }, { cap: 1_000_000 }, undefined],
  ['no cap of nothing', 'daily_cap', { at: ['cap'] }, { cap: '' }, undefined],
  [
    'categories',
    'categories',
    { at: ['c'], split: 'comma' },
    { c: 'Finance,Mobile Apps' },
    ['finance', 'mobile-apps'],
  ],
  ['days', 'hold_days', { at: ['h'] }, { h: '30' }, 30],
  ['yes', 'repeatable', { at: ['r'] }, { r: 1 }, true],
  ['no', 'repeatable', { at: ['r'] }, { r: 'no' }, false],
  [
    'a macro',
    'destination_url',
    { at: ['l'], macro: '{u}' },
    { l: 'https://t.example/?s={u}' },
    'https://t.example/?s={click_id}',
  ],
  [
    'a macro that is ours',
    'destination_url',
    { at: ['l'], macro: '{click_id}' },
    { l: 'https://t.example/?s={click_id}' },
    'https://t.example/?s={click_id}',
  ],
  [
    'an encoded macro',
    'destination_url',
    { at: ['l'], macro: '{u}' },
    { l: 'https://t.example/?s=%7Bu%7D' },
    'https://t.example/?s={click_id}',
  ],
  [
    'a parameter',
    'destination_url',
    { at: ['link'], parameter: 'subid' },
    {},
    'https://trk.example/c?o=1&subid={click_id}',
  ],
  [
    'the preset’s parameter',
    'destination_url',
    { at: ['link'] },
    {},
    'https://trk.example/c?o=1&click_id={click_id}',
  ],
] as const) {
  test(`${column}: ${told} is read`, () => {
    const { row, doubts } = read(record, { [column]: mapping })
    assert.deepEqual([row[column], doubts], [value, []])
  })
}

for (const [told, column, mapping, record, doubt] of [
  ['a percentage', 'revenue', { at: ['payout'] }, { payout: '10%' }, /a percentage and no amount/],
  ['a range', 'revenue', { at: ['payout'] }, { payout: '1.00 - 3.00' }, /a range/],
  ['several amounts', 'revenue', { at: ['payout'] }, { payout: [1, 2] }, /payout that/],
  ['an object', 'revenue', { at: ['payout'] }, { payout: { usd: 1 } }, /payout that/],
  ['nothing', 'revenue', { at: ['payout'] }, { payout: 0 }, /is nothing/],
  ['parts of a cent', 'revenue', { at: ['payout'], as: 'cents' }, { payout: '0.00005' }, /more decimals/],
  [
    'a share beside it',
    'revenue',
    { at: ['payout'] },
    { payout_type: 'percentage' },
    /payout_type is "percentage"/,
  ],
  ['a share of a sale', 'revenue', { at: ['payout'] }, { payoutModel: 'CPS' }, /payoutModel is "CPS"/],
  ['two currencies', 'currency', { constant: 'USD' }, { payout: '€2' }, /several currencies: USD, EUR/],
  ['no currency', 'currency', { at: ['c'] }, { c: 'points' }, /no currency/],
  [
    'a rule that nobody can read',
    'countries',
    { at: ['c.*.code'] },
    { c: [{ iso: 'US' }] },
    /names no country/,
  ],
  ['the same without a star', 'countries', { at: ['c.code'] }, { c: [{ iso: 'US' }] }, /names no country/],
  ['all excluded', 'countries', { at: ['a'], except: ['b'] }, { a: 'DE', b: 'DE' }, /exclude every country/],
  ['objects in place of words', 'platforms', { at: ['os'] }, { os: [{ name: 'iOS' }] }, /names no platform/],
  ['a word that is no status', 'status', { at: ['s'] }, { s: 'sleeping' }, /"sleeping" is no status/],
  ['a link without the macro', 'destination_url', { at: ['link'], macro: '{u}' }, {}, /has no \{u\}/],
  ['a month of 31', 'ends_at', { at: ['e'], as: 'day_first' }, { e: '12/31/2031' }, /no date/],
  ['a cap of words', 'daily_cap', { at: ['cap'] }, { cap: 'many' }, /no number of conversions/],
] as const) {
  test(`${column}: ${told} is a doubt`, () => {
    const { doubts } = read(record, { [column]: mapping })
    assert.match(doubts.join('\n'), doubt)
  })
}

for (const [word, standing] of [
  ['active', 'open'],
  ['', 'open'],
  ['paused', 'ended'],
  ['Apply To Run', 'not_approved'],
  [1, 'open'],
  [0, 'ended'],
  [true, 'open'],
  ['7', 'not_approved'],
] as const) {
  test(`a status of ${JSON.stringify(word)} is ${standing}`, () => {
    const { standing: found } = read({ s: word }, { status: { at: ['s'], words: { not_approved: ['7'] } } })
    assert.equal(found, standing)
  })
}

test('an offer without a link is not approved, one without a payout is unpriced', () => {
  assert.equal(read({ link: '' }, {}).standing, 'not_approved')
  assert.equal(read({ payout: '' }, {}).isUnpriced, true)
})

test('a ban is found in a field that the mapping leaves out, and in a field that says no', () => {
  assert.deepEqual(read({ terms: { traffic: '<b>No incent</b> traffic' } }, {}).forbidden, {
    sentence: 'No incent traffic',
    place: 'terms.traffic',
  })
  assert.equal(read({ incent: false }, { incentive: { at: ['incent'] } }).forbidden?.place, 'incent')
  assert.equal(read({ incent: 'yes' }, { incentive: { at: ['incent'] } }).forbidden, undefined)
})

test('entries of a list are goals, and those of one id are its prices by country', () => {
  const tasks = [
    { uuid: 't1', name: 'Install', payout: 0.4, geo: [] },
    { uuid: 't2', name: 'Level 10', payout: 3, geo: ['US'] },
    { uuid: 't2', name: 'Level 10', payout: 2, geo: ['DE'] },
  ]
  const goals = { at: 'tasks', id: 'uuid', name: 'name', revenue: 'payout', countries: 'geo' }
  const { row, doubts } = read({ tasks }, {}, { goals })
  assert.deepEqual(doubts, [])
  assert.deepEqual(row['goals'], [
    { goal: 't1', name: 'Install', revenue: '0.4', external_id: 't1' },
    {
      goal: 't2',
      name: 'Level 10',
      prices: [
        { countries: ['US'], revenue: '3' },
        { countries: ['DE'], revenue: '2' },
      ],
      external_id: 't2',
    },
  ])
  assert.match(read({ tasks: [{ payout: 1 }] }, {}, { goals }).doubts.join(), /without an id/)
  assert.equal(read({ tasks: [] }, {}, { goals }).row['revenue'], '2')
})

test('an entry that is paid a share is a doubt, and a fixed type is none', () => {
  const goals = { at: 'tasks', id: 'id', revenue: 'pay' }
  const paid = (type: string) => read({ type: 'CPA', tasks: [{ id: 1, pay: 5, type }] }, {}, { goals }).doubts
  assert.match(paid('rev_share').join(), /may be paid a share: its type is "rev_share"/)
  assert.deepEqual(paid('fixed'), [])
})

test('entries without ids are prices of the offer', () => {
  const prices = { at: 'payments', revenue: 'pay', countries: 'geo', platforms: 'os' }
  const payments = [
    { pay: '2', geo: ['US'], os: ['Android'] },
    { pay: '1', geo: ['GB'], os: [] },
  ]
  assert.deepEqual(read({ payments }, {}, { prices }).row['prices'], [
    { countries: ['US'], platforms: ['android'], revenue: '2' },
    { countries: ['GB'], revenue: '1' },
  ])
  const clash = [...payments, { pay: '3', geo: [], os: [] }]
  assert.match(read({ payments: clash }, {}, { prices }).doubts.join(), /same person is paid/)
})

const formats = [
  ['json_lines', '{"id":1,"name":"A","link":"https://t.example"}\n\n{"id":2,"name":"B"}\n'],
  ['csv', 'id,name,link\n1,"A, or\nB",https://t.example\n2,B,\n'],
  ['csv', 'id\tname\tlink\n1\tA\thttps://t.example\n2\tB\t\n'],
  ['csv', '\uFEFFid|name|link\r\n1|A|https://t.example\r\n2|B|\r\n'],
] as const

for (const [format, text] of formats) {
  test(`${format}: ${JSON.stringify(text.slice(0, 20))} is read`, () => {
    const ids = offersOf(mapped, text, accountOf({ format })).map(({ externalId }) => externalId)
    assert.deepEqual(ids, ['1', '2'])
  })
}

test('XML: one record is read as several are', () => {
  const account = accountOf({ format: 'xml', records: 'r.offers.offer' })
  const one = '<r><offers><offer><id>1</id><name>A</name></offer></offers></r>'
  assert.equal(pageOf(mapped, one, account).records.length, 1)
  const two = one.replace('</offer>', '</offer><offer><id>2</id></offer>')
  assert.equal(pageOf(mapped, two, account).records.length, 2)
  assert.equal(pageOf(mapped, '<r><offers/></r>', account).records.length, 0)
})

for (const [told, format, text, cause] of [
  ['a broken line', 'json_lines', '{"id":1}\n{"id":', 'network_failed'],
  ['a broken line in the middle', 'json_lines', '{"id":1}\n{"id\n{"id":2}', 'network_failed'],
  ['a row that breaks off', 'csv', 'id,name,link\n1,A,x\n2,B', 'network_failed'],
  ['an open quotation mark', 'csv', 'id,name,link\n1,"A,x\n2,B,y', 'network_failed'],
  ['a column that stands twice', 'csv', 'id,id\n1,2', 'network_failed'],
  ['another delimiter', 'csv', 'id;name;link\n1;A;x', 'no_feed'],
  ['a page to log in', 'csv', '<!doctype html><title>Log in</title>', 'no_feed'],
  ['a page to log in', 'json_lines', '<html><body>Log in</body></html>', 'no_feed'],
  ['an error', 'json', '{"error":"Invalid api key a-secret-key"}', 'key_refused'],
  ['too many questions', 'json', '{"message":"Rate limit exceeded"}', 'rate_limited'],
  ['another feed', 'json', '{"campaigns":[]}', 'no_feed'],
  ['records without ids', 'json', '{"offers":[{"title":"A"}]}', 'no_feed'],
] as const) {
  test(`${format}: ${told} is ${cause}, and nothing of it is repeated`, () => {
    const delimiter = told === 'another delimiter' ? { delimiter: 'comma' as const } : {}
    const records = format === 'json' ? 'offers' : ''
    const fault = faultIn(mapped, text, 200, accountOf({ format, records, ...delimiter }))
    assert.equal(fault.cause, cause, fault.message)
    assert.ok(!fault.message.includes('secret'))
  })
}

for (const empty of [
  '{"offers":[]}',
  '{"offers":null}',
  '{"offers":""}',
  '{"offers":false}',
  '{"offers":{}}',
]) {
  test(`${empty} is a page of nothing`, () => {
    assert.equal(pageOf(mapped, empty, accountOf({ records: 'offers' })).records.length, 0)
  })
}

test('a list by key, and one behind a star', () => {
  const account = accountOf({ records: 'data' })
  assert.equal(pageOf(mapped, '{"data":{"70":{"id":70},"71":{"id":71}}}', account).records.length, 2)
  const inner = accountOf({ records: 'data.*.Offer' })
  assert.equal(pageOf(mapped, '{"data":{"7":{"Offer":{"id":7}}}}', inner).records.length, 1)
})

const rows = (count: number): string =>
  JSON.stringify({ total: 5, offers: Array.from({ length: count }, (_, at) => ({ id: at })) })

for (const [paging, url] of [
  ['page_from_0', 'https://api.network.example/offers?page=1&limit=2'],
  ['page_from_1', 'https://api.network.example/offers?page=2&limit=2'],
  ['offset', 'https://api.network.example/offers?offset=2&limit=2'],
] as const) {
  test(`${paging}: the next page is asked for after a full one, to the network’s own count`, () => {
    const settings = { paging, size_parameter: 'limit', page_size: '2' }
    const counted = accountOf({ records: 'offers', count: 'total' }, settings)
    const page = pageOf(mapped, rows(2), counted)
    assert.deepEqual([page.theirs, page.next?.url], [5, url])
    assert.equal(pageOf(mapped, rows(5), counted).next, undefined)
    const uncounted = accountOf({ records: 'offers' }, settings)
    assert.equal(pageOf(mapped, rows(1), uncounted).next, undefined)
    assert.ok(pageOf(mapped, rows(2), uncounted).next)
  })
}

test('a count in a header is the network’s own', () => {
  const account = accountOf({ records: 'offers', count: 'header:x-total-count' })
  const answer = { status: 200, headers: { 'x-total-count': '9' }, body: JSON.parse(rows(1)) }
  assert.deepEqual(mapped.readPage(answer, account, { page: 1, seen: 0 }), {
    records: [{ id: 0 }],
    theirs: 9,
  })
})

test('the key stands where the address and the header say', () => {
  const settings = { url: 'https://n.example/{key}/o?a=1&k={key}', header: 'Authorization: Bearer {key}' }
  const { url, headers } = mapped.firstPage({ key: 'a&b/c', settings })
  assert.equal(url, 'https://n.example/a%26b%2Fc/o?a=1&k=a%26b%2Fc')
  assert.equal(headers['authorization'], 'Bearer a&b/c')
})

test('a key with marks that replace something is sent as it is', () => {
  const settings = { url: 'https://n.example/o', header: 'x-token: {key}' }
  const key = "pa$$word$&$'"
  assert.equal(mapped.firstPage({ key, settings }).headers['x-token'], key)
})

test('a header that cannot carry the key, or says how a request goes, is refused', () => {
  const url = 'https://n.example/o'
  const fault = mapped.account?.problem({ key: 'ключ', settings: { url, header: 'x-token: {key}' } })
  assert.equal(fault?.setting, 'header')
  assert.equal(mapped.account?.problem({ key: 'ключ', settings: { url: `${url}?k={key}` } }), undefined)
  const problem = mapped.settings.find(({ name }) => name === 'header')?.problem
  for (const name of ['host', 'keep-alive', 'trailer', 'range', 'if-none-match', 'content-length'])
    assert.ok(problem?.(`${name}: {key}`), name)
  for (const name of ['cookie', 'authorization', 'x-api-key'])
    assert.equal(problem?.(`${name}: {key}`), undefined, name)
})

function cities<One>(of: (at: number) => One): readonly One[] {
  return Array.from({ length: 1_200 }, (_one, at) => of(at))
}

test('a list of exclusions that is longer than is read opens no country', () => {
  const out = cities((at) => ({ code: at < 1_100 ? 'US' : 'DE' }))
  for (const [at, record] of [
    ['out.*.code', { out }],
    ['out.in.*.code', { out: { in: out } }],
    ['out.*.deep.code', { out: out.map((deep) => ({ deep })) }],
    ['out', { out: out.map(({ code }) => code) }],
  ] as const) {
    const { row, doubts } = read(record, { countries: { except: [at] } })
    assert.deepEqual([row['countries'], doubts.length], [undefined, 1], at)
  }
})

test('a list of payments that is longer than is read is a doubt', () => {
  const paid = cities((at) => ({ id: 'a', usd: at < 1_100 ? 2 : 1, geo: at < 1_100 ? 'US' : 'DE' }))
  const list = { at: 'paid', revenue: 'usd', countries: 'geo' }
  for (const more of [{ prices: list }, { goals: { ...list, id: 'id' } }]) {
    const { row, doubts } = read({ paid }, {}, more)
    assert.deepEqual([row['prices'], row['goals'], row['revenue']], [undefined, undefined, undefined])
    assert.match(doubts.join(' '), /more payments than are read/)
  }
})

test('an address is refused where it has a key, a user or no safe way', () => {
  const problem = mapped.settings.find(({ name }) => name === 'url')?.problem
  assert.equal(problem?.('http://127.0.0.1:8080/feed'), undefined)
  for (const [url, because] of [
    ['https://n.example/o?api_key=abcdef', /\{key\} as its api_key/],
    ['https://n.example/o?token=abcdef', /\{key\} as its token/],
    ['http://n.example/o', /https/],
    ['https://u:p@n.example/o', /user/],
    ['https://{key}.n.example/o', /behind its host|address/],
    ['https://{key}.n.example?o=1', /behind its host/],
    ['https://n{key}.example', /behind its host/],
    ['https://n.example/o?secret_key=abcdef', /\{key\} as its secret_key/],
    ['https://n.example/o?user.token=abcdef', /\{key\} as its user.token/],
    ['https://n.example/o?sig=abcdef', /\{key\} as its sig/],
    ['https://n.example/o?pwd=abcdef', /\{key\} as its pwd/],
    ['https://n.example/o#x', /#/],
    [`https://n.example/${'x'.repeat(1_000)}`, /1000 characters/],
    ['ftp://n.example/o', /address/],
  ] as const)
    assert.match(problem?.(url) ?? '', because, url)
})

test('a key that is written out, or used nowhere, is refused without being told', () => {
  const problem = (settings: FeedAccount['settings']) =>
    mapped.account?.problem({ key: 'a-secret-key', settings })
  assert.equal(problem({ url: 'https://n.example/?q={key}' }), undefined)
  assert.equal(problem({ url: 'https://n.example/a-secret-key' })?.setting, 'url')
  const open = problem({ url: 'https://n.example/{key}', header: 'x-key: a-secret-key {key}' })
  assert.equal(open?.setting, 'header')
  assert.ok(!open?.message.includes('secret'))
  assert.match(problem({ url: 'https://n.example/' })?.message ?? '', /where the key stands/)
})

const anyPath = fc.constantFrom(
  'id',
  'a',
  'a.*.b',
  '*',
  'a.b.c',
  '*.*.*',
  'list.*',
  'a\\.b',
  '__proto__',
  'constructor.name',
)
const anyColumn = fc.record(
  {
    at: fc.array(anyPath, { minLength: 1, maxLength: 3 }),
    default: fc.string({ minLength: 1 }),
    as: fc.string(),
  },
  { requiredKeys: ['at'] },
)
const anyMapping = fc.record({
  format: fc.constantFrom('json', 'json_lines', 'csv', 'xml'),
  records: fc.oneof(fc.constant(''), anyPath),
  count: anyPath,
  columns: fc
    .uniqueArray(fc.constantFrom(...mappedColumnNames), { minLength: 4 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, anyColumn])))),
  goals: fc.record({ at: anyPath, id: anyPath, revenue: anyPath, countries: anyPath }),
})

test('whatever a mapping says, a record of any shape is read without an error, or not at all', () => {
  const cell = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom('\uD800', '9'.repeat(400), '<'.repeat(999)),
  )
  const record = fc.dictionary(fc.constantFrom('id', 'a', 'b', 'list', 'a.b', '__proto__', '*'), cell)
  fc.assert(
    fc.property(anyMapping, fc.array(record, { maxLength: 3 }), (written, records) => {
      const columns = { ...written.columns, ...base.columns, external_id: { at: ['id'] } }
      const forms = Object.fromEntries(
        Object.entries(columns).map(([name, { as: _as, ...column }]: [string, ColumnMapping]) => [
          name,
          column,
        ]),
      )
      const reading = readMapping({ ...written, columns: forms })
      assert.ok(reading.ok, JSON.stringify(reading))
      const account = accountOf(reading.mapping, { paging: 'offset' })
      for (const one of records) {
        const read = mapped.readRecord(one, account)
        assert.ok(read === undefined || read.externalId !== '')
      }
      for (const body of [records, { a: records }, { list: { 1: records } }])
        mapped.readPage({ status: 200, headers: {}, body }, account, { page: 1, seen: 0 })
      readMapping(written)
    }),
    { numRuns: 1_000 },
  )
})

test('without a mapping nothing is read', () => {
  const { mapping: _none, ...account } = sampleAccount
  assert.equal(mapped.readRecord(offer, account), undefined)
})
