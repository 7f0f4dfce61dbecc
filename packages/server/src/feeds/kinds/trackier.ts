import { hostSetting, originOf } from '../feed-settings.ts'
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
import { joinDoubts } from '../read/join-doubts.ts'
import { recordsOf } from '../read/list-of.ts'
import { type PlatformRules, platformsOfRules } from '../read/platform-rules.ts'
import { readAddress } from '../read/read-address.ts'
import { readFeedCap } from '../read/read-cap.ts'
import { readFeedCategories } from '../read/read-categories.ts'
import { type ColumnRule, joinCells, readColumns } from '../read/read-columns.ts'
import { readCount } from '../read/read-count.ts'
import { readId } from '../read/read-id.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { readName, textCell } from '../read/text-cells.ts'
import { valueAt } from '../read/value-at.ts'
import { trackierTerms, trackierWords } from './trackier-terms.ts'

const usualHost = 'api.trackier.com'
const pageSize = 500
const pagesMax = 200

function pageRequest(account: FeedAccount, page: number): FeedRequest {
  const url = `${originOf(account, usualHost)}/v2/publisher/campaigns?page=${page}&limit=${pageSize}`
  return { method: 'GET', url, headers: { accept: 'application/json', 'x-api-key': account.key }, body: null }
}

function faultOf({ body }: FeedAnswer): FeedFault | undefined {
  if (valueAt(body, 'success') !== false) return undefined
  const error = cleanText(
    valueAt(body, 'error.message') ?? valueAt(body, 'error') ?? valueAt(body, 'message'),
  )
  if (/limit|too many/i.test(error))
    return { cause: 'rate_limited', message: 'The network wants to be asked less often.' }
  if (/key|auth|access|permission|token/i.test(error))
    return { cause: 'key_refused', message: 'The network refuses the key: check it and the host.' }
  return { cause: 'no_feed', message: 'The network answers with an error of its own.' }
}

function readPage(
  answer: FeedAnswer,
  account: FeedAccount,
  { page, seen }: FeedProgress,
): FeedPage | FeedFault {
  const fault = faultOf(answer)
  if (fault !== undefined) return fault
  const campaigns = valueAt(answer.body, 'data.campaigns')
  if (typeof campaigns !== 'object' || campaigns === null)
    return { cause: 'no_feed', message: 'The answer has no campaigns of Trackier: check the host.' }
  const records = recordsOf(campaigns)
  const total = readCount(valueAt(answer.body, 'data.count'))
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
  { column: 'image_url', at: ['thumbnail'], read: readAddress },
  { column: 'categories', at: ['categories'], read: (value) => readFeedCategories(trackierWords(value)) },
  {
    column: 'countries',
    at: ['countries'],
    read: (value) => countriesOfRules({ include: trackierWords(value) }),
  },
]

const capColumns: readonly ColumnRule[] = [
  { column: 'daily_cap', at: ['cap.daily'], read: readFeedCap },
  { column: 'total_cap', at: ['cap.lifetime'], read: readFeedCap },
]

function readRecord(record: unknown): FeedOffer | undefined {
  const externalId = readId(valueAt(record, 'id'))
  if (externalId === undefined) return undefined
  const hasCaps = cleanText(valueAt(record, 'cap.type')).toLowerCase() === 'conversion'
  const plain = readColumns(record, hasCaps ? [...columns, ...capColumns] : columns)
  const link = cleanText(valueAt(record, 'tracking_link'))
  const [description, kpi] = [textOf(valueAt(record, 'description')), textOf(valueAt(record, 'kpi'))]
  const cells = joinCells([
    ['description', textCell(description)],
    ['requirements', textCell(kpi)],
    ['destination_url', fillClickId(link, 'trackier')],
    ['platforms', platformsOf(record)],
  ])
  const paid = trackierTerms(record)
  const texts = [
    { place: 'name', text: readPlainText(valueAt(record, 'title')) },
    { place: 'kpi', ...kpi },
    { place: 'description', ...description },
  ]
  const forbidden = findForbidden(texts)
  const isPlaced = valueAt(record, 'countries') !== undefined
  return {
    externalId,
    row: { external_id: externalId, ...plain.row, ...cells.row, ...paid?.row },
    standing: link === '' ? 'not_approved' : 'open',
    ...(forbidden && { forbidden }),
    ...(paid === undefined && { isUnpriced: true }),
    doubts: joinDoubts(
      plain.doubts,
      cells.doubts,
      paid?.doubts ?? [],
      isPlaced ? [] : ['The network does not tell its countries.'],
      tellUnread(texts),
    ),
  }
}

/** Its texts are HTML, often with each `<` escaped: tags appear only once the entities are read. */
function textOf(value: unknown): ReadText {
  const read = htmlToText(value)
  const isEscaped = !cleanText(value).includes('<') && /<\/?[a-z][^<>]{0,200}>/i.test(read.text)
  if (!isEscaped) return read
  const again = htmlToText(read.text)
  return { ...again, isCut: read.isCut || again.isCut }
}

function platformsOf(record: unknown): FeedCell {
  const rules = (path: string): PlatformRules => {
    const words = trackierWords(valueAt(record, path))
    return { include: words.some((word) => cleanText(word).toLowerCase() === 'all') ? [] : words }
  }
  return platformsOfRules([rules('os'), rules('device')])
}

export const trackier: FeedKind = {
  name: 'trackier',
  title: 'Trackier',
  preset: 'trackier',
  settings: [
    hostSetting({
      about: 'Left out: api.trackier.com. Networks may have a host of their own: ask them for it.',
      example: 'api.network.example',
      isOptional: true,
    }),
  ],
  keyAbout: 'In the network’s pages for publishers: the key of the API; else ask the account manager.',
  shape: 'json',
  // No limit was found in public; this is as careful as with others.
  pace: { betweenMs: 1_000, runsSec: 900 },
  firstPage: (account) => pageRequest(account, 1),
  faultOf,
  readPage,
  readRecord,
}
