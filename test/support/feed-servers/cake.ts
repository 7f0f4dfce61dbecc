import {
  type FeedNetwork,
  type FeedQuestion,
  type FeedReply,
  type FeedWorld,
  wholeNumber,
} from './feed-network.ts'
import { FeedServer } from './feed-server.ts'
import { pageOf, renewedOffer } from './feed-trouble.ts'
import { countryOf, fullName, type NetworkOffer, numberOf, previewOf } from './network-offer.ts'

/** CAKE's API for affiliates, in XML. The account has an `affiliateId`, `77` unless another is given. */
export function startCake(options: ConstructorParameters<typeof FeedServer>[1] = {}): Promise<FeedServer> {
  return new FeedServer(cake, options).open()
}

const parameters = {
  OfferFeed: [
    'api_key',
    'affiliate_id',
    'campaign_name',
    'media_type_category_id',
    'vertical_category_id',
    'vertical_id',
    'offer_status_id',
    'tag_id',
    'start_at_row',
    'row_limit',
  ],
  GetCampaign: ['api_key', 'affiliate_id', 'campaign_id'],
} as const

const cake: FeedNetwork = {
  hosts: /./,
  answer(question, world) {
    const call = callOf(question)
    if (call === undefined) return { status: 404, type: 'text/html', body: '<h1>404 - Not Found</h1>' }
    const missing = parameters[call].find((name) => !question.query.has(name))
    // ASP.NET says so before anything of CAKE runs.
    if (missing !== undefined)
      return { status: 500, type: 'text/plain', body: `Missing parameter: ${missing}.` }
    const isOurs = question.query.get('affiliate_id') === (world.account['affiliateId'] ?? '77')
    if (question.query.get('api_key') !== world.key || !isOurs) return cake.refuse(question, world.key)
    return call === 'OfferFeed' ? feedReply(question, world) : campaignReply(question, world)
  },
  refuse: (question) => failure(question, 'Invalid API Key'),
  limit: (question) => failure(question, 'Too many requests'),
}

function callOf({ path }: FeedQuestion): keyof typeof parameters | undefined {
  if (path === '/affiliates/api/4/offers.asmx/OfferFeed') return 'OfferFeed'
  return path === '/affiliates/api/2/offers.asmx/GetCampaign' ? 'GetCampaign' : undefined
}

/** One offer has a contract for each of its prices. */
interface Contract {
  readonly offer: NetworkOffer
  readonly contractId: number
  readonly campaignId: number
  readonly revenue: string
  readonly countries: readonly string[]
}

function contractsOf(offer: NetworkOffer): readonly Contract[] {
  const priced = (offer.prices ?? []).flatMap(({ countries }) => countries)
  const own = {
    revenue: offer.revenue,
    countries: offer.countries.filter((word) => !priced.includes(word)),
  }
  return [own, ...(offer.prices ?? [])].map(({ revenue, countries }, at) => ({
    offer,
    contractId: numberOf(offer.id) * 10 + at + 1,
    campaignId: 900_000 + numberOf(offer.id) * 10 + at,
    revenue,
    countries,
  }))
}

function feedReply({ query }: FeedQuestion, { offers, trouble }: FeedWorld): FeedReply {
  // Rows are contracts. An affiliate's feed has no offers that have ended.
  const all = offers.filter(({ status }) => status === 'active').flatMap(contractsOf)
  const limit = wholeNumber(query.get('row_limit'), {
    standard: 0,
    min: 0,
    max: trouble.pageSizeMax ?? 1e9,
  })
  // Zero rows are all of them.
  const size = limit === 0 ? Math.max(1, all.length) : limit
  const begin = wholeNumber(query.get('start_at_row'), { standard: 1, min: 1, max: 1e9 }) - 1
  const { rows, total } = pageOf(all, { begin, size }, trouble, (contract, turn) => ({
    ...contract,
    offer: renewedOffer(contract.offer, turn),
  }))
  const body = `<success>true</success><row_count>${total}</row_count><offers>${rows.map(row).join('')}</offers>`
  return { ...envelope('offer_feed_response', 4, body), page: Math.floor(begin / size) + 1 }
}

function row({ offer, contractId, campaignId, revenue, countries }: Contract): string {
  const isPercent = revenue.endsWith('%')
  return [
    '<offer>',
    element('offer_id', offer.id),
    element('offer_contract_id', String(contractId)),
    offer.isApproved ? element('campaign_id', String(campaignId)) : nil('campaign_id'),
    element('offer_name', fullName({ ...offer, restrictions: '' }, { hasPlatforms: false })),
    element('vertical_name', 'Sweeps'),
    offer.isApproved ? statusOf(1, 'Active') : statusOf(3, 'Apply To Run'),
    element('payout', payoutText(revenue, offer.currency)),
    element('price_format', isPercent ? 'RevShare' : 'CPA'),
    element('preview_link', previewOf(offer)),
    element('thumbnail_image_url', ''),
    element('description', offer.description),
    element('restrictions', offer.restrictions),
    countriesOf(countries),
    element('allowed_media_types', ''),
    expirationOf(offer.expires ?? ''),
    element('tags', ''),
    element('hidden', 'false'),
    '</offer>',
  ].join('')
}

function statusOf(id: number, name: string): string {
  return `<offer_status>${element('status_id', String(id))}${element('status_name', name)}</offer_status>`
}

function countriesOf(words: readonly string[]): string {
  if (words.length === 0) return element('allowed_countries', '')
  const countries = words.map(countryOf).map(({ code, name }) => {
    return `<country>${element('country_code', code)}${element('country_name', name)}</country>`
  })
  return `<allowed_countries>${countries.join('')}</allowed_countries>`
}

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€' }

function payoutText(revenue: string, currency = 'USD'): string {
  return /^\d/.test(revenue) && !revenue.endsWith('%')
    ? `${signs[currency] ?? `${currency} `}${revenue}`
    : revenue
}

/** Month, day and year. */
function expirationOf(expires: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(expires) ?? []
  if (year === undefined || year === '0000') return nil('expiration_date')
  return element('expiration_date', `${month}/${day}/${year}`)
}

function campaignReply(question: FeedQuestion, { offers }: FeedWorld): FeedReply {
  const campaignId = Number(question.query.get('campaign_id'))
  const contract = offers.flatMap(contractsOf).find((one) => one.campaignId === campaignId)
  if (contract === undefined || !contract.offer.isApproved) return failure(question, 'Invalid Campaign ID')
  const { offer } = contract
  const link = `${offer.link}${offer.link.includes('?') ? '&' : '?'}s1=`
  const creative = `<creative_info>${element('creative_id', '5')}${element('creative_name', 'Link')}${element('unique_link', link)}</creative_info>`
  const campaign = `<campaign>${element('campaign_id', String(campaignId))}${element('offer_id', offer.id)}<creatives>${creative}</creatives></campaign>`
  return envelope('campaign_response', 2, `<success>true</success>${campaign}`)
}

/** Status 200 also where it failed. */
function failure(question: FeedQuestion, message: string): FeedReply {
  const isFeed = callOf(question) === 'OfferFeed'
  const body = `<success>false</success>${element('message', message)}`
  return envelope(isFeed ? 'offer_feed_response' : 'campaign_response', isFeed ? 4 : 2, body)
}

function envelope(name: string, version: number, body: string): FeedReply {
  const spaces = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://cakemarketing.com/affiliates/api/${version}/"`
  return {
    status: 200,
    type: 'text/xml',
    body: `<?xml version="1.0" encoding="utf-8"?>\n<${name} ${spaces}>${body}</${name}>`,
  }
}

function element(name: string, text: string): string {
  return text === '' ? `<${name}/>` : `<${name}>${escapeXml(text)}</${name}>`
}

function nil(name: string): string {
  return `<${name} xsi:nil="true"/>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
