import {
  type FeedNetwork,
  type FeedQuestion,
  type FeedReply,
  type FeedWorld,
  json,
  wholeNumber,
} from './feed-network.ts'
import { FeedServer } from './feed-server.ts'
import { pageOf, renewedOffer } from './feed-trouble.ts'
import { countryOf, fullName, type NetworkOffer, numberOf, previewOf, revenueOf } from './network-offer.ts'

/** TUNE's API for affiliates, version 3. */
export function startTune(options: ConstructorParameters<typeof FeedServer>[1] = {}): Promise<FeedServer> {
  return new FeedServer(tune, options).open()
}

const tune: FeedNetwork = {
  hosts: /^[\w-]+\.api\.hasoffers\.com$/,
  answer(question, world) {
    if (question.path !== '/Apiv3/json') return { status: 404, type: 'text/html', body: '<h1>Not Found</h1>' }
    const { query } = question
    if (query.get('api_key') !== world.key) return tune.refuse(question, world.key)
    if (query.get('Target') !== 'Affiliate_Offer') return failure(question, 'Target does not exist.')
    const refused = containsOf(query).find((name) => world.trouble.refusedContains?.includes(name))
    if (refused !== undefined) return failure(question, `Contain ${refused} is not available.`)
    const answer = methods[query.get('Method') ?? '']
    return answer === undefined ? failure(question, 'Method does not exist.') : answer(question, world)
  },
  refuse: (question) =>
    failure(question, question.query.has('api_key') ? 'API key is invalid.' : 'API key must be specified.'),
  limit: (question) => failure(question, 'API usage exceeded rate limit.'),
}

const methods: Readonly<Record<string, (question: FeedQuestion, world: FeedWorld) => FeedReply>> = {
  findMyApprovedOffers: (question, world) => listReply(question, world, ({ isApproved }) => isApproved),
  findMyOffers: (question, world) => listReply(question, world, () => true),
  findAll: (question, world) => listReply(question, world, () => true),
  findById(question, world) {
    const offer = world.offers.find(({ id }) => id === question.query.get('id'))
    return success(question, offer === undefined ? false : row(offer, containsOf(question.query)))
  },
  generateTrackingLink(question, world) {
    const offer = world.offers.find(({ id }) => id === question.query.get('offer_id'))
    if (offer === undefined || !offer.isApproved) return failure(question, 'Affiliate is not approved.')
    return success(question, trackingLink(offer))
  },
}

/** A list in one of its four shapes: by pages where a page or a limit was asked for, whole, an empty list, or what stands for one. */
function listReply(
  question: FeedQuestion,
  { offers, trouble }: FeedWorld,
  isListed: (offer: NetworkOffer) => boolean,
): FeedReply {
  const { query } = question
  const listed = offers.filter(isListed)
  const contains = containsOf(query)
  const nothing = trouble.emptyData ?? []
  if (!query.has('page') && !query.has('limit'))
    return success(question, listed.length === 0 ? nothing : byId(listed, contains))
  const size = wholeNumber(query.get('limit'), { standard: 100, min: 1, max: trouble.pageSizeMax ?? 10_000 })
  const page = wholeNumber(query.get('page'), { standard: 1, min: 1, max: 1e9 })
  const { rows, total, pages } = pageOf(listed, { begin: (page - 1) * size, size }, trouble, renewedOffer)
  if (rows.length === 0) return success(question, nothing, page)
  // The page comes back as it was sent, as a text.
  const data = {
    page: query.get('page') ?? '1',
    current: rows.length,
    count: total,
    pageCount: pages,
    data: byId(rows, contains),
  }
  return success(question, data, page)
}

function byId(offers: readonly NetworkOffer[], contains: readonly string[]): object {
  return Object.fromEntries(offers.map((offer) => [offer.id, row(offer, contains)]))
}

function row(offer: NetworkOffer, contains: readonly string[]): object {
  const related: Readonly<Record<string, () => object>> = {
    TrackingLink: () => (offer.isApproved ? trackingLink(offer) : []),
    Country: () =>
      listOrObject(
        offer.countries.map(countryOf).flatMap(({ code, name, number }) => {
          return code === '' ? [] : [[code, { id: String(number), code, name }] as const]
        }),
      ),
    Goal: () => listOrObject(offer.goals.map((goal) => [goal.id, goalOf(offer, goal)] as const)),
    Thumbnail: () => (offer.isApproved ? { 9: thumbnail } : []),
  }
  const parts = contains.flatMap((name) => {
    const part = related[name]?.()
    return part === undefined ? [] : [[name, part] as const]
  })
  return { Offer: ownFields(offer), ...Object.fromEntries(parts) }
}

const thumbnail = {
  id: '9',
  filename: 'a.png',
  url: 'https://img.example/a.png',
  thumbnail: 'https://img.example/a_150.png',
  width: '150',
  height: '150',
}

/** An empty related object is a list, as PHP has it. */
function listOrObject(entries: readonly (readonly [string, object])[]): object {
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

function ownFields(offer: NetworkOffer): object {
  const { amount, percent } = revenueOf(offer.revenue)
  return {
    id: offer.id,
    name: fullName(offer, { hasPlatforms: false }),
    description: offer.description,
    require_approval: offer.isApproved ? '0' : '1',
    require_terms_and_conditions: 0,
    terms_and_conditions: null,
    preview_url: previewOf(offer),
    currency: offer.currency ?? null,
    default_payout: amount.toFixed(5),
    protocol: 'server',
    status: offer.status,
    expiration_date: offer.expires === '' ? null : (offer.expires ?? null),
    payout_type: percent > 0 ? 'cpa_percentage' : 'cpa_flat',
    percent_payout: percent > 0 ? percent.toFixed(2) : null,
    featured: '0000-00-00 00:00:00',
    conversion_cap: offer.cap ?? '0',
    monthly_conversion_cap: '0',
    payout_cap: '0.00',
    monthly_payout_cap: '0.00',
    allow_multiple_conversions: '0',
    session_hours: '720',
    has_goals_enabled: offer.goals.length > 0 ? '1' : '0',
    default_goal_name: '',
    modified: 1_761_000_000 + numberOf(offer.id),
    use_target_rules: '0',
    use_payout_groups: '0',
    is_expired: offer.status === 'expired' ? '1' : '0',
    approval_status: offer.isApproved ? 'approved' : null,
  }
}

function goalOf(offer: NetworkOffer, { id, name, revenue }: NetworkOffer['goals'][number]): object {
  const { amount, percent } = revenueOf(revenue)
  return {
    id,
    offer_id: offer.id,
    name,
    description: null,
    status: 'active',
    payout_type: percent > 0 ? 'cpa_percentage' : 'cpa_flat',
    default_payout: amount.toFixed(5),
    default_percent: percent > 0 ? percent.toFixed(2) : null,
    is_private: '0',
  }
}

function trackingLink({ id, link }: NetworkOffer): object {
  return { affiliate_id: '77', offer_id: id, click_url: link }
}

/** `contain[]=Country&contain[]=Goal`, also with numbers in the brackets. */
function containsOf(query: URLSearchParams): readonly string[] {
  return [...query].filter(([name]) => /^contain(?:\[\d*\])?$/.test(name)).map(([, value]) => value)
}

/** The question comes back, with its key. */
function requestOf({ query }: FeedQuestion): object {
  const contain = containsOf(query)
  const plain = [...query].filter(([name]) => !name.startsWith('contain'))
  const standard = { Format: 'json', Service: 'HasOffers', Version: '2', NetworkId: 'demo' }
  return { ...standard, ...Object.fromEntries(plain), ...(contain.length > 0 ? { contain } : {}) }
}

function success(question: FeedQuestion, data: unknown, page?: number): FeedReply {
  const response = { status: 1, httpStatus: 200, data, errors: [], errorMessage: null }
  return json({ request: requestOf(question), response }, page === undefined ? {} : { page })
}

/** Status 200 also where it failed. */
function failure(question: FeedQuestion, message: string): FeedReply {
  const errors = { publicMessage: message }
  const response = { status: -1, httpStatus: 200, data: '', errors, errorMessage: message }
  return json({ request: requestOf(question), response })
}
