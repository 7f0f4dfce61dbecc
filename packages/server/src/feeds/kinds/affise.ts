import { hostSetting, originOf, timeZoneSetting, zoneOf } from '../feed-settings.ts'
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
import { countriesOfRules } from '../read/country-rules.ts'
import type { FeedCell } from '../read/feed-cell.ts'
import { fillClickId } from '../read/fill-click-id.ts'
import { htmlToText, type ReadText } from '../read/html-to-text.ts'
import { listOf, recordsOf, rulesIn } from '../read/list-of.ts'
import { platformsOfRules } from '../read/platform-rules.ts'
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
import { affiseTerms } from './affise-terms.ts'

const pageSize = 500
const pagesMax = 200

function pageRequest(account: FeedAccount, page: number): FeedRequest {
  const url = `${originOf(account)}/3.0/partner/offers?page=${page}&limit=${pageSize}`
  return { method: 'GET', url, headers: { accept: 'application/json', 'api-key': account.key }, body: null }
}

function faultOf({ body, status }: FeedAnswer): FeedFault | undefined {
  if (status === 401) {
    const message = 'The network refuses the key: the host is that of another network, or the key is wrong.'
    return { cause: 'key_refused', message }
  }
  if (['', '1'].includes(cleanText(valueAt(body, 'status')))) return undefined
  const error = cleanText(valueAt(body, 'error') ?? valueAt(body, 'message'))
  if (/key|auth|access|permission|token/i.test(error))
    return { cause: 'key_refused', message: 'The network refuses the key: check it and the host.' }
  if (/limit|too many/i.test(error))
    return { cause: 'rate_limited', message: 'The network wants to be asked less often.' }
  return { cause: 'no_feed', message: 'The network answers with an error of its own.' }
}

function readPage(
  answer: FeedAnswer,
  account: FeedAccount,
  { page, seen }: FeedProgress,
): FeedPage | FeedFault {
  const fault = faultOf(answer)
  if (fault !== undefined) return fault
  const { body } = answer
  const offers = valueAt(body, 'offers')
  if (typeof offers !== 'object' || offers === null)
    return { cause: 'no_feed', message: 'The answer has no offers of Affise: check the host.' }
  const records = recordsOf(offers)
  const total = readCount(valueAt(body, 'pagination.total_count'))
  const isLast = total === undefined ? records.length < pageSize : seen + records.length >= total
  const hasMore = records.length > 0 && !isLast && page < pagesMax
  return {
    records,
    ...(total !== undefined && { theirs: total }),
    ...(hasMore && { next: pageRequest(account, page + 1) }),
  }
}

const columns: readonly ColumnRule[] = [
  { column: 'name', at: ['title'], read: readName },
  { column: 'image_url', at: ['logo', 'logo_source'], read: readAddress },
  { column: 'ends_at', at: ['stop_at'], read: readMoment },
  { column: 'hold_days', at: ['hold_period'], read: readHoldPeriod },
  { column: 'categories', at: ['categories'], read: (value) => readFeedCategories(titlesOf(value)) },
]

function titlesOf(value: unknown): readonly unknown[] {
  return listOf(value).map((one) => (typeof one === 'object' ? valueAt(one, 'title') : one))
}

function readHoldPeriod(value: unknown): FeedCell {
  const days = readCount(value)
  if (days !== undefined && days <= 365) return { value: days }
  return { doubt: 'is no number of days up to 365' }
}

function readRecord(record: unknown, account: FeedAccount): FeedOffer | undefined {
  const externalId = readId(valueAt(record, 'id'))
  if (externalId === undefined) return undefined
  const plain = readColumns(record, columns, zoneOf(account))
  const link = cleanText(valueAt(record, 'link'))
  const kpi = readTexts(valueAt(record, 'kpi'))
  const byLanguage = readTexts(valueAt(record, 'description_lang'))
  const single = readTexts(valueAt(record, 'description'))
  const cells = joinCells([
    ['description', textCell(byLanguage.shown.text === '' ? single.shown : byLanguage.shown)],
    ['requirements', textCell(kpi.shown)],
    ['destination_url', fillClickId(link, 'affise')],
    ['countries', countriesOf(record)],
    ['platforms', platformsOf(record)],
    ['daily_cap', capOf(record, 'day')],
    ['total_cap', capOf(record, 'all')],
  ])
  const isUnpriced = listOf(valueAt(record, 'payments')).length === 0
  const paid = isUnpriced ? { row: {}, doubts: [] } : affiseTerms(record)
  const texts = [
    { place: 'sources', text: forbiddenSources(record) },
    { place: 'name', text: readPlainText(valueAt(record, 'title')) },
    ...kpi.all.map((one) => ({ place: 'kpi', ...one })),
    ...[...byLanguage.all, ...single.all].map((one) => ({ place: 'description', ...one })),
  ]
  const forbidden = findForbidden(texts)
  return {
    externalId,
    row: { external_id: externalId, ...plain.row, ...cells.row, ...paid.row },
    // The network says no more to partners than whether it gives them a link.
    standing: link === '' ? 'not_approved' : 'open',
    ...(forbidden && { forbidden }),
    ...(isUnpriced && { isUnpriced }),
    doubts: joinDoubts(plain.doubts, cells.doubts, paid.doubts, tellUnread(texts)),
  }
}

/** A source is a name and whether it is allowed; the two make a sentence. */
function forbiddenSources(record: unknown): string {
  return listOf(valueAt(record, 'sources'))
    .filter((source) => [0, '0', false].some((no) => valueAt(source, 'allowed') === no))
    .map((source) => `${readPlainText(valueAt(source, 'title'))}: not allowed`)
    .join('\n')
}

interface WordedText {
  /** English where it is there, else the first that is no empty one. */
  readonly shown: ReadText
  /** All its languages: a rule may stand in one of them alone. */
  readonly all: readonly ReadText[]
}

/** A text, or one by language. */
function readTexts(value: unknown): WordedText {
  const isWorded = typeof value === 'object' && value !== null
  const all = (isWorded ? listOf(value) : [value]).map(htmlToText)
  const english = isWorded ? Object.keys(value).indexOf('en') : -1
  const filled = all.filter(({ text }) => text !== '')
  const shown = filled.find((one) => one === all[english]) ?? filled[0]
  return { shown: shown ?? { text: '', isCut: false }, all }
}

function countriesOf(record: unknown): FeedCell {
  const own = rulesIn(valueAt(record, 'countries'))
  const blocks = listOf(valueAt(record, 'targeting'))
  const allowed = blocks.map((block) => rulesIn(valueAt(block, 'country.allow')))
  const denied = blocks.flatMap((block) => rulesIn(valueAt(block, 'country.deny')))
  // A block without countries is for all of them.
  const include = own.length > 0 || allowed.some((codes) => codes.length === 0) ? own : allowed.flat()
  // Those that one block denies, another may allow.
  return countriesOfRules({ include, exclude: blocks.length === 1 ? denied : [] })
}

function platformsOf(record: unknown): FeedCell {
  const blocks = listOf(valueAt(record, 'targeting'))
  const of = (path: string): readonly unknown[] => {
    const lists = blocks.map((block) => namesOf(valueAt(block, path)))
    return lists.some((names) => names.length === 0) ? [] : lists.flat()
  }
  const denied = blocks.length === 1 ? blocks.flatMap((block) => namesOf(valueAt(block, 'os.deny'))) : []
  return platformsOfRules([
    { include: [...new Set(of('os.allow'))], exclude: denied },
    { include: [...new Set(of('device_type'))] },
  ])
}

/** Operating systems are words, or objects with a version that Quoin has no rule for. */
function namesOf(value: unknown): readonly unknown[] {
  return rulesIn(value).map((one) => (typeof one === 'object' ? valueAt(one, 'name') : one))
}

/** The smallest cap of a period: where each goal has its own, none of them may be passed. */
function capOf(record: unknown, period: string): FeedCell {
  const caps = listOf(valueAt(record, 'caps')).flatMap((cap) => {
    const isIt =
      cleanText(valueAt(cap, 'period')) === period && cleanText(valueAt(cap, 'type')) === 'conversions'
    const { value } = isIt ? readFeedCap(valueAt(cap, 'value')) : {}
    return typeof value === 'number' ? [value] : []
  })
  return caps.length === 0 ? {} : { value: Math.min(...caps) }
}

export const affise: FeedKind = {
  name: 'affise',
  title: 'Affise',
  preset: 'affise',
  settings: [
    hostSetting({
      about: 'The network’s own host for its API, as its pages for partners name it.',
      example: 'api-demo.affise.com',
    }),
    timeZoneSetting,
  ],
  keyAbout: 'In the network’s pages for partners: Settings, Security.',
  shape: 'json',
  pace: { betweenMs: 500, runsSec: 900 },
  firstPage: (account) => pageRequest(account, 1),
  faultOf,
  readPage,
  readRecord,
}
