import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type OfferColumn, offerColumnNames } from '@quoin/core/offers/offer-fields.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { type Market, markets } from './offer-markets.ts'
import { generateGoals } from './generate-goals.ts'
import { brandHeads, brandTails, type CategoryWords, categories } from './offer-vocabulary.ts'

interface GeneratedParts {
  readonly withGoals?: boolean
  /** The number of offers in a hundred that pay by country: seven prices beside that of the rest of the world. */
  readonly pricedPercent?: number
}

/** A row of an offer file: every column as the text that CSV would hold. */
export type GeneratedOffer = Readonly<Record<OfferColumn, string>>

/**
 * Any number of made-up offers, for benchmarks and tests: the same seed gives the same offers in the same
 * order on every machine, and a larger count begins with the smaller one's.
 */
export function* generateOffers(
  count: number,
  seed: number,
  { withGoals = true, pricedPercent = 0 }: GeneratedParts = {},
): Generator<GeneratedOffer, void, undefined> {
  const dice = throwDice(seed)
  // Dice of their own, so that all else is as it would be without goals and prices.
  const goalDice = throwDice(~seed)
  const priceDice = throwDice(seed ^ 0x5eed)
  for (let index = 0; index < count; index++) {
    const offer = generateOffer(dice, `gen-${seed}-${index + 1}`)
    const isPriced = priceDice.percent(pricedPercent)
    if (isPriced) yield { ...offer, goals: '', ...generatePrices(priceDice, offer) }
    else yield { ...offer, goals: withGoals ? generateGoals(goalDice, offer) : '' }
  }
}

/** The same as lines of a CSV file, header first. */
export function* generateCsv(
  count: number,
  seed: number,
  options: GeneratedParts = {},
): Generator<string, void, undefined> {
  yield `${offerColumnNames.join(',')}\n`
  for (const offer of generateOffers(count, seed, options)) {
    yield `${offerColumnNames.map((column) => quoteCell(offer[column])).join(',')}\n`
  }
}

function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const worldwidePercent = 22
const scheduledPercent = 4
const pausedPercent = 3
const dailyCapPercent = 8
const totalCapPercent = 3
const fallbackPercent = 12
const sharePercent = 2
const secondCategoryPercent = 15

const hostPrefixes = ['go.', 'go.', 'track.', 'click.', 'get.', 'www.', '']
const paths = ['start', 'join', 'lp/1', 'lp/2', 'install', 'offer/{offer_id}']
const parameters = [
  'click_id={click_id}',
  'click_id={click_id}',
  'click_id={click_id}&sub={sub1}',
  'click_id={click_id}&aff_sub={sub1}',
  'click_id={click_id}&uid={user_id}',
  'click_id={click_id}&geo={country}',
  'click_id={click_id}&oid={offer_id}',
  'click_id={click_id}&s1={sub1}&country={country}',
  'click_id={click_id}&utm_source=offerwall&utm_campaign={offer_id}',
]

/** Columns that made-up offers leave out are blank. One cell per column. */
const blank = Object.fromEntries(offerColumnNames.map((column) => [column, ''])) as GeneratedOffer

function generateOffer(dice: Dice, externalId: string): Omit<GeneratedOffer, 'goals'> {
  const category = dice.weighted(categories)
  const brand = `${dice.one(brandHeads)}${dice.one(brandTails)}`
  const host = `${brand.toLowerCase()}.example`
  const market = dice.percent(worldwidePercent) ? undefined : dice.weighted(markets)
  const isScheduled = dice.percent(scheduledPercent)
  return {
    ...blank,
    external_id: externalId,
    name: `${brand} ${dice.one(category.kinds)}`.trim(),
    description: `${brand}: ${market?.local?.pitch ?? dice.one(category.pitches)}`,
    categories: generateCategories(dice, category).join('|'),
    ...generateMoney(dice, category, market),
    destination_url: `https://${dice.one(hostPrefixes)}${host}/${dice.one(paths)}?${dice.one(parameters)}`,
    fallback_url: dice.percent(fallbackPercent) ? `https://${host}/` : '',
    countries: market === undefined ? '' : generateCountries(dice, market).join('|'),
    platforms: dice.one(category.platforms).join('|'),
    // Decades away, so that a benchmark measures the same catalogue next year.
    starts_at: isScheduled && dice.percent(40) ? `204${dice.below(3)}-0${dice.between(1, 9)}-01` : '',
    ends_at: isScheduled ? `205${dice.below(10)}-1${dice.below(3)}-28T23:59:59Z` : '',
    daily_cap: dice.percent(dailyCapPercent) ? String(dice.between(1, 60) * 25) : '',
    total_cap: dice.percent(totalCapPercent) ? String(dice.between(1, 80) * 500) : '',
    status: dice.percent(pausedPercent) ? 'paused' : 'active',
    repeatable: dice.percent(category.repeatablePercent) ? 'yes' : 'no',
    requirements: (market?.local?.task ?? dice.one(category.tasks)).replace(
      '{n}',
      String(dice.between(2, 60)),
    ),
  }
}

const microsPerCent = 10_000
const marginPercent = [20, 45] as const

/** Most offers pay little and a few pay much: a cube of an even draw, in whole cents from one dollar up. */
function generateMoney(dice: Dice, { payoutCents: [low, high] }: CategoryWords, market: Market | undefined) {
  const draw = dice.fraction()
  const cents = low + Math.floor((high - low) * draw * draw * draw)
  const micros = (cents * microsPerCent * (market?.payoutPercent ?? 90)) / 100
  const unitMicros = micros >= 100 * microsPerCent ? microsPerCent : microsPerCent / 10
  const payoutMicros = Math.max(microsPerCent, Math.floor(micros / unitMicros) * unitMicros)
  const revenueMicros = (payoutMicros * 100) / (100 - dice.between(...marginPercent))
  return {
    payout: formatMicros(payoutMicros),
    payout_share: dice.percent(sharePercent) ? `${dice.between(50, 80)}%` : '',
    revenue: formatMicros(Math.ceil(revenueMicros / unitMicros) * unitMicros),
  }
}

const pricedCountries = ['US', 'GB', 'DE', 'FR', 'CA', 'AU', 'BR', 'IN', 'JP', 'MX', 'PL', 'TR']
const pricesOfOffer = 7

/** Prices of one country each, from half to twice what the rest of the world pays. */
function generatePrices(dice: Dice, { payout, revenue }: Pick<GeneratedOffer, 'payout' | 'revenue'>) {
  const first = dice.below(pricedCountries.length)
  const prices = Array.from({ length: pricesOfOffer }, (_, index) => {
    const factor = dice.between(50, 200) / 100
    return {
      countries: [pricedCountries[(first + index) % pricedCountries.length]],
      payout: (Number(payout) * factor).toFixed(2),
      revenue: (Number(revenue) * factor).toFixed(2),
    }
  })
  return { countries: '', prices: JSON.stringify(prices) }
}

function generateCategories(dice: Dice, { slug }: CategoryWords): readonly string[] {
  if (!dice.percent(secondCategoryPercent)) return [slug]
  const second = dice.weighted(categories).slug
  return second === slug ? [slug] : [slug, second]
}

/** The market's first country is its largest and always there; an offer runs in some of the others. */
function generateCountries(dice: Dice, { countries }: Market): readonly string[] {
  return countries.slice(0, dice.between(1, countries.length))
}

export interface Dice {
  /** At least 0 and below 1. */
  fraction(): number
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  percent(chance: number): boolean
  one<T>(list: readonly T[]): T
  weighted<T extends { readonly share: number }>(list: readonly T[]): T
}

/** Mulberry32: small, fast, and the same on every machine. Nothing here is a secret. */
function throwDice(seed: number): Dice {
  let state = seed | 0
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(fraction() * end)
  function one<T>(list: readonly T[]): T {
    const picked = list[below(list.length)]
    if (picked === undefined) throw new RangeError('a list to draw from must not be empty')
    return picked
  }
  return {
    fraction,
    below,
    between: (low, high) => low + below(high - low + 1),
    percent: (chance) => below(100) < chance,
    one,
    weighted(list) {
      let rest = below(list.reduce((sum, { share }) => sum + share, 0))
      for (const item of list) {
        if (rest < item.share) return item
        rest -= item.share
      }
      throw new RangeError('a list to draw from must not be empty')
    },
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  })
  const count = Number(values.count)
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(count) || count < 0 || !Number.isInteger(seed) || seed !== (seed | 0)) {
    console.error('usage: node examples/generate-offers.ts --count 10000 --seed 1 > offers.csv')
    process.exitCode = 2
    return
  }
  try {
    await pipeline(Readable.from(generateCsv(count, seed)), process.stdout)
  } catch (error) {
    // The reader had enough, as `| head` does.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

if (import.meta.main) await main()
