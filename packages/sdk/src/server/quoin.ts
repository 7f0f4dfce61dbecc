import { testHeaders, verifyClassic, verifyWebhook } from '../webhooks.ts'
import { call, type QuoinOptions, type Reply } from './transport.ts'
import type { ClaimedConversion, ConversionChange, PageMeta } from './wire/conversions.ts'
import type { Eligibility, Offer, OfferListMeta, OneOffer, Platform } from './wire/offers.ts'
import type { Activity, FingerprintMeta, FingerprintVerdict, Session } from './wire/users.ts'

/** The facts of the end user, when a server calls on their behalf. */
interface EndUser {
  readonly ip?: string
  readonly userAgent?: string
  readonly country?: string
  readonly platform?: Platform
}

interface ListOffers extends EndUser {
  readonly userId: string
  readonly category?: string
  readonly limit?: number
  readonly offset?: number
  readonly sort?: 'payout_desc' | 'payout_asc' | 'newest' | 'oldest' | 'recommended'
  /** `meta.ranking` of the page before, with `recommended`. */
  readonly ranking?: string
  readonly subId?: string
  readonly search?: string
  readonly minPayout?: number
  /** Only these, separated by commas. */
  readonly offerIds?: string
}

interface ListChanges {
  readonly cursor?: string
  readonly limit?: number
  readonly status?: string
  readonly offerId?: number
  readonly userId?: string
  readonly updatedSince?: number
  readonly updatedUntil?: number
}

interface Bounded {
  /** How many at most; without it all. */
  readonly max?: number
}

interface Claim {
  readonly userId: string
  readonly offerId: number
  readonly clickId?: string
  readonly goal?: string
  readonly transactionId?: string
  readonly amount?: string
}

interface Fingerprint {
  readonly user_id: string
  readonly fingerprint_hash: string
  readonly fingerprint_data?: Readonly<Record<string, unknown>>
  readonly ip?: string
  readonly userAgent?: string
}

const pageMax = 100

/**
 * Quoin for a publisher's server. Parameters are spelled as on the wire, answers are as they come. Options that are
 * not given come from QUOIN_BASE_URL, QUOIN_API_KEY, QUOIN_API_SECRET and QUOIN_CALLBACK_SECRET, or from the same names
 * without QUOIN_.
 */
export class Quoin {
  readonly #options: QuoinOptions

  constructor(options: QuoinOptions = {}) {
    this.#options = options
  }

  readonly offers = {
    list: (query: ListOffers): Promise<Reply<Offer[], OfferListMeta>> => this.#get('/api/v1/offers', query),
    /** Every offer of a list, page after page. */
    all: (query: Omit<ListOffers, 'limit' | 'offset'> & Bounded): AsyncGenerator<Offer> =>
      this.#allOffers(query),
    get: (
      offerId: number,
      query: EndUser & { readonly userId?: string; readonly subId?: string } = {},
    ): Promise<Reply<OneOffer, object>> => this.#get(`/api/v1/offers/${offerId}`, query),
    /** Why the list shows an offer to a user, or does not. */
    explain: (
      offerId: number,
      query: EndUser & { readonly userId: string },
    ): Promise<Reply<Eligibility, object>> => this.#get(`/api/v1/offers/${offerId}/eligibility`, query),
  }

  readonly sessions = {
    create: (body: {
      readonly userId: string
      readonly ttlSeconds?: number
      /** The user's balance and what is still pending, in your currency: the wall shows them in its header. */
      readonly balance?: string | number
      readonly pending?: string | number
    }): Promise<Reply<Session, object>> => this.#post('/api/v1/sessions', body),
  }

  readonly fingerprints = {
    submit: (body: Fingerprint): Promise<Reply<FingerprintVerdict, FingerprintMeta>> =>
      this.#post('/api/v1/fingerprint', body),
  }

  readonly conversions = {
    /** A claim. Without a key of yours it gets one, so that it may be tried again and is made once. */
    create: (
      body: Claim,
      { idempotencyKey = `auto_${crypto.randomUUID()}` }: { readonly idempotencyKey?: string } = {},
    ): Promise<Reply<ClaimedConversion, object>> =>
      this.#post('/v1/conversions', body, { 'idempotency-key': idempotencyKey }),
    list: (query: ListChanges = {}): Promise<Reply<ConversionChange[], PageMeta>> =>
      this.#get('/api/v1/conversions', query),
    /** Every change, in its order: what to reconcile by. */
    all: (query: Omit<ListChanges, 'limit'> & Bounded = {}): AsyncGenerator<ConversionChange> =>
      this.#allChanges(query),
    get: (
      conversionId: string,
    ): Promise<Reply<ConversionChange & Readonly<Record<string, unknown>>, object>> =>
      this.#get(`/api/v1/conversions/${encodeURIComponent(conversionId)}`, {}),
  }

  readonly users = {
    activity: (
      userId: string,
      query: { readonly cursor?: string; readonly limit?: number } = {},
    ): Promise<Reply<Activity[], PageMeta>> => this.#get('/api/v1/users/activity', { ...query, userId }),
    /** Forgets a user for good. */
    erase: (userId: string): Promise<Reply<object, object>> =>
      call(this.#options, { method: 'DELETE', path: '/api/v1/users', query: { userId }, isRepeatable: true }),
  }

  readonly stats = {
    query: (query: {
      readonly from: string
      readonly to: string
      readonly interval?: 'hour' | 'day'
      readonly timezone?: string
      readonly groupBy?: string
    }): Promise<Reply<Readonly<Record<string, unknown>>[], object>> => this.#get('/api/v1/stats', query),
  }

  readonly webhooks = { verify: verifyWebhook, testHeaders }

  readonly callbacks = { verifyClassic }

  #get<Data, Meta>(path: string, query: object): Promise<Reply<Data, Meta>> {
    const values = query as Readonly<Record<string, string | number | undefined>> // flat, as each method types it
    return call(this.#options, { method: 'GET', path, query: values, isRepeatable: true })
  }

  /** All that is posted may be repeated: sessions and fingerprints change nothing more, claims have a key. */
  #post<Data, Meta>(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply<Data, Meta>> {
    return call(this.#options, { method: 'POST', path, body, headers, isRepeatable: true })
  }

  async *#allOffers({
    max = Number.POSITIVE_INFINITY,
    ...query
  }: Omit<ListOffers, 'limit' | 'offset'> & Bounded): AsyncGenerator<Offer> {
    let seen = 0
    while (seen < max) {
      const { data, meta } = await this.offers.list({
        ...query,
        limit: Math.min(pageMax, max - seen),
        offset: seen,
      })
      yield* data
      seen += data.length
      if (data.length === 0 || seen >= meta.total) return
    }
  }

  async *#allChanges({
    max = Number.POSITIVE_INFINITY,
    ...query
  }: Omit<ListChanges, 'limit'> & Bounded): AsyncGenerator<ConversionChange> {
    let seen = 0
    let cursor = query.cursor
    while (seen < max) {
      const at = cursor === undefined ? {} : { cursor }
      const { data, meta } = await this.conversions.list({
        ...query,
        ...at,
        limit: Math.min(pageMax, max - seen),
      })
      yield* data
      seen += data.length
      cursor = meta.next_cursor ?? undefined
      if (!meta.has_more || cursor === undefined) return
    }
  }
}
