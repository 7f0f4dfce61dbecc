import { type FeedNetwork, type FeedQuestion, type FeedReply, type FeedWorld, json } from './feed-network.ts'
import { FeedServer } from './feed-server.ts'
import { fullName, type NetworkOffer, revenueOf } from './network-offer.ts'

/** Lootably's offers API, version 2. The account has a `placementID`, `placement-1` unless another is given. */
export function startLootably(
  options: ConstructorParameters<typeof FeedServer>[1] = {},
): Promise<FeedServer> {
  return new FeedServer(lootably, options).open()
}

const lootably: FeedNetwork = {
  hosts: /^api\.lootably\.com$/,
  answer(question, world) {
    if (question.path !== '/api/v2/offers/get') return json(failure('Not found'), { status: 404 })
    if (question.method !== 'POST') return json(failure('Method not allowed'), { status: 405 })
    const asked = readQuestion(question)
    if (asked === undefined) return json(failure('The body is no JSON'), { status: 400 })
    if (asked['apiKey'] !== world.key) return lootably.refuse(question, world.key)
    if (asked['placementID'] !== (world.account['placementID'] ?? 'placement-1'))
      return json(failure('Invalid placement ID'))
    return offersReply(world)
  },
  refuse: () => json(failure('Invalid API key')),
  limit: () => json(failure('Too many requests')),
}

const failure = (message: string) => ({ success: false, message, data: null })

function readQuestion({ headers, body }: FeedQuestion): Record<string, unknown> | undefined {
  if (!headers['content-type']?.includes('json')) return undefined
  try {
    const asked: unknown = JSON.parse(body)
    return typeof asked === 'object' && asked !== null ? { ...asked } : undefined
  } catch {
    return undefined
  }
}

function offersReply({ offers }: FeedWorld): FeedReply {
  const rows = offers.filter(({ status }) => status === 'active').map(row)
  return json({ success: true, message: null, data: { requestID: '8c1', offers: rows } })
}

function row(offer: NetworkOffer): object {
  const isMultistep = offer.goals.length > 0
  return {
    offerID: offer.id,
    name: fullName(offer, { hasPlatforms: true }),
    description: offer.description,
    type: isMultistep ? 'multistep' : 'singlestep',
    // An offer of several steps has no amount of its own.
    ...(isMultistep ? {} : amounts(offer.revenue)),
    ...(isMultistep
      ? {
          goals: offer.goals.map(({ id, name, revenue }) => ({
            goalID: id,
            description: name,
            ...amounts(revenue),
          })),
        }
      : {}),
    countries: offer.countries.length === 0 ? ['*'] : offer.countries,
    devices: offer.platforms.length === 0 ? ['*'] : offer.platforms,
    categories: ['survey'],
    conversionRate: 0.2,
    link: offer.link.includes('?') ? `${offer.link}&u={userID}` : `${offer.link}?u={userID}`,
    image: `https://img.example/${encodeURIComponent(offer.id)}.png`,
  }
}

function amounts(revenue: string): { revenue: number | string; currencyReward: number | string } {
  const { amount } = revenueOf(revenue)
  if (amount === 0) return { revenue: 'variable', currencyReward: 'variable' }
  return { revenue: amount, currencyReward: Math.round(amount * 100) }
}
