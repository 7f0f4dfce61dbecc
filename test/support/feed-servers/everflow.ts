import {
  type FeedNetwork,
  type FeedQuestion,
  type FeedReply,
  type FeedWorld,
  json,
  wholeNumber,
} from './feed-network.ts'
import { FeedServer } from './feed-server.ts'
import { type FeedTrouble, pageOf, renewedOffer } from './feed-trouble.ts'
import {
  countryOf,
  fullName,
  type NetworkOffer,
  numberOf,
  platformLabels,
  previewOf,
  revenueOf,
} from './network-offer.ts'

/** Everflow's API for affiliates: both lists of offers, and the pixels that postbacks are set up by. */
export function startEverflow(
  options: ConstructorParameters<typeof FeedServer>[1] = {},
): Promise<FeedServer> {
  return new FeedServer(everflow(), options).open()
}

interface Pixel extends Readonly<Record<string, unknown>> {
  readonly network_pixel_id: number
}

/** Each server has pixels of its own. */
function everflow(): FeedNetwork {
  const pixels: Pixel[] = []
  const network: FeedNetwork = {
    hosts: /^api(?:-eu)?\.eflow\.team$/,
    answer(question, world) {
      if (question.headers['x-eflow-api-key'] !== world.key) return network.refuse(question, world.key)
      const path = question.path.replace(/^\/v1\/affiliates\//, '')
      const isGet = question.method === 'GET'
      if (isGet && path === 'offersrunnable') return listReply(question, world, runnable)
      if (isGet && path === 'alloffers') return listReply(question, world, known)
      if (/^pixels(?:\/\d+)?$/.test(path)) return pixelsReply(question, pixels, world.trouble.pixels)
      return json({ error: 'Not Found' }, { status: 404 })
    },
    refuse: () => json({ error: 'Unauthorized' }, { status: 401 }),
    limit: () => json({ error: 'Too Many Requests' }, { status: 429, headers: limitHeaders(0) }),
  }
  return network
}

/** Shared by all affiliates of the network, so that a question of another may use it up. */
const limitHeaders = (left: number) => ({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': String(left) })

interface OfferList {
  isListed(offer: NetworkOffer): boolean
  row(offer: NetworkOffer): object
}

const runnable: OfferList = {
  isListed: ({ isApproved, status }) => isApproved && status === 'active',
  row: (offer) => ({ ...ownFields(offer), relationship: relationshipOf(offer) }),
}

/** The list of all offers says nothing of payouts and targets. */
const known: OfferList = {
  isListed: () => true,
  row: (offer) => ({
    ...ownFields(offer),
    tracking_url: '',
    relationship: { offer_affiliate_status: offer.isApproved ? 'approved' : 'require_approval' },
  }),
}

const pageSizeMax = 2_000

function listReply({ query }: FeedQuestion, { offers, trouble }: FeedWorld, list: OfferList): FeedReply {
  const page = wholeNumber(query.get('page'), { standard: 1, min: 1, max: 1e9 })
  const size = wholeNumber(query.get('page_size'), {
    standard: 50,
    min: 1,
    max: trouble.pageSizeMax ?? pageSizeMax,
  })
  const listed = offers.filter((offer) => list.isListed(offer))
  const { rows, total } = pageOf(listed, { begin: (page - 1) * size, size }, trouble, renewedOffer)
  const body = {
    offers: rows.map((offer) => list.row(offer)),
    paging: { page, page_size: size, total_count: total },
  }
  return json(body, { page, headers: limitHeaders(4) })
}

function ownFields(offer: NetworkOffer): object {
  const cap = Number(offer.cap ?? 0)
  return {
    network_offer_id: numberOf(offer.id),
    network_id: 1,
    name: fullName(offer, { hasPlatforms: true }),
    offer_status: offer.status === 'expired' ? 'deleted' : offer.status,
    currency_id: offer.currency ?? 'USD',
    visibility: offer.isApproved ? 'public' : 'require_approval',
    thumbnail_url: '',
    html_description: offer.description,
    is_description_plain_text: !/<\w|&\w+;/.test(offer.description),
    preview_url: previewOf(offer),
    tracking_url: offer.link,
    date_live_until: offer.expires ?? '',
    time_created: 1_700_000_000,
    time_saved: 1_760_000_000,
    is_caps_enabled: cap > 0,
    daily_conversion_cap: cap,
    weekly_conversion_cap: 0,
    monthly_conversion_cap: 0,
    global_conversion_cap: 0,
  }
}

function relationshipOf(offer: NetworkOffer): object {
  const base = { id: '1', name: 'Base', revenue: offer.revenue }
  const paid = [...(offer.revenue === '' ? [] : [base]), ...offer.goals]
  return {
    offer_affiliate_status: 'approved',
    category: { name: 'Surveys', status: 'active' },
    payouts: listOf(paid.map(({ id, name, revenue }, at) => payout(numberOf(id), name, revenue, at === 0))),
    ruleset: {
      countries: [
        ...offer.countries.map((word) => countryRule(word, 'include')),
        ...(offer.deniedCountries ?? []).map((word) => countryRule(word, 'exclude')),
      ],
      platforms: offer.platforms.map((platform, at) => ({
        platform_id: at + 1,
        label: platformLabels[platform],
        targeting_type: 'include',
        match_type: 'exact',
      })),
      device_types: [],
    },
    urls: listOf([]),
    creatives: listOf([]),
  }
}

const listOf = (entries: readonly object[]) => ({ total: entries.length, entries })

function payout(id: number, name: string, revenue: string, isDefault: boolean): object {
  const { amount, percent } = revenueOf(revenue)
  return {
    network_offer_payout_revenue_id: id,
    entry_name: name,
    payout_type: percent === 0 ? 'cpa' : amount === 0 ? 'cps' : 'cpa_cps',
    payout_amount: amount,
    payout_percentage: percent,
    is_default: isDefault,
    is_private: false,
  }
}

function countryRule(word: string, type: 'include' | 'exclude'): object {
  const { code, name, number } = countryOf(word)
  return { country_id: number, country_code: code, label: name, targeting_type: type, match_type: 'exact' }
}

/** Lists pixels, adds one, or changes one. */
function pixelsReply(question: FeedQuestion, pixels: Pixel[], trouble: FeedTrouble['pixels']): FeedReply {
  const id = /\/(\d+)$/.exec(question.path)?.[1]
  if (question.method === 'GET' && id === undefined)
    return json({ pixels, paging: { page: 1, page_size: 50, total_count: pixels.length } })
  if (trouble === 'refused') return json({ error: 'Not allowed for affiliates' }, { status: 403 })
  const asked = readPixel(question.body)
  const problem = pixelProblem(asked)
  if (problem !== undefined) return json({ error: problem }, { status: 400 })
  if (question.method === 'POST' && id === undefined) {
    const pixel = { ...asked, network_pixel_id: pixels.length + 1 }
    if (trouble !== 'forgotten') pixels.push(pixel)
    return trouble === 'unanswered' ? json({ error: 'Bad Gateway' }, { status: 502 }) : json(pixel)
  }
  const at = pixels.findIndex(({ network_pixel_id }) => String(network_pixel_id) === id)
  if (question.method !== 'PUT' || at < 0) return json({ error: 'Not Found' }, { status: 404 })
  const changed = { ...asked, network_pixel_id: Number(id) }
  pixels[at] = changed
  return json(changed)
}

function readPixel(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const pixelFields: Readonly<Record<string, readonly string[]>> = {
  delivery_method: ['postback'],
  pixel_level: ['specific', 'global'],
  pixel_type: ['conversion', 'post_conversion'],
  pixel_status: ['active', 'inactive'],
}

function pixelProblem(pixel: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = Object.entries(pixelFields).find(([name, values]) => !values.includes(String(pixel[name])))
  if (wrong !== undefined) return `invalid ${wrong[0]}`
  if (pixel['pixel_level'] === 'specific' && typeof pixel['network_offer_id'] !== 'number')
    return 'invalid network_offer_id'
  return /^https?:\/\//.test(String(pixel['postback_url'])) ? undefined : 'invalid postback_url'
}
