import { createHash } from 'node:crypto'
import type { FeedAnswer, FeedRequest } from '../../../feeds/feed-kind.ts'
import type { FoundBody } from '../../../feeds/read-answer.ts'

interface RecentAnswer {
  readonly atMs: number
  readonly answer: FeedAnswer
  readonly body: FoundBody
}

const keptMs = 120_000
const keptMax = 4
/** Characters of a body that is kept; of a longer one the network is asked again. */
const lengthMax = 2_000_000

/** By a digest of the whole question, so that whoever has no key finds nothing. */
const recent = new Map<string, RecentAnswer>()

/**
 * Keeps an answer for two minutes, so that trying another mapping asks nobody again: some networks want to be left alone for
 * longer than a person thinks.
 */
export function keepAnswer(request: FeedRequest, { atMs, answer, body }: RecentAnswer): void {
  dropOld(atMs)
  const key = digestOf(request)
  recent.delete(key)
  if (body.length > lengthMax) return
  recent.set(key, { atMs, answer, body })
  const [oldest] = recent.keys()
  if (recent.size > keptMax && oldest !== undefined) recent.delete(oldest)
}

/** The answer of a moment ago; undefined where there is none. */
export function findAnswer(request: FeedRequest, nowMs: number): RecentAnswer | undefined {
  dropOld(nowMs)
  return recent.get(digestOf(request))
}

function dropOld(nowMs: number): void {
  for (const [key, { atMs }] of recent) if (nowMs - atMs > keptMs) recent.delete(key)
}

function digestOf({ method, url, headers, body }: FeedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, headers, body]))
    .digest('hex')
}
