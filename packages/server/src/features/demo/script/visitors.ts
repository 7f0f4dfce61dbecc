import type { Dice } from './dice.ts'

interface Market {
  readonly country: string
  readonly share: number
  /** From UTC, of most of its people. */
  readonly zoneHours: number
}

const markets: readonly Market[] = [
  { country: 'US', share: 31, zoneHours: -6 },
  { country: 'DE', share: 13, zoneHours: 1 },
  { country: 'GB', share: 11, zoneHours: 0 },
  { country: 'FR', share: 8, zoneHours: 1 },
  { country: 'BR', share: 7, zoneHours: -3 },
  { country: 'CA', share: 6, zoneHours: -5 },
  { country: 'IN', share: 6, zoneHours: 5.5 },
  { country: 'ES', share: 4, zoneHours: 1 },
  { country: 'JP', share: 4, zoneHours: 9 },
  { country: 'AU', share: 4, zoneHours: 10 },
  { country: 'PL', share: 3, zoneHours: 1 },
  { country: 'MX', share: 3, zoneHours: -6 },
]

interface Browser {
  readonly platform: 'android' | 'ios' | 'desktop'
  readonly share: number
  readonly userAgent: string
}

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

export const browsers: readonly Browser[] = [
  {
    platform: 'android',
    share: 26,
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`,
  },
  {
    platform: 'android',
    share: 9,
    userAgent: `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  },
  {
    platform: 'android',
    share: 6,
    userAgent: `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${webkit} Version/4.0 Chrome/141.0.7390.122 Mobile Safari/537.36`,
  },
  {
    platform: 'android',
    share: 3,
    userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0',
  },
  {
    platform: 'ios',
    share: 20,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    platform: 'ios',
    share: 6,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1',
  },
  {
    platform: 'desktop',
    share: 16,
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
  },
  {
    platform: 'desktop',
    share: 6,
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  },
  {
    platform: 'desktop',
    share: 5,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  },
  {
    platform: 'desktop',
    share: 3,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  },
]

export const crawler = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'

/** How busy an hour of somebody's day is: asleep at four, at rest in the evening. */
const hours = [5, 3, 2, 1, 1, 2, 4, 7, 9, 10, 11, 12, 13, 12, 11, 12, 13, 15, 18, 21, 22, 20, 15, 9] as const

/** Addresses of each market, looked for at random in the bundled country database. */
export type Addresses = ReadonlyMap<string, readonly string[]>

const perCountry = 400
const triesMax = 60_000

export function findAddresses(dice: Dice, countryOf: (address: string) => string | undefined): Addresses {
  const found = new Map<string, string[]>(markets.map(({ country }) => [country, []]))
  for (let tries = 0; tries < triesMax; tries += 1) {
    const address = [1 + dice.below(222), dice.below(256), dice.below(256), 1 + dice.below(254)].join('.')
    const list = found.get(countryOf(address) ?? '')
    if (list !== undefined && list.length < perCountry) list.push(address)
  }
  return found
}

/** A moment of a day that suits people of a market, in milliseconds after its beginning in UTC. */
export function momentOfDay(dice: Dice, { zoneHours }: Market): number {
  const local = dice.pick([...hours.keys()], (hour) => hours[hour] ?? 1) ?? 0
  const utcHours = (local + dice.next() - zoneHours + 48) % 24
  return Math.floor(utcHours * 3_600_000)
}

/** Somebody who comes again and again, always from the same place with the same browser. */
export interface Visitor {
  readonly userId: string
  readonly market: Market
  readonly address: string
  readonly browser: Browser
}

export function visitorOf(
  seed: Dice,
  { userId, addresses }: { userId: string; addresses: Addresses },
): Visitor {
  const market = chosen(seed.pick(markets, ({ share }) => share))
  const known = addresses.get(market.country) ?? []
  const address = known[seed.below(known.length)] ?? '192.0.2.1'
  return { userId, market, address, browser: chosen(seed.pick(browsers, ({ share }) => share)) }
}

/** An item of a list that is never empty. */
function chosen<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('there was nothing to choose from')
  return item
}
