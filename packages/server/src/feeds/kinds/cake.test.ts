import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerOf,
  faultIn,
  feedSample,
  isFault,
  offersOf,
  pageOf,
  sampleAccount,
} from '../../../../../test/support/feed-samples.ts'
import { cake } from './cake.ts'

const sample = feedSample('cake-offerfeed.xml')

function feed(offers: string, rows = 1): string {
  return `<?xml version="1.0"?><offer_feed_response xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
    <success>true</success><row_count>${rows}</row_count><offers>${offers}</offers></offer_feed_response>`
}

function read(own: string) {
  const ids = '<offer_id>1</offer_id><offer_contract_id>2</offer_contract_id><campaign_id>3</campaign_id>'
  const status = '<offer_status><status_name>Active</status_name></offer_status>'
  const [offer] = offersOf(cake, feed(`<offer>${ids}${status}<offer_name>A</offer_name>${own}</offer>`))
  assert.ok(offer)
  return offer
}

test('the sample is read exactly: an offer for each contract', () => {
  assert.deepEqual(offersOf(cake, sample), [
    {
      externalId: '21-33',
      row: {
        external_id: '21-33',
        name: 'Email submit & go',
        description: 'US only',
        requirements: 'No Incent, no SMS',
        categories: ['sweeps'],
        countries: ['US'],
        revenue: '2.5',
      },
      standing: 'open',
      forbidden: { sentence: 'No Incent, no SMS', place: 'restrictions' },
      completionId: '900',
      doubts: [],
    },
    {
      externalId: '21-34',
      row: { external_id: '21-34', name: 'Email submit & go' },
      standing: 'not_approved',
      doubts: ['It has a payout that is a percentage of each sale.'],
    },
  ])
})

test('a request has every parameter', () => {
  const url = new URL(cake.firstPage({ ...sampleAccount, key: 'k' }).url)
  assert.equal(url.pathname, '/affiliates/api/4/offers.asmx/OfferFeed')
  assert.deepEqual(
    [...url.searchParams.keys()],
    [
      ...['api_key', 'affiliate_id', 'campaign_name', 'media_type_category_id', 'vertical_category_id'],
      ...['vertical_id', 'offer_status_id', 'tag_id', 'start_at_row', 'row_limit'],
    ],
  )
})

test('a full page has another behind it, a smaller or larger one has none', () => {
  const offers = (count: number) => feed('<offer><offer_id>1</offer_id></offer>'.repeat(count), 1)
  const next = pageOf(cake, offers(500)).next
  assert.equal(new URL(next?.url ?? '').searchParams.get('start_at_row'), '501')
  assert.equal(pageOf(cake, offers(499)).next, undefined)
  assert.equal(pageOf(cake, offers(501)).next, undefined)
  assert.equal(pageOf(cake, offers(0)).records.length, 0)
})

test('a count of rows that is smaller than what has come is not told', () => {
  assert.equal(pageOf(cake, sample).theirs, 2)
  const answer = answerOf(cake, sample)
  assert.ok(!isFault(answer))
  const page = cake.readPage(answer, sampleAccount, { page: 2, seen: 500 })
  assert.ok(!isFault(page) && page.theirs === undefined)
})

for (const [message, cause] of [
  ['Invalid API Key', 'key_refused'],
  ['API call limit reached', 'rate_limited'],
  ['Oops', 'no_feed'],
] as const) {
  test(`success false with “${message}” in a 200 is ${cause}`, () => {
    const text = `<offer_feed_response><success>false</success><message>${message}</message></offer_feed_response>`
    assert.equal(faultIn(cake, text).cause, cause)
  })
}

for (const [payout, revenue, currency] of [
  ['$2.50', '2.5', undefined],
  ['€1,234.50', '1234.5', 'EUR'],
  ['2.50 USD', '2.5', 'USD'],
  ['12%', undefined, undefined],
  ['$1.00 - $3.00', undefined, undefined],
  ['1,500', undefined, undefined],
  ['$0.00', undefined, undefined],
  ['', undefined, undefined],
] as const) {
  test(`the payout “${payout}” is ${revenue ?? 'a doubt and no amount'}`, () => {
    const { row, doubts } = read(`<payout>${payout}</payout><price_format>CPA</price_format>`)
    assert.deepEqual([row['revenue'], row['currency']], [revenue, currency])
    assert.equal(doubts.length, revenue === undefined ? 1 : 0)
  })
}

test('a date has its month first and is in the zone of the network', () => {
  assert.equal(
    read('<expiration_date>12/31/2030 11:59:59 PM</expiration_date>').row['ends_at'],
    '2030-12-31T23:59:59Z',
  )
})

test('a campaign is asked for its link, which takes the click id in s2', () => {
  const [offer, other] = offersOf(cake, sample)
  assert.ok(offer && other && cake.completion)
  const completion = cake.completion.find(offer, sampleAccount)
  const url = new URL(completion?.request.url ?? '')
  assert.equal(url.pathname, '/affiliates/api/2/offers.asmx/GetCampaign')
  assert.deepEqual([completion?.about, url.searchParams.get('campaign_id')], ['900', '900'])
  assert.equal(cake.completion.find(other, sampleAccount), undefined)
  const answer = answerOf(cake, feedSample('cake-getcampaign.xml'))
  assert.ok(!isFault(answer))
  const completed = cake.completion.complete(offer, answer)
  assert.ok(!isFault(completed))
  assert.equal(completed.row['destination_url'], 'https://trk.example/?a=77&c=5&s1=&s2={click_id}')
})

test('a campaign without a link leaves a doubt, and a refusal leaves the offer as it was', () => {
  const offer = read('<payout>$1</payout>')
  const complete = (text: string) => {
    const answer = answerOf(cake, text)
    return isFault(answer) ? answer : cake.completion?.complete(offer, answer)
  }
  const completed = complete('<campaign_response><success>true</success></campaign_response>')
  assert.ok(completed && !isFault(completed))
  assert.deepEqual(completed.doubts, ['The network gives no link for its campaign.'])
  const refused = complete('<campaign_response><success>false</success></campaign_response>')
  assert.ok(refused && isFault(refused))
})

test('countries that nobody can read are a doubt, and an element of none is for all', () => {
  const doubts = ['Countries: have a rule that names no country.']
  const payout = '<payout>$2.00</payout>'
  assert.deepEqual(read(`${payout}<allowed_countries>US</allowed_countries>`).doubts, doubts)
  assert.deepEqual(
    read(`${payout}<allowed_countries><country><country_code/></country></allowed_countries>`).doubts,
    doubts,
  )
  assert.deepEqual(read(`${payout}<allowed_countries/>`).doubts, [])
})
