import { hostSetting, originOf, timeZoneSetting, wordSetting, zoneOf } from '../feed-settings.ts'
import type {
  FeedAccount,
  FeedAnswer,
  FeedFault,
  FeedKind,
  FeedOffer,
  FeedPage,
  FeedProgress,
  FeedRequest,
} from '../feed-kind.ts'
import { findForbidden, tellUnread } from '../forbids-incentive.ts'
import { cleanText, cleanTexts } from '../read/clean-text.ts'
import { fillClickId } from '../read/fill-click-id.ts'
import { guessPlatforms } from '../read/guess-platforms.ts'
import { htmlToText } from '../read/html-to-text.ts'
import { isYes } from '../read/is-yes.ts'
import { listOf, recordsOf } from '../read/list-of.ts'
import { joinDoubts } from '../read/join-doubts.ts'
import { readAddress } from '../read/read-address.ts'
import { readFeedCap } from '../read/read-cap.ts'
import { readCount } from '../read/read-count.ts'
import { readFeedCategories } from '../read/read-categories.ts'
import { type ColumnRule, joinCells, readColumns } from '../read/read-columns.ts'
import { readId } from '../read/read-id.ts'
import { readMoment } from '../read/read-moment.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { readName, textCell } from '../read/text-cells.ts'
import { valueAt } from '../read/value-at.ts'
import { tuneCountries } from './tune-countries.ts'
import { tuneTerms } from './tune-terms.ts'

const pageSize = 500
const pagesMax = 200

/** Tables that are asked for with each offer. Networks may forbid single ones. */
const related = ['TrackingLink', 'Country', 'Goal', 'Thumbnail', 'OfferCategory'] as const

function pageRequest(account: FeedAccount, page: number, tables: readonly string[]): FeedRequest {
  const query = new URLSearchParams({
    api_key: account.key,
    Target: 'Affiliate_Offer',
    Method: 'findMyApprovedOffers',
    limit: String(pageSize),
    page: String(page),
  })
  for (const table of tables) query.append('contain[]', table)
  const usual = `${account.settings['network_id'] ?? ''}.api.hasoffers.com`
  const url = `${originOf(account, usual)}/Apiv3/json?${query}`
  return { method: 'GET', url, headers: { accept: 'application/json' }, body: null }
}

interface ErrorRow {
  readonly pattern: RegExp
  readonly fault: FeedFault
}

/** Errors come with status 200, as sentences. */
const errorRows: readonly ErrorRow[] = [
  {
    pattern: /rate limit|too many|exceeded/i,
    fault: { cause: 'rate_limited', message: 'The network wants to be asked less often.' },
  },
  {
    pattern: /api[_ ]?key|authenti|authori[sz]|credential|permission|access|not allowed|ip address/i,
    fault: {
      cause: 'key_refused',
      message: 'The network refuses the API key, or this key may not see offers.',
    },
  },
  {
    pattern: /network ?id|network .*(?:not found|invalid)|invalid network/i,
    fault: { cause: 'no_feed', message: 'The network id is not one of TUNE: check it.' },
  },
]

/** No sentence that says why is longer. */
const errorLengthMax = 2_000

const otherError: FeedFault = { cause: 'no_feed', message: 'The network answers with an error of its own.' }

function faultOf({ body }: FeedAnswer): FeedFault | undefined {
  const status = valueAt(body, 'response.status')
  if (status === undefined || cleanText(status) === '1') return undefined
  const error = errorOf(body)
  // Without one of the tables there are offers, too: the page is asked for again.
  if (refusedTables(body).length > 0) return undefined
  const known = errorRows.find(({ pattern }) => pattern.test(error))
  return known?.fault ?? otherError
}

function errorOf(body: unknown): string {
  const errors = listOf(valueAt(body, 'response.errors')).flatMap((one) =>
    typeof one === 'object' ? listOf(one) : [one],
  )
  return cleanTexts([valueAt(body, 'response.errorMessage'), ...errors])
    .join(' ')
    .slice(0, errorLengthMax)
}

/** The reply repeats the request; a network that leaves this out was asked for all. Nothing else of it is asked again. */
function askedTables(body: unknown): readonly string[] {
  const asked = valueAt(body, 'request.contain')
  if (asked === undefined) return related
  const names = listOf(asked)
  return related.filter((table) => names.includes(table))
}

function refusedTables(body: unknown): readonly string[] {
  // Without the repeated request nobody knows which page was refused.
  if (cleanText(valueAt(body, 'response.status')) === '1' || valueAt(body, 'request.contain') === undefined)
    return []
  const words = new Set(errorOf(body).split(/[^A-Za-z]+/))
  return askedTables(body).filter((table) => words.has(table))
}

function readPage(answer: FeedAnswer, account: FeedAccount, progress: FeedProgress): FeedPage | FeedFault {
  const { body } = answer
  const fault = faultOf(answer)
  if (fault !== undefined) return fault
  const page = pageOf(body) ?? progress.page
  const refused = refusedTables(body)
  if (refused.length > 0 && progress.page > related.length + page) return otherError
  if (refused.length > 0) {
    const left = askedTables(body).filter((table) => !refused.includes(table))
    return { records: [], next: pageRequest(account, page, left) }
  }
  if (valueAt(body, 'response.status') === undefined)
    return { cause: 'no_feed', message: 'The answer is not one of TUNE: check the network id and the host.' }
  const data = valueAt(body, 'response.data')
  const records = recordsOf(unwrap(data))
  const count = readCount(valueAt(data, 'count'))
  const isBounded = progress.page < pagesMax
  const hasMore = records.length > 0 && isBounded && page < (readCount(valueAt(data, 'pageCount')) ?? 0)
  return {
    records,
    ...(count !== undefined && { theirs: count }),
    ...(hasMore && { next: pageRequest(account, page + 1, askedTables(body)) }),
  }
}

/** A page that was asked for again has another number among requests than among pages. */
function pageOf(body: unknown): number | undefined {
  return readCount(valueAt(body, 'response.data.page') ?? valueAt(body, 'request.page'))
}

/** `data` holds offers, or another `data` beside the number of the page; where there are none it is `[]`, false or "". */
function unwrap(data: unknown): unknown {
  const inner = valueAt(data, 'data')
  return inner === undefined ? data : inner
}

const columns: readonly ColumnRule[] = [
  { column: 'name', at: ['Offer.name'], read: readName },
  { column: 'currency', at: ['Offer.currency'], read: (value) => ({ value: cleanText(value) }) },
  { column: 'ends_at', at: ['Offer.expiration_date'], read: readMoment },
  { column: 'daily_cap', at: ['Offer.conversion_cap'], read: readFeedCap },
  { column: 'total_cap', at: ['Offer.lifetime_conversion_cap'], read: readFeedCap },
]

function readRecord(record: unknown, account: FeedAccount): FeedOffer | undefined {
  const externalId = readId(valueAt(record, 'Offer.id'))
  if (externalId === undefined) return undefined
  const name = readPlainText(valueAt(record, 'Offer.name'))
  const previewUrl = cleanText(valueAt(record, 'Offer.preview_url'))
  const link = cleanText(valueAt(record, 'TrackingLink.click_url'))
  const plain = readColumns(record, columns, zoneOf(account))
  const description = htmlToText(valueAt(record, 'Offer.description'))
  const countries = tuneCountries(record)
  const cells = joinCells([
    ['description', textCell(description)],
    ['destination_url', fillClickId(link, 'tune')],
    ['image_url', readAddress(pictureOf(record))],
    [
      'categories',
      readFeedCategories(listOf(valueAt(record, 'OfferCategory')).map((one) => valueAt(one, 'name'))),
    ],
    ['countries', { value: countries }],
    ['platforms', guessPlatforms({ name, previewUrl })],
  ])
  const paid = tuneTerms(record)
  const texts = [
    { place: 'name', text: name },
    { place: 'description', ...description },
    { place: 'terms', ...htmlToText(valueAt(record, 'Offer.terms_and_conditions')) },
  ]
  const forbidden = findForbidden(texts)
  const untold = countries === undefined ? ['The network does not tell its countries.'] : []
  return {
    externalId,
    row: {
      external_id: externalId,
      ...plain.row,
      ...cells.row,
      ...paid.row,
      ...(isYes(valueAt(record, 'Offer.allow_multiple_conversions')) && { repeatable: true }),
    },
    standing: standingOf(record, link),
    ...(forbidden && { forbidden }),
    doubts: joinDoubts(plain.doubts, cells.doubts, paid.doubts, untold, tellUnread(texts)),
  }
}

function pictureOf(record: unknown): unknown {
  const [first] = listOf(valueAt(record, 'Thumbnail'))
  return valueAt(first, 'url') ?? valueAt(record, 'Thumbnail.url')
}

function standingOf(record: unknown, link: string): FeedOffer['standing'] {
  const status = cleanText(valueAt(record, 'Offer.status')).toLowerCase()
  if (isYes(valueAt(record, 'Offer.is_expired')) || (status !== '' && status !== 'active')) return 'ended'
  const approval = cleanText(valueAt(record, 'Offer.approval_status')).toLowerCase()
  const needsApproval = isYes(valueAt(record, 'Offer.require_approval'))
  const isApproved = approval === 'approved' || (approval === '' && !needsApproval)
  return isApproved && link !== '' ? 'open' : 'not_approved'
}

export const tune: FeedKind = {
  name: 'tune',
  title: 'TUNE (HasOffers)',
  preset: 'tune',
  settings: [
    wordSetting({
      name: 'network_id',
      label: 'Network id',
      about: 'The network’s id at TUNE; it stands in the address of its API, before .api.hasoffers.com.',
      example: 'demo',
    }),
    hostSetting({
      about: 'Only where the network has an API at a host of its own.',
      example: 'demo.api.hasoffers.com',
      isOptional: true,
    }),
    timeZoneSetting,
  ],
  keyAbout: 'In the network’s pages for affiliates: Support, API Key Generation.',
  shape: 'json',
  pace: { betweenMs: 1_000, runsSec: 900 },
  firstPage: (account) => pageRequest(account, 1, related),
  faultOf,
  readPage,
  readRecord,
}
