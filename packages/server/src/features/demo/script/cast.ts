import type { CallbackMethod } from '@quoin/core/callbacks/endpoint.ts'
import type { AppChanges } from '../../../store/apps/apps.ts'

/** The actors who do what operators do in the month; the prefix tells their rows from those of people. */
export const demoActors = ['demo:mira', 'demo:jonas'] as const

/** An app of the demo, what share of the traffic is its own, and where it wants to be told. */
export interface AppRole {
  readonly publisher: string
  readonly name: string
  readonly settings: AppChanges
  readonly share: number
  readonly users: number
  /** How its user ids begin. */
  readonly userPrefix: string
  /** Null where it is told nothing. */
  readonly endpoint: EndpointRole | null
}

export interface EndpointRole {
  readonly name: string
  readonly format: string
  readonly method: CallbackMethod
  readonly path: string
}

/** The first start's own publisher, whose app a newcomer tries things with. */
export const firstPublisher = 'Demo publisher'

/** Its app. Whoever calls with its key finds a month of conversions, and its endpoints are theirs to set. */
export const firstApp = {
  name: 'Demo app',
  settings: { currencyName: 'Coins', currencyRate: 1_000_000_000, currencyDecimals: 0 },
} as const

export const demoApps: readonly AppRole[] = [
  {
    publisher: 'Brightwater Games',
    name: 'Coinquarry',
    settings: {
      currencyName: 'Gem',
      currencyPlural: 'Gems',
      currencyRate: 1_000_000_000,
      currencyDecimals: 0,
    },
    share: 42,
    users: 900,
    userPrefix: 'cq-',
    endpoint: { name: 'server', format: 'native', method: 'POST JSON', path: 'coinquarry/webhooks' },
  },
  {
    publisher: 'Brightwater Games',
    name: 'Lantern Keep',
    settings: {
      currencyName: 'Ember',
      currencyPlural: 'Embers',
      currencyRate: 250_000_000,
      currencyDecimals: 0,
    },
    share: 21,
    users: 520,
    userPrefix: 'lk-',
    endpoint: { name: 'server', format: 'native', method: 'POST JSON', path: 'lanternkeep/webhooks' },
  },
  {
    publisher: 'Tallyhouse',
    name: 'Tallyhouse Rewards',
    settings: { currencyName: 'Euro', currencyRate: 920_000, currencyDecimals: 2 },
    share: 27,
    users: 640,
    userPrefix: 'member',
    endpoint: { name: 'rewards', format: 'template', method: 'GET', path: 'tallyhouse/credit' },
  },
  {
    publisher: firstPublisher,
    name: firstApp.name,
    settings: firstApp.settings,
    share: 8,
    users: 150,
    userPrefix: 'player-',
    endpoint: null,
  },
  {
    publisher: 'Pocketfern Studio',
    name: 'Pocketfern',
    settings: {
      currencyName: 'Leaf',
      currencyPlural: 'Leaves',
      currencyRate: 100_000_000,
      currencyDecimals: 0,
    },
    share: 10,
    users: 260,
    userPrefix: 'pf_',
    endpoint: { name: 'old server', format: 'native', method: 'POST JSON', path: 'pocketfern/dead' },
  },
]

/** A network of the demo and how it behaves. */
export interface NetworkRole {
  readonly slug: string
  readonly name: string
  readonly preset: string
  readonly timeZone: string
  /** The share of all clicks that its offers get. */
  readonly share: number
  /** The address it reports from. */
  readonly address: string
  readonly currency: 'USD' | 'EUR'
  readonly words: Readonly<Record<'approved' | 'pending' | 'rejected' | 'reversed', string>>
  /** Words of its own that nobody has mapped. */
  readonly unmapped: { readonly word: string; readonly chance: number } | undefined
  /** How often it reports clicks that nobody knows. */
  readonly unknownChance: number
  /** Whether it says "pending" first. */
  readonly isSlow: boolean
  /** For how many days before the end of the month it has said nothing. */
  readonly silentDays: number
}

const plainWords = { approved: 'approved', pending: 'pending', rejected: 'rejected', reversed: 'reversed' }
const quiet = { unmapped: undefined, unknownChance: 0.004, isSlow: false, silentDays: 0 }

export const demoNetworks: readonly NetworkRole[] = [
  {
    ...quiet,
    slug: 'demo',
    name: 'Demo network',
    preset: 'generic',
    timeZone: 'UTC',
    share: 46,
    address: '203.0.113.20',
    currency: 'USD',
    words: plainWords,
  },
  {
    ...quiet,
    slug: 'demo-northwind',
    name: 'Northwind Media',
    preset: 'tune',
    timeZone: 'America/New_York',
    share: 20,
    address: '203.0.113.41',
    currency: 'USD',
    words: plainWords,
  },
  {
    ...quiet,
    slug: 'demo-kestrel',
    name: 'Kestrel Partners',
    preset: 'affise',
    timeZone: 'Europe/Berlin',
    share: 15,
    address: '203.0.113.77',
    currency: 'EUR',
    words: { approved: '1', pending: '2', rejected: '3', reversed: 'reversed' },
    unmapped: { word: 'on_review', chance: 0.16 },
    isSlow: true,
  },
  {
    ...quiet,
    slug: 'demo-lumen',
    name: 'Lumen Offers',
    preset: 'everflow',
    timeZone: 'UTC',
    share: 12,
    address: '203.0.113.105',
    currency: 'USD',
    words: plainWords,
    unknownChance: 0.12,
  },
  {
    ...quiet,
    slug: 'demo-redfern',
    name: 'Redfern Direct',
    preset: 'cake',
    timeZone: 'America/Los_Angeles',
    share: 7,
    address: '203.0.113.140',
    currency: 'USD',
    words: plainWords,
    silentDays: 6,
  },
]

/** The network under which a row of examples/demo-offers.csv stands. */
export function slugOfFile(network: string): string {
  return `demo-${network}`
}
