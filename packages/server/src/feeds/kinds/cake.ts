import { hostSetting, originOf, timeZoneSetting, wordSetting, zoneOf } from '../feed-settings.ts'
import type {
  FeedAccount,
  FeedAnswer,
  FeedCompletion,
  FeedFault,
  FeedKind,
  FeedOffer,
  FeedPage,
  FeedProgress,
  FeedRequest,
} from '../feed-kind.ts'
import { findForbidden, tellUnread } from '../forbids-incentive.ts'
import { cleanText } from '../read/clean-text.ts'
import { countriesOfRules } from '../read/country-rules.ts'
import type { FeedCell } from '../read/feed-cell.ts'
import { fillClickId } from '../read/fill-click-id.ts'
import { htmlToText } from '../read/html-to-text.ts'
import { elementsOf } from '../read/list-of.ts'
import { joinDoubts } from '../read/join-doubts.ts'
import { readAddress } from '../read/read-address.ts'
import { readCount } from '../read/read-count.ts'
import { readFeedCategories } from '../read/read-categories.ts'
import { type ColumnRule, joinCells, readColumns } from '../read/read-columns.ts'
import { readId } from '../read/read-id.ts'
import { readMoment } from '../read/read-moment.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { readRevenue, type RevenueReading } from '../read/read-revenue.ts'
import { amountIn, tellRevenue } from '../read/tell-revenue.ts'
import { readName, textCell } from '../read/text-cells.ts'
import { valueAt } from '../read/value-at.ts'

const pageSize = 500
const pagesMax = 200

function request(account: FeedAccount, method: string, query: Readonly<Record<string, string>>): FeedRequest {
  const own = { api_key: account.key, affiliate_id: account.settings['affiliate_id'] ?? '' }
  const url = `${originOf(account)}/affiliates/api/${method}?${new URLSearchParams({ ...own, ...query })}`
  return { method: 'GET', url, headers: { accept: 'application/xml, text/xml' }, body: null }
}

/** Each parameter must be there; 0 and "" mean any. */
function pageRequest(account: FeedAccount, startAtRow: number): FeedRequest {
  return request(account, '4/offers.asmx/OfferFeed', {
    campaign_name: '',
    media_type_category_id: '0',
    vertical_category_id: '0',
    vertical_id: '0',
    offer_status_id: '0',
    tag_id: '0',
    start_at_row: String(startAtRow),
    row_limit: String(pageSize),
  })
}

function faultOf({ body }: FeedAnswer): FeedFault | undefined {
  const reply = replyIn(body)
  if (cleanText(valueAt(reply, 'success')).toLowerCase() !== 'false') return undefined
  const error = cleanText(valueAt(reply, 'message'))
  if (/limit|too many|throttl/i.test(error))
    return { cause: 'rate_limited', message: 'The network wants to be asked less often.' }
  if (/key|auth|access|permission|affiliate|login/i.test(error))
    return { cause: 'key_refused', message: 'The network refuses the key: check it and the affiliate id.' }
  return { cause: 'no_feed', message: 'The network answers with an error of its own.' }
}

/** The outermost element, whatever its name. */
function replyIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Object.values(body)[0] : undefined
}

function readPage(
  answer: FeedAnswer,
  account: FeedAccount,
  { page, seen }: FeedProgress,
): FeedPage | FeedFault {
  const fault = faultOf(answer)
  if (fault !== undefined) return fault
  const reply = replyIn(answer.body)
  if (valueAt(reply, 'success') === undefined)
    return { cause: 'no_feed', message: 'The answer is not one of CAKE: check the host.' }
  const records = elementsOf(valueAt(reply, 'offers.offer'))
  const through = seen + records.length
  const count = readCount(valueAt(reply, 'row_count'))
  // More than were asked for: the network knows no pages.
  const hasMore = records.length === pageSize && page < pagesMax
  return {
    records,
    // Some count the rows of the page alone.
    ...(count !== undefined && count >= through && { theirs: count }),
    ...(hasMore && { next: pageRequest(account, through + 1) }),
  }
}

const columns: readonly ColumnRule[] = [
  { column: 'name', at: ['offer_name'], read: readName },
  { column: 'image_url', at: ['thumbnail_image_url'], read: readAddress },
  { column: 'ends_at', at: ['expiration_date'], read: readMoment },
  { column: 'categories', at: ['vertical_name'], read: (value) => readFeedCategories([value]) },
]

function readRecord(record: unknown, account: FeedAccount): FeedOffer | undefined {
  const offerId = readId(valueAt(record, 'offer_id'))
  const contractId = readId(valueAt(record, 'offer_contract_id'))
  if (offerId === undefined || contractId === undefined) return undefined
  // An offer may have several contracts, each with a payout of its own.
  const externalId = `${offerId}-${contractId}`
  const plain = readColumns(record, columns, zoneOf(account))
  const description = htmlToText(valueAt(record, 'description'))
  const restrictions = htmlToText(valueAt(record, 'restrictions'))
  const cells = joinCells([
    ['description', textCell(description)],
    ['requirements', textCell(restrictions)],
    ['countries', countriesOf(record)],
  ])
  const paid = paidOf(record)
  const currency = typeof paid === 'object' && 'currency' in paid ? { currency: paid.currency } : {}
  const campaignId = readId(valueAt(record, 'campaign_id'))
  const texts = [
    { place: 'restrictions', ...restrictions },
    { place: 'name', text: readPlainText(valueAt(record, 'offer_name')) },
    { place: 'description', ...description },
  ]
  const forbidden = findForbidden(texts)
  return {
    externalId,
    row: { external_id: externalId, ...plain.row, ...cells.row, ...currency, ...amountIn(paid) },
    standing: standingOf(record, campaignId),
    ...(forbidden && { forbidden }),
    ...(campaignId !== undefined && { completionId: campaignId }),
    doubts: joinDoubts(plain.doubts, cells.doubts, tellRevenue('It', paid), tellUnread(texts)),
  }
}

/** A campaign is a publisher's part in an offer: without one they have not joined it. */
function standingOf(record: unknown, campaignId: string | undefined): FeedOffer['standing'] {
  const status = cleanText(valueAt(record, 'offer_status.status_name')).toLowerCase()
  if (/inactive|expired|closed|paused|deleted/.test(status)) return 'ended'
  return campaignId !== undefined && status === 'active' ? 'open' : 'not_approved'
}

function countriesOf(record: unknown): FeedCell {
  const allowed = valueAt(record, 'allowed_countries')
  // A text in place of its elements is a rule that nobody can read, and no rule for all.
  const countries = elementsOf(typeof allowed === 'object' ? valueAt(allowed, 'country') : allowed)
  return countriesOfRules({
    include: countries.map((one) => cleanText(valueAt(one, 'country_code')) || valueAt(one, 'country_name')),
  })
}

/** Ways to pay that are no amount for a conversion. */
const priceFormats: readonly { readonly pattern: RegExp; readonly because: string }[] = [
  { pattern: /rev|percent|cps/i, because: 'is a percentage of each sale' },
  { pattern: /cpc|click/i, because: 'is for clicks' },
  { pattern: /cpm|impression/i, because: 'is for impressions' },
]

function paidOf(record: unknown): RevenueReading {
  const format = cleanText(valueAt(record, 'price_format'))
  const known = priceFormats.find(({ pattern }) => pattern.test(format))
  return known === undefined ? readRevenue(valueAt(record, 'payout')) : { doubt: known.because }
}

function find({ completionId }: FeedOffer, account: FeedAccount): FeedCompletion | undefined {
  if (completionId === undefined) return undefined
  const asked = request(account, '2/offers.asmx/GetCampaign', { campaign_id: completionId })
  return { about: completionId, request: asked }
}

function complete(offer: FeedOffer, answer: FeedAnswer): FeedOffer | FeedFault {
  const fault = faultOf(answer)
  if (fault !== undefined) return fault
  const creatives = elementsOf(valueAt(replyIn(answer.body), 'campaign.creatives.creative_info'))
  const link = creatives.map((one) => cleanText(valueAt(one, 'unique_link'))).find((one) => one !== '')
  if (link === undefined)
    return { ...offer, doubts: [...offer.doubts, 'The network gives no link for its campaign.'] }
  const { row, doubts } = joinCells([['destination_url', fillClickId(link, 'cake')]])
  return { ...offer, row: { ...offer.row, ...row }, doubts: [...offer.doubts, ...doubts] }
}

export const cake: FeedKind = {
  name: 'cake',
  title: 'CAKE',
  preset: 'cake',
  settings: [
    hostSetting({
      about: 'The host of the network’s pages for affiliates.',
      example: 'login.network.example',
    }),
    wordSetting({
      name: 'affiliate_id',
      label: 'Affiliate id',
      about: 'The account’s number at the network; its pages show it beside the API key.',
      example: '77',
    }),
    timeZoneSetting,
  ],
  keyAbout: 'In the network’s pages for affiliates: Account, API Key.',
  shape: 'xml',
  pace: { betweenMs: 1_000, runsSec: 1_800 },
  firstPage: (account) => pageRequest(account, 1),
  faultOf,
  readPage,
  readRecord,
  completion: { find, complete },
}
