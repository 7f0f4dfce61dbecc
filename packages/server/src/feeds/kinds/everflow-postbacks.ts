import type { PostbackReports, WantedPostback } from '@quoin/core/sources/judge-postbacks.ts'
import type {
  FeedAccount,
  FeedAnswer,
  FeedFault,
  FeedPostbackPage,
  PostbackApi,
  FeedRequest,
} from '../feed-kind.ts'
import { cleanText } from '../read/clean-text.ts'
import { recordsOf } from '../read/list-of.ts'
import { readCount } from '../read/read-count.ts'
import { readId } from '../read/read-id.ts'
import { valueAt } from '../read/value-at.ts'
import { everflowRequest } from './everflow-request.ts'

const pageSize = 500
const pagesMax = 10

/** Everflow calls postbacks pixels, and has one kind for conversions and one for events after them. */
const pixelTypes: Readonly<Record<PostbackReports, string>> = {
  conversions: 'conversion',
  events: 'post_conversion',
}

function pageRequest(account: FeedAccount, page: number): FeedRequest {
  return everflowRequest(account, `pixels?page=${page}&page_size=${pageSize}`)
}

function readPage({ body }: FeedAnswer, account: FeedAccount, page: number): FeedPostbackPage | FeedFault {
  const pixels = valueAt(body, 'pixels')
  // An account without any may have null.
  if (pixels === undefined || (pixels !== null && typeof pixels !== 'object'))
    return { cause: 'no_feed', message: 'The answer has no postbacks of Everflow: check the host.' }
  const records = recordsOf(pixels)
  const total = readCount(valueAt(body, 'paging.total_count'))
  const size = readCount(valueAt(body, 'paging.page_size')) ?? pageSize
  const isLast = records.length === 0 || total === undefined || page * size >= total || page >= pagesMax
  return { postbacks: records.flatMap(readPixel), ...(!isLast && { next: pageRequest(account, page + 1) }) }
}

function readPixel(pixel: unknown): FeedPostbackPage['postbacks'] {
  const id = readId(valueAt(pixel, 'network_pixel_id'))
  const type = cleanText(valueAt(pixel, 'pixel_type'))
  const reports = (['conversions', 'events'] as const).find((one) => pixelTypes[one] === type)
  if (id === undefined || reports === undefined) return []
  const says = (name: string, word: string): boolean => cleanText(valueAt(pixel, name)) === word
  const isSent =
    says('pixel_status', 'active') && says('pixel_level', 'global') && says('delivery_method', 'postback')
  return [{ id, reports, address: cleanText(valueAt(pixel, 'postback_url')), isSent }]
}

function pixelOf({ reports, address }: WantedPostback): object {
  return {
    delivery_method: 'postback',
    pixel_level: 'global',
    pixel_type: pixelTypes[reports],
    pixel_status: 'active',
    postback_url: address,
  }
}

export const everflowPostbacks: PostbackApi = {
  firstPage: (account) => pageRequest(account, 1),
  readPage,
  // A source names goals by these ids. A conversion itself is about the default goal.
  eventQuery: 'goal={event_id}',
  add: (account, wanted) => everflowRequest(account, 'pixels', { method: 'POST', body: pixelOf(wanted) }),
  change: (account, id, wanted) =>
    everflowRequest(account, `pixels/${encodeURIComponent(id)}`, { method: 'PUT', body: pixelOf(wanted) }),
}
