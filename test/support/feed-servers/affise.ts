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
import { type NetworkOffer, numberOf, platformLabels, previewOf, revenueOf } from './network-offer.ts'

/** Affise's API for partners, version 3. Its host is the network's own. */
export function startAffise(options: ConstructorParameters<typeof FeedServer>[1] = {}): Promise<FeedServer> {
  return new FeedServer(affise, options).open()
}

const affise: FeedNetwork = {
  hosts: /./,
  answer(question, world) {
    if (question.path !== '/3.0/partner/offers' || question.method !== 'GET')
      return json(failure('Page not found'), { status: 404 })
    if (question.headers['api-key'] !== world.key) return affise.refuse(question, world.key)
    return listReply(question, world)
  },
  /** Without a key one is nobody; with a wrong one the envelope says so. */
  refuse: ({ headers }) =>
    headers['api-key'] === undefined
      ? json(failure('Unauthorized'), { status: 401 })
      : json(failure('Wrong API key')),
  limit: () => json(failure('Too many requests'), { status: 429 }),
}

const failure = (error: string) => ({ status: 2, error })

function listReply({ query }: FeedQuestion, { offers, trouble }: FeedWorld): FeedReply {
  const page = wholeNumber(query.get('page'), { standard: 1, min: 1, max: 1e9 })
  const size = wholeNumber(query.get('limit'), { standard: 100, min: 1, max: trouble.pageSizeMax ?? 500 })
  // A partner's list has no status: offers that have ended are not in it.
  const listed = offers.filter(({ status }) => status === 'active')
  const { rows, total } = pageOf(listed, { begin: (page - 1) * size, size }, trouble, renewedOffer)
  const pagination = { per_page: size, total_count: total, page }
  return json({ status: 1, offers: rows.map(row), pagination }, { page })
}

function row(offer: NetworkOffer): object {
  const cap = Number(offer.cap ?? 0)
  return {
    id: numberOf(offer.id),
    offer_id: `5f${offer.id.padStart(22, '0')}`,
    title: offer.name,
    preview_url: `${previewOf(offer)}${previewOf(offer).includes('?') ? '&' : '?'}click={clickid}`,
    // In the network's first language; English is often empty.
    description_lang: { ru: offer.description, en: '' },
    cr: 0,
    epc: 0,
    logo: 'http://img.example/b.png',
    stop_at: offer.expires === '' ? '' : (offer.expires ?? null),
    sources: sourcesOf(offer),
    categories: ['Finance'],
    payments: offer.isApproved ? paymentsOf(offer) : [],
    goals: Object.fromEntries(offer.goals.map(({ id }) => [id, id])),
    caps: cap > 0 ? [{ period: 'day', type: 'conversions', value: cap, goal_type: 'each', goals: {} }] : [],
    required_approval: !offer.isApproved,
    strictly_country: 1,
    strictly_os: null,
    is_cpi: false,
    kpi: { en: offer.restrictions === '' ? null : `<b>${offer.restrictions}</b>` },
    link: offer.isApproved ? offer.link : '',
    hold_period: 30,
    click_session: '1y',
    targeting: [targetingOf(offer)],
    countries: offer.countries,
    uniq_ip_only: false,
  }
}

function sourcesOf({ restrictions }: NetworkOffer): readonly object[] {
  const isForbidden = /incent/i.test(restrictions)
  return [
    { id: '5f00000000000000000000aa', title: 'Motivated traffic', allowed: isForbidden ? 0 : 1 },
    { id: '5f00000000000000000000ab', title: 'Push', allowed: 1 },
  ]
}

/** Each goal in each group of countries; one that is for the rest of the world names the countries that it is not for. */
function paymentsOf(offer: NetworkOffer): readonly object[] {
  const base = offer.revenue === '' ? [] : [{ id: '1', name: 'Lead', revenue: offer.revenue }]
  const own = [...base, ...offer.goals].map((goal) => payment(offer, goal, restOf(offer)))
  const others = (offer.prices ?? []).map(({ countries, revenue }) =>
    payment(offer, { id: '1', name: 'Lead', revenue }, { countries, isDenied: false }),
  )
  return [...own, ...others]
}

interface PaidCountries {
  readonly countries: readonly string[]
  readonly isDenied: boolean
}

/** The countries of the own payment: no country has two. */
function restOf({ countries, deniedCountries = [], prices = [] }: NetworkOffer): PaidCountries {
  const priced = prices.flatMap((price) => price.countries)
  const denied = [...deniedCountries, ...priced]
  if (countries.length === 0) return { countries: denied, isDenied: denied.length > 0 }
  return { countries: countries.filter((word) => !denied.includes(word)), isDenied: false }
}

function payment(offer: NetworkOffer, goal: NetworkOffer['goals'][number], where: PaidCountries): object {
  const { amount, percent } = revenueOf(goal.revenue)
  return {
    countries: where.countries,
    cities: [],
    country_exclude: where.isDenied,
    title: goal.name,
    goal: goal.id,
    revenue: percent > 0 ? percent : amount,
    currency: (offer.currency ?? 'USD').toLowerCase(),
    type: percent > 0 ? 'percent' : 'fixed',
    devices: devicesOf(offer),
    os: systemsOf(offer),
  }
}

function devicesOf({ platforms }: NetworkOffer): readonly string[] {
  const hasDesktop = platforms.includes('desktop')
  const hasMobile = platforms.some((one) => one !== 'desktop')
  return [...(hasDesktop ? ['desktop'] : []), ...(hasMobile ? ['mobile'] : [])]
}

/** None where desktops are in it, whose systems are not named. */
function systemsOf({ platforms }: NetworkOffer): readonly string[] {
  return platforms.includes('desktop') ? [] : platforms.map((one) => platformLabels[one])
}

function targetingOf(offer: NetworkOffer): object {
  return {
    country: { allow: offer.countries, deny: offer.deniedCountries ?? [] },
    region: { allow: [], deny: [] },
    // A list where there is none, an object where there are some.
    city: { allow: {}, deny: [] },
    os: {
      allow: systemsOf(offer).map((name) => ({ name, comparison: 'GTE', version: '9.0' })),
      deny: [],
    },
  }
}
