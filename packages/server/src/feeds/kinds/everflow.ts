import { hostSetting, timeZoneSetting, zoneOf } from '../feed-settings.ts'
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
import { cleanText } from '../read/clean-text.ts'
import { fillClickId } from '../read/fill-click-id.ts'
import { goalsOf } from '../read/goals-of.ts'
import { htmlToText, type ReadText } from '../read/html-to-text.ts'
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
import { readPaid, readRevenue, type RevenueReading } from '../read/read-revenue.ts'
import { amountIn, tellGoal, tellRevenue } from '../read/tell-revenue.ts'
import { readName, textCell } from '../read/text-cells.ts'
import { valueAt } from '../read/value-at.ts'
import { everflowPostbacks } from './everflow-postbacks.ts'
import { everflowTargets } from './everflow-targets.ts'
import { everflowRequest, faultOfEverflow } from './everflow-request.ts'

const pageSize = 500
const pagesMax = 200

function pageRequest(account: FeedAccount, page: number): FeedRequest {
  return everflowRequest(account, `offersrunnable?page=${page}&page_size=${pageSize}`)
}

function readPage(answer: FeedAnswer, account: FeedAccount, { page }: FeedProgress): FeedPage | FeedFault {
  const fault = faultOfEverflow(answer)
  if (fault !== undefined) return fault
  const { body } = answer
  const offers = valueAt(body, 'offers')
  // A network without any writes null.
  if (offers === undefined || (offers !== null && typeof offers !== 'object'))
    return { cause: 'no_feed', message: 'The answer has no offers of Everflow: check the host.' }
  const records = recordsOf(offers)
  const total = readCount(valueAt(body, 'paging.total_count'))
  // Networks may give smaller pages than were asked for.
  const size = readCount(valueAt(body, 'paging.page_size')) ?? pageSize
  const isLast = total === undefined ? records.length < pageSize : page * size >= total
  const hasMore = records.length > 0 && !isLast && page < pagesMax
  return {
    records,
    ...(total !== undefined && { theirs: total }),
    ...(hasMore && { next: pageRequest(account, page + 1) }),
  }
}

const columns: readonly ColumnRule[] = [
  { column: 'name', at: ['name'], read: readName },
  { column: 'currency', at: ['currency_id'], read: (value) => ({ value: cleanText(value) }) },
  { column: 'image_url', at: ['thumbnail_url'], read: readAddress },
  { column: 'ends_at', at: ['date_live_until'], read: readMoment },
  {
    column: 'categories',
    at: ['relationship.category.name'],
    read: (value) => readFeedCategories([value]),
  },
]

const capColumns: readonly ColumnRule[] = [
  { column: 'daily_cap', at: ['daily_conversion_cap'], read: readFeedCap },
  { column: 'total_cap', at: ['global_conversion_cap'], read: readFeedCap },
]

function readRecord(record: unknown, account: FeedAccount): FeedOffer | undefined {
  const externalId = readId(valueAt(record, 'network_offer_id'))
  if (externalId === undefined) return undefined
  const rules = isYes(valueAt(record, 'is_caps_enabled')) ? [...columns, ...capColumns] : columns
  const plain = readColumns(record, rules, zoneOf(account))
  const link = cleanText(valueAt(record, 'tracking_url'))
  const description = descriptionOf(record)
  const targets = everflowTargets(record)
  const cells = joinCells([
    ['description', textCell(description)],
    ['destination_url', fillClickId(link, 'everflow')],
    ...targets.cells,
  ])
  const isUnpriced = listOf(valueAt(record, 'relationship.payouts.entries')).length === 0
  const paid = isUnpriced ? { row: {}, doubts: [] } : termsOf(record)
  const texts = [
    { place: 'name', text: readPlainText(valueAt(record, 'name')) },
    { place: 'description', text: description.judged, isCut: description.isCut },
    { place: 'terms', ...htmlToText(valueAt(record, 'terms_and_conditions')) },
  ]
  const forbidden = findForbidden(texts)
  return {
    externalId,
    row: { external_id: externalId, ...plain.row, ...cells.row, ...paid.row },
    standing: standingOf(record, link),
    ...(forbidden && { forbidden }),
    ...(isUnpriced && { isUnpriced }),
    doubts: joinDoubts(plain.doubts, cells.doubts, targets.doubts, paid.doubts, tellUnread(texts)),
  }
}

/** A description that is marked as text keeps its letters; it is judged by what they mean. */
function descriptionOf(record: unknown): ReadText & { readonly judged: string } {
  const value = valueAt(record, 'html_description')
  if (isYes(valueAt(record, 'is_description_plain_text')))
    return { text: cleanText(value), isCut: false, judged: readPlainText(value) }
  const read = htmlToText(value)
  return { ...read, judged: read.text }
}

function standingOf(record: unknown, link: string): FeedOffer['standing'] {
  const status = cleanText(valueAt(record, 'offer_status')).toLowerCase()
  if (status !== '' && status !== 'active') return 'ended'
  const approval = cleanText(valueAt(record, 'relationship.offer_affiliate_status')).toLowerCase()
  const isApproved = ['approved', 'public', ''].includes(approval)
  return isApproved && link !== '' ? 'open' : 'not_approved'
}

/** Types of payouts besides `cpa`, which is an amount for a conversion. */
const payoutTypes: Readonly<Record<string, string>> = {
  cps: 'is a percentage of each sale',
  cpa_cps: 'is an amount and a percentage of each sale',
  cpc: 'is for clicks',
  cpm: 'is for impressions',
  prv: 'is a share of the revenue',
}

function termsOf(record: unknown) {
  const entries = listOf(valueAt(record, 'relationship.payouts.entries'))
  const rows = entries.flatMap((entry) => {
    const id = readId(valueAt(entry, 'network_offer_payout_revenue_id'))
    const name = readPlainText(valueAt(entry, 'entry_name'))
    const isDefault = isYes(valueAt(entry, 'is_default'))
    return id === undefined ? [] : [{ id, name, isDefault, reading: paidOf(entry, entries.length) }]
  })
  const { row, doubts } = goalsOf(rows.map(({ reading, ...event }) => ({ ...event, ...amountIn(reading) })))
  const lost = rows.length < entries.length ? ['It has a payout without an id.'] : []
  return {
    row,
    doubts: [
      ...rows.flatMap(({ name, reading }) => tellRevenue(rows.length > 1 ? tellGoal(name) : 'It', reading)),
      ...doubts,
      ...lost,
    ],
  }
}

function paidOf(entry: unknown, entries: number): RevenueReading {
  const type = cleanText(valueAt(entry, 'payout_type')).toLowerCase()
  const amount = valueAt(entry, 'payout_amount')
  if (type === 'cpa') return entries > 1 ? readPaid(amount) : readRevenue(amount)
  const known = Object.hasOwn(payoutTypes, type) ? payoutTypes[type] : undefined
  return { doubt: known ?? 'is of a type that Quoin does not know' }
}

export const everflow: FeedKind = {
  name: 'everflow',
  title: 'Everflow',
  preset: 'everflow',
  settings: [
    hostSetting({
      about: 'Left out: api.eflow.team. Networks in Europe may be at api-eu.eflow.team.',
      example: 'api-eu.eflow.team',
      isOptional: true,
    }),
    timeZoneSetting,
  ],
  keyAbout: 'In the network’s pages for partners: Company or Account, API.',
  shape: 'json',
  // All affiliates of a network share its five requests a second.
  pace: { betweenMs: 1_000, runsSec: 900 },
  firstPage: (account) => pageRequest(account, 1),
  faultOf: faultOfEverflow,
  readPage,
  readRecord,
  postbacks: everflowPostbacks,
}
