import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedSample } from '../../../../../../test/support/feed-samples.ts'
import { isFault } from '../../../feeds/is-fault.ts'
import { mapped } from '../../../feeds/kinds/mapped.ts'
import { type FoundBody, readAnswer } from '../../../feeds/read-answer.ts'
import { findRecords } from './find-records.ts'
import { guessMapping } from './guess-mapping.ts'
import { listFields } from './list-fields.ts'

function bodyOf(text: string): FoundBody {
  const answer = readAnswer(mapped, { status: 200, headers: {}, text })
  assert.ok(!isFault(answer), JSON.stringify(answer))
  return answer.body as FoundBody // without a mapping it is read as any
}

function guess(text: string, headers: Readonly<Record<string, string>> = {}) {
  const { format, value: body } = bodyOf(text)
  const found = findRecords(body, format)
  assert.ok(found)
  const { records } = found
  return guessMapping({ format, body, headers, found, records, fields: listFields(records) })
}

/** The guess of each sample: the places of the columns, and what else there is. */
const samples: Readonly<Record<string, object>> = {
  'cpalead.json': {
    ...{ format: 'json', records: 'offers', external_id: 'campid', name: 'title' },
    ...{
      destination_url: 'link subid',
      revenue: 'amount',
      currency: 'payout_currency',
      countries: 'country colon',
    },
    ...{ description: 'description html', image_url: 'mobile_app_icon_url' },
  },
  'ayet-static.json': {
    ...{ format: 'json', records: 'offers', count: 'num_offers', external_id: 'id', name: 'name' },
    ...{ destination_url: 'tracking_link {external_identifier}', revenue: 'payout_usd', currency: '=USD' },
    ...{ countries: 'countries', platforms: 'platform', description: 'description html', image_url: 'icon' },
    ...{
      starts_at: 'start_date',
      ends_at: 'end_date',
      daily_cap: 'daily_cap',
      goals: 'tasks uuid name payout',
    },
  },
  'scaleo-offers.json': {
    ...{ format: 'json', records: 'info.offers', external_id: 'id', name: 'title' },
    ...{ destination_url: 'links.*.url', currency: 'currency', goals: 'goals id name payout' },
  },
  'offer18-offers.json': {
    ...{
      format: 'json',
      records: 'data',
      external_id: 'offerid',
      name: 'name',
      destination_url: 'click_url',
    },
    ...{
      revenue: 'price',
      currency: 'currency',
      countries: 'country_allow -country_block',
      platforms: 'os_allow',
    },
    ...{ requirements: 'offer_terms html', categories: 'category comma', status: 'status' },
    ...{ starts_at: 'date_start', ends_at: 'date_end' },
  },
  'adgem-offers.json': {
    ...{ format: 'json', records: 'data', external_id: 'id', name: 'name' },
    ...{ destination_url: 'links.click_url {playerid}', revenue: 'total_payout_usd', currency: '=USD' },
    ...{ countries: 'geo_targeting.countries.*.iso_alpha2', platforms: 'device_targeting' },
    ...{ description: 'creatives.description text', requirements: 'creatives.instructions text' },
    ...{ image_url: 'creatives.icon_url', goals: 'goals id name payout_usd' },
  },
  'lootably.json': {
    ...{ format: 'json', records: 'data.offers', external_id: 'offerID', name: 'name' },
    ...{ destination_url: 'link {userID}', revenue: 'revenue', countries: 'countries', platforms: 'devices' },
    ...{ description: 'description text', image_url: 'image', categories: 'categories' },
    goals: 'goals goalID description revenue',
  },
  'offers.csv': {
    ...{
      format: 'csv',
      records: '',
      external_id: 'Offer ID',
      name: 'Offer Name',
      destination_url: 'Tracking URL',
    },
    ...{ revenue: 'Payout (EUR)', currency: '=EUR', countries: 'Countries', image_url: 'Icon' },
    ...{ status: 'Status', ends_at: 'End Date day_first', daily_cap: 'Daily Cap' },
  },
  'offers.jsonl': {
    ...{
      format: 'json_lines',
      records: '',
      external_id: 'offerId',
      name: 'title',
      destination_url: 'url {user_id}',
    },
    ...{ revenue: 'payoutCents cents', countries: 'geo', platforms: 'os', image_url: 'image' },
  },
  // One id for two contracts, and no link: both are for a person to say.
  'cake-offerfeed.xml': {
    ...{ format: 'xml', records: 'offer_feed_response.offers.offer', count: 'offer_feed_response.row_count' },
    ...{ name: 'offer_name', revenue: 'payout', countries: 'allowed_countries.country.country_code' },
    ...{ description: 'description html', requirements: 'restrictions text' },
  },
  // Payments with percentages among them are no goals.
  'affise-partner-offers.json': {
    ...{
      format: 'json',
      records: 'offers',
      count: 'pagination.total_count',
      external_id: 'id',
      name: 'title',
    },
    ...{ destination_url: 'link', countries: 'countries', image_url: 'logo', categories: 'categories' },
    hold_days: 'hold_period',
  },
  // Countries that are included and excluded in one list are left to its own kind.
  'everflow-offersrunnable.json': {
    ...{
      format: 'json',
      records: 'offers',
      count: 'paging.total_count',
      currency: 'currency_id',
      external_id: 'network_offer_id',
    },
    ...{
      name: 'name',
      destination_url: 'tracking_url',
      description: 'html_description text',
      status: 'offer_status',
    },
  },
  'tune-paged.json': {
    ...{
      format: 'json',
      records: 'response.data.data',
      count: 'response.data.count',
      external_id: 'Offer.id',
    },
    ...{ name: 'Offer.name', destination_url: 'TrackingLink.click_url', revenue: 'Offer.default_payout' },
    ...{ currency: 'Offer.currency', countries: 'Country.*.code', platforms: 'Offer.preview_url store' },
    ...{ description: 'Offer.description html', status: 'Offer.status', ends_at: 'Offer.expiration_date' },
  },
  'trackier-campaigns.json': {
    ...{ format: 'json', records: 'data.campaigns', count: 'data.count', external_id: 'id', name: 'title' },
    ...{ destination_url: 'tracking_link', currency: 'currency', countries: 'countries', platforms: 'os' },
    ...{ description: 'description html', categories: 'categories' },
  },
}

/** A mapping on a line a part: the path, and whatever else it says. */
function told({ columns, goals, ...rest }: ReturnType<typeof guess>['mapping']): object {
  const cells = Object.entries(columns).map(
    ([column, { at = [], as, split, except = [], macro, parameter, constant }]) => {
      const more = [
        as === 'amount' || as === 'date' ? undefined : as,
        split,
        ...except.map((path) => `-${path}`),
        macro,
        parameter,
      ]
      const parts = constant === undefined ? [...at, ...more] : [`=${constant}`]
      return [column, parts.filter((part) => part !== undefined).join(' ')]
    },
  )
  const list = goals && { goals: [goals.at, goals.id, goals.name, goals.revenue].join(' ') }
  return { ...rest, ...Object.fromEntries(cells), ...list }
}

for (const [file, expected] of Object.entries(samples)) {
  test(`${file}: what is certain is guessed, and nothing else`, () => {
    const { mapping, reasons } = guess(feedSample(file))
    assert.deepEqual(told(mapping), expected)
    for (const { part, reason } of reasons) assert.match(reason, /^[A-Z`].*\.$/, part)
  })
}

const rowsOf = (rows: readonly object[]): string => JSON.stringify({ offers: rows })
const two = (own: (at: number) => object): string =>
  rowsOf(
    [1, 2].map((at) => ({
      id: at,
      name: `Offer ${'ab'.at(at - 1)}`,
      link: 'https://t.example/',
      ...own(at),
    })),
  )

test('a reason names the field, what it has and in how many records', () => {
  const { reasons } = guess(two((at) => (at === 1 ? { payout_usd: 1 } : {})))
  const sentences = Object.fromEntries(reasons.map(({ part, reason }) => [part, reason]))
  assert.equal(sentences['records'], '`offers` is the only list of objects, with 2 records.')
  assert.equal(sentences['columns.external_id'], '`id` has a value of its own in all 2 records.')
  assert.equal(sentences['columns.revenue'], '`payout_usd` has amounts in 1 of 2 records.')
  assert.equal(sentences['columns.currency'], '`payout_usd` names USD.')
})

for (const [subject, own, column] of [
  ['an id that two records have', () => ({ id: 7 }), 'external_id'],
  ['amounts that are words', () => ({ payout: 'call us' }), 'revenue'],
  ['points', () => ({ reward: 100 }), 'revenue'],
  ['dates that can be read in two ways', () => ({ end_date: '03/04/2031' }), 'ends_at'],
  [
    'two fields that look like pictures',
    () => ({ a: 'https://i.example/1.png', b: 'https://i.example/2.png' }),
    'image_url',
  ],
  ['codes of languages', (at: number) => ({ languages: at === 1 ? 'DE' : 'FR' }), 'countries'],
  ['countries that are blocked', (at: number) => ({ blocked: at === 1 ? 'DE' : 'FR' }), 'countries'],
  ['a status of other words', () => ({ status: 'sleeping' }), 'status'],
] as const) {
  test(`${subject} are left out`, () => {
    assert.ok(!(column in guess(two(own)).mapping.columns))
  })
}

test('countries, pictures and stores are found by their values, whatever their names', () => {
  const { columns } = guess(
    two((at) => ({
      where: at === 1 ? ['US', 'GB'] : ['DE'],
      pic: `https://i.example/${at}.png`,
      market: 'https://play.google.com/store/apps/details?id=x',
    })),
  ).mapping
  assert.deepEqual(columns.countries?.at, ['where'])
  assert.deepEqual(columns.image_url?.at, ['pic'])
  assert.deepEqual(columns.platforms, { at: ['market'], as: 'store' })
})

test('dates with a day behind the twelfth say how they are read', () => {
  const endsWith = (date: string) => guess(two(() => ({ end_date: date }))).mapping.columns.ends_at?.as
  assert.deepEqual(
    [endsWith('31/12/2031'), endsWith('12/31/2031'), endsWith('1956441600')],
    ['day_first', 'date', 'unix'],
  )
})

test('a count in a header is found', () => {
  const { mapping } = guess(
    two(() => ({})),
    { 'x-pagination-total-count': '2' },
  )
  assert.equal(mapping.count, 'header:x-pagination-total-count')
})

test('the longest list wins, and an answer without one has none', () => {
  const body = { categories: [{ id: 1 }], offers: [{ id: 1, tasks: [{}, {}, {}] }, { id: 2 }] }
  assert.equal(findRecords(body, 'json')?.path, 'offers')
  for (const empty of [{}, { offers: [] }, { status: 'ok' }, [1, 2], 'x', null])
    assert.equal(findRecords(empty, 'json'), undefined)
  assert.equal(
    findRecords({ r: { offers: { offer: { id: '1', name: 'A' } } } }, 'xml')?.path,
    'r.offers.offer',
  )
})

test('records of hostile names and depths are listed to a bound', () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, at]))
  assert.ok(listFields([wide]).length <= 300)
  let deep: object = { id: 1 }
  for (let at = 0; at < 500; at += 1) deep = { deep }
  assert.deepEqual(listFields([deep]), [])
  const hostile = JSON.parse('{"__proto__":{"id":1},"a.b":{"*":2},"<script>":"x","":"y"}')
  assert.deepEqual(
    listFields([hostile]).map(({ path }) => path),
    ['__proto__.id', 'a\\.b.*', '<script>'],
  )
})

test('a rule of countries is guessed by the part that it stands in, and with a word that nobody knows', () => {
  const offers = [['US', 'DE'], ['GB'], ['LATAM']].map((codes, at) => ({
    uuid: `u-${at}`,
    geo: { allowed: codes.map((code) => ({ code })), blocked: [{ code: 'FR' }] },
    details: { body: 'Install it' },
    valid_until: '2031-03-01',
    events: [{ event_id: `e${at}`, label: 'Level 10', amount: '4.00' }],
  }))
  const { mapping } = guess(JSON.stringify({ offers }))
  const { external_id, countries, description, ends_at } = mapping.columns
  assert.deepEqual(countries, { at: ['geo.allowed.*.code'], except: ['geo.blocked.*.code'] })
  assert.deepEqual(external_id, { at: ['uuid'] })
  assert.deepEqual(description, { at: ['details.body'], as: 'text' })
  assert.deepEqual(ends_at, { at: ['valid_until'], as: 'date' })
  assert.equal(mapping.goals?.name, 'label')
})

test('countries that are excluded are never taken for those that are allowed', () => {
  const offers = [1, 2].map((id) => ({ id, geo: { blocked: [{ code: 'FR' }, { code: 'DE' }] } }))
  assert.equal(guess(JSON.stringify({ offers })).mapping.columns.countries, undefined)
})

test('headings in another language leave addresses, currencies and countries to the values', () => {
  const lines = [1, 2].map(
    (id) => `${id};Игра ${id};https://go.example/c?o=${id}&sub={sub1};RUB;${id === 1 ? 'RU,KZ' : 'BY'}`,
  )
  const { columns } = guess(['ID;Название;Ссылка;Валюта;Страны', ...lines].join('\n')).mapping
  const { destination_url, currency, countries } = columns
  assert.deepEqual(destination_url, { at: ['Ссылка'], macro: '{sub1}' })
  assert.deepEqual([currency, countries], [{ at: ['Валюта'] }, { at: ['Страны'] }])
})

test('characters of a charset that is not named are the cause that is told', () => {
  const answer = readAnswer(mapped, { status: 200, headers: {}, text: 'ID;\uFFFD;\uFFFD\n1;a;b' })
  assert.ok(isFault(answer))
  assert.match(answer.message, /not UTF-8 and whose charset it does not name/)
})
