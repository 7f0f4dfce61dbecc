import type { IncomingHttpHeaders } from 'node:http'
import type { FeedTrouble } from './feed-trouble.ts'
import type { NetworkOffer } from './network-offer.ts'

export interface FeedQuestion {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FeedReply {
  readonly status: number
  readonly type: 'application/json' | 'text/xml' | 'text/html' | 'text/plain'
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** The page that was asked for; absent where there are none, which counts as the first. */
  readonly page?: number
}

/** Everything an answer is made of. */
export interface FeedWorld {
  readonly key: string
  /** The other credentials and names of the account: the affiliate, the placement. */
  readonly account: Readonly<Record<string, string>>
  readonly offers: readonly NetworkOffer[]
  readonly trouble: FeedTrouble
}

/** How one network answers: its paths, proofs, pages and envelopes. */
export interface FeedNetwork {
  /** The hosts that it is asked at; a reader that asks another asks somebody else. */
  readonly hosts: RegExp
  answer(question: FeedQuestion, world: FeedWorld): FeedReply
  /** Its own way to refuse a key. */
  refuse(question: FeedQuestion, key: string | undefined): FeedReply
  /** Its own way to say that it was asked too often. */
  limit(question: FeedQuestion): FeedReply
}

export function json(value: unknown, more: Partial<FeedReply> = {}): FeedReply {
  return { status: 200, type: 'application/json', body: JSON.stringify(value), ...more }
}

/** A whole number of a question within its bounds; the smallest where it is none. */
export function wholeNumber(
  text: string | null,
  { standard, min, max }: { readonly standard: number; readonly min: number; readonly max: number },
): number {
  if (text === null || text === '') return standard
  const value = Number(text)
  return Number.isInteger(value) ? Math.min(Math.max(value, min), max) : min
}
