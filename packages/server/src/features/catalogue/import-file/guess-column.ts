import { columnOf, type OfferColumn } from '@quoin/core/offers/offer-fields.ts'
import { readPriceColumn } from '@quoin/core/offers/row/place-columns.ts'
import { findCurrency } from '@quoin/core/offers/words/money-words.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'

/** Names that feeds use besides those that an import takes by itself. */
const alsoKnown: Readonly<Record<string, OfferColumn>> = {
  offer_id: 'external_id',
  offerid: 'external_id',
  campaign_id: 'external_id',
  campaignid: 'external_id',
  network_id: 'external_id',
  network_offer_id: 'external_id',
  ext_id: 'external_id',
  offer_no: 'external_id',
  offer: 'name',
  offer_name: 'name',
  campaign_name: 'name',
  campaign: 'name',
  offer_title: 'name',
  desc: 'description',
  offer_description: 'description',
  details: 'description',
  category_name: 'categories',
  vertical: 'categories',
  verticals: 'categories',
  tags: 'categories',
  publisher_payout: 'payout',
  affiliate_payout: 'payout',
  publisher_earns: 'payout',
  default_payout: 'payout',
  payout_amount: 'payout',
  reward: 'payout',
  our_payout: 'payout',
  commission: 'payout',
  amount: 'revenue',
  rate: 'revenue',
  price: 'revenue',
  bid: 'revenue',
  cpa: 'revenue',
  network_pays: 'revenue',
  advertiser_payout: 'revenue',
  income: 'revenue',
  revenue_amount: 'revenue',
  offer_url: 'destination_url',
  tracking_url: 'destination_url',
  tracking_link: 'destination_url',
  click_url: 'destination_url',
  landing_url: 'destination_url',
  landing_page: 'destination_url',
  landing_page_url: 'destination_url',
  offer_link: 'destination_url',
  target_url: 'destination_url',
  destination: 'destination_url',
  lp_url: 'destination_url',
  offer_address: 'destination_url',
  preview_image: 'image_url',
  icon: 'image_url',
  icon_url: 'image_url',
  image: 'image_url',
  thumbnail: 'image_url',
  thumbnail_url: 'image_url',
  picture: 'image_url',
  logo: 'image_url',
  allowed_countries: 'countries',
  country_code: 'countries',
  country_codes: 'countries',
  geo_targeting: 'countries',
  target_countries: 'countries',
  targeting_geo: 'countries',
  land: 'countries',
  os: 'platforms',
  operating_system: 'platforms',
  device_type: 'platforms',
  device_types: 'platforms',
  allowed_devices: 'platforms',
  allowed_platforms: 'platforms',
  start_date: 'starts_at',
  start: 'starts_at',
  end_date: 'ends_at',
  end: 'ends_at',
  expires: 'ends_at',
  expiration_date: 'ends_at',
  expiry_date: 'ends_at',
  state: 'status',
  offer_status: 'status',
  cap: 'daily_cap',
  day_cap: 'daily_cap',
  overall_cap: 'total_cap',
  lifetime_cap: 'total_cap',
  instructions: 'requirements',
  kpi: 'requirements',
  conversion_flow: 'requirements',
}

/** Ours by the name in a file, where somebody is asked to look at it: `Payout (USD)`, `Landing URL`. */
export function guessColumn(name: string): OfferColumn | undefined {
  if (readPriceColumn(name) !== undefined) return 'prices'
  const { bare, currencies } = withoutCurrency(name)
  // Amounts in another currency are none of ours.
  if (currencies.some((currency) => currency !== 'USD')) return undefined
  const plain = bare
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  const known = columnOf(name) ?? columnOf(plain)
  return known ?? (Object.hasOwn(alsoKnown, plain) ? alsoKnown[plain] : undefined)
}

/** Brackets say more about a column, not which it is; a currency may stand without them. */
function withoutCurrency(name: string): { readonly bare: string; readonly currencies: readonly string[] } {
  const words = name.split(/[\s()[\]{},_/:]+/)
  const currencies = words.flatMap((word) => findCurrency(word) ?? [])
  const bare = name
    .replaceAll(/[([{][^)\]}]*[)\]}]/g, ' ')
    .split(/[\s_]+/)
    .filter((word) => findCurrency(word) === undefined && word.toLowerCase() !== 'in')
    .join(' ')
  return { bare, currencies }
}

/** Rows under our names as far as they are guessed; of two columns with one meaning the first one counts. */
export async function* guessRows(entries: AsyncIterable<FileEntry>): AsyncGenerator<FileEntry> {
  for await (const entry of entries) yield 'row' in entry ? { ...entry, row: guessRow(entry.row) } : entry
}

function guessRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = new Map<string, unknown>()
  for (const [name, value] of Object.entries(row)) {
    // Several columns are prices together, each by its own name.
    const column = readPriceColumn(name) === undefined ? guessColumn(name) : name
    if (column !== undefined && !named.has(column)) named.set(column, value)
  }
  return Object.fromEntries(named)
}
