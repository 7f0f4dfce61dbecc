import type { MappedColumn } from '@quoin/core/sources/mapping/mapping.ts'
import { findCurrency } from '@quoin/core/offers/words/money-words.ts'
import { guessColumn } from '../../catalogue/import-file/guess-column.ts'

/** Names that feeds have for a column, the surest first; those of offer files stand behind them. */
const feedNames: Readonly<Partial<Record<MappedColumn, readonly string[]>>> = {
  external_id: 'id offer_id offerid campaign_id campaignid campid uuid guid ad_id'.split(' '),
  name: ['name', 'title', 'offer_name', 'campaign_name'],
  destination_url:
    'tracking_link tracking_url click_url clickurl offer_link link offer_url url tracking'.split(' '),
  revenue: [
    ...'payout_usd total_payout_usd payout revenue default_payout payout_amount amount_usd amount price'.split(
      ' ',
    ),
    ...'rate payout_cents revenue_cents cpa bid'.split(' '),
  ],
  currency: ['currency', 'currency_code', 'payout_currency'],
  countries: [
    ...'countries country_allow allowed_countries country_codes country geo geos iso_alpha2 country_code'.split(
      ' ',
    ),
    ...'geo_targeting countries_allowed target_countries'.split(' '),
  ],
  platforms: [
    ...'platforms platform os os_allow devices device device_targeting device_type device_types'.split(' '),
    ...'device_allow operating_system os_targeting mobile_platform'.split(' '),
  ],
  description: [
    'description',
    'desc',
    'offer_description',
    'html_description',
    'short_description',
    'details',
    'body',
  ],
  requirements: [
    ...'requirements instructions restrictions offer_terms terms conditions kpi offer_kpi conversion'.split(
      ' ',
    ),
    ...'conversion_flow disclaimer'.split(' '),
  ],
  image_url: 'icon_url icon image_url image logo thumbnail thumbnail_url preview_image creative'.split(' '),
  video_url: ['video_url', 'video'],
  categories: ['categories', 'category', 'category_name', 'vertical', 'verticals', 'tags'],
  status: ['status', 'offer_status', 'state'],
  incentive: [
    ...'incent incentive incentivized incentivised incent_allowed incentive_allowed allow_incent'.split(' '),
    ...'is_incent rewarded'.split(' '),
  ],
  starts_at: ['starts_at', 'start_date', 'date_start', 'start'],
  ends_at: [
    ...'ends_at end_date date_end expires expires_at expiration_date expiry_date expire_date stop_at'.split(
      ' ',
    ),
    ...'end valid_until valid_to expiry expiration'.split(' '),
  ],
  daily_cap: ['daily_cap', 'day_cap', 'cap_daily', 'cap'],
  total_cap: ['total_cap', 'overall_cap', 'lifetime_cap', 'cap_total'],
  hold_days: ['hold_days', 'hold_period', 'hold'],
}

/** Columns that offer files call otherwise: the network's payout is what it pays us. */
const columnOfFiles: Readonly<Record<string, MappedColumn>> = { payout: 'revenue' }

const otherRank = 100

/** How surely a name is one of a column; a smaller number is surer, undefined is not at all. */
export function rankOf(column: MappedColumn, name: string): number | undefined {
  const names = feedNames[column] ?? []
  // `Payout (EUR)` is a payout, and says its currency.
  const at = [plainOf(name), plainOf(withoutCurrency(name))]
    .map((one) => names.indexOf(one))
    .find((one) => one >= 0)
  if (at !== undefined) return at
  // A reward is in points of whoever reads the feed, and a preview is no link.
  if (/reward|point|preview/i.test(name)) return undefined
  const guessed = guessColumn(name)
  const meant = guessed === undefined ? undefined : (columnOfFiles[guessed] ?? guessed)
  return meant === column ? otherRank : undefined
}

function withoutCurrency(name: string): string {
  return name
    .slice(0, 100)
    .split(/[\s()[\]_/-]+/)
    .filter((word) => currencyIn(word) === undefined)
    .join(' ')
}

/** The currency that a word of a name is: a code of three letters. */
export function currencyIn(word: string): string | undefined {
  return /^[a-z]{3}$/i.test(word) ? findCurrency(word) : undefined
}

const excludedNames = new Set(
  'country_block blocked_countries excluded_countries country_deny countries_blocked exclude_countries'.split(
    ' ',
  ),
)

export function namesExclusion(name: string): boolean {
  return excludedNames.has(plainOf(name))
}

/** `offerID` and `Offer Id` are `offer_id`; `goalID` is `goalid` and `goal_id`. */
export function plainOf(name: string): string {
  return name
    .slice(0, 100)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
}
