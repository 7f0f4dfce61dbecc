import { testHeaders, verifyClassic, verifyWebhook } from '../webhooks.ts'
import { call, type QuoinOptions, type Reply } from './transport.ts'
import type {
  ClaimedConversion,
  Conversion,
  ConversionChange,
  ConversionStatus,
  PageMeta,
} from './wire/conversions.ts'
import type { Meta } from './wire/meta.ts'
import type {
  DetectedMeta,
  Eligibility,
  Offer,
  ChangedOffer,
  OfferListMeta,
  OneOffer,
  Platform,
} from './wire/offers.ts'
import type { Activity, Erasure, FingerprintMeta, FingerprintVerdict, Session } from './wire/users.ts'

/** The facts of the end user, when a server calls on their behalf. */
interface EndUser {
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
  readonly country?: string | undefined
  readonly platform?: Platform | undefined
}

/** The user who sees the list, or the place of the user in its links: you put in the id yourself. */
type Viewer =
  | { readonly userId: string; readonly userMacro?: undefined }
  | { readonly userId?: undefined; readonly userMacro: string }

interface ListQuery extends EndUser {
  readonly category?: string | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly sort?: 'payout_desc' | 'payout_asc' | 'newest' | 'oldest' | 'recommended' | undefined
  /** `meta.ranking` of the page before, with `recommended`. */
  readonly ranking?: string | undefined
  readonly subId?: string | undefined
  readonly search?: string | undefined
  readonly minPayout?: number | undefined
  /** Only these, separated by commas. */
  readonly offerIds?: string | undefined
  readonly cost?: 'free' | 'deposit' | 'purchase' | 'subscription' | undefined
  readonly maxMinutes?: number | undefined
}

type ListOffers = ListQuery & Viewer

type AllOffers = Omit<ListQuery, 'limit' | 'offset'> & Viewer & Bounded

interface ListChanges {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  readonly status?: ConversionStatus | undefined
  readonly offerId?: number | undefined
  readonly userId?: string | undefined
  readonly subId?: string | undefined
  readonly clickId?: string | undefined
  readonly goal?: string | undefined
  readonly updatedSince?: number | undefined
  readonly updatedUntil?: number | undefined
}

interface FollowOffers {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
  /** Put into each link as it is; without it links are null. */
  readonly userMacro?: string | undefined
  readonly subId?: string | undefined
}

interface Bounded {
  /** How many at most; without it all. */
  readonly max?: number | undefined
}

interface Claim {
  readonly userId: string
  readonly offerId: number
  readonly clickId?: string | undefined
  readonly goal?: string | undefined
  readonly transactionId?: string | undefined
  /** In USD, what was paid; a text is exact. */
  readonly amount?: number | string | undefined
}

interface Fingerprint {
  readonly user_id: string
  readonly fingerprint_hash: string
  readonly fingerprint_data?: Readonly<Record<string, unknown>> | undefined
  readonly ip?: string | undefined
  readonly userAgent?: string | undefined
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

  /** The same client with other options for some calls, such as the `signal` of a request that may be given up. */
  with(options: Pick<QuoinOptions, 'signal' | 'timeoutMs' | 'retriesMax'>): Quoin {
    return new Quoin({ ...this.#options, ...options })
  }

  readonly offers = {
    list: (query: ListOffers): Promise<Reply<Offer[], OfferListMeta>> => this.#get('/api/v1/offers', query),
    /** Every offer of a list, page after page. */
    all: (query: AllOffers): AsyncGenerator<Offer> => this.#allOffers(query),
    /** A page of what became of offers: without a cursor all of them, then from `meta.next_cursor` on. */
    changes: (query: FollowOffers = {}): Promise<Reply<ChangedOffer[], PageMeta>> =>
      this.#get('/api/v1/offers/changes', query),
    get: (
      offerId: number,
      query: EndUser & { readonly userId?: string | undefined; readonly subId?: string | undefined } = {},
    ): Promise<Reply<OneOffer, DetectedMeta>> => this.#get(`/api/v1/offers/${offerId}`, query),
    /** Why the list shows an offer to a user, or does not. */
    explain: (
      offerId: number,
      query: EndUser & { readonly userId: string },
    ): Promise<Reply<Eligibility, DetectedMeta>> => this.#get(`/api/v1/offers/${offerId}/eligibility`, query),
  }

  readonly sessions = {
    create: (body: {
      readonly userId: string
      readonly ttlSeconds?: number | undefined
      /** The user's balance and what is still pending, in your currency: the wall shows them in its header. */
      readonly balance?: string | number | undefined
      readonly pending?: string | number | undefined
    }): Promise<Reply<Session, Meta>> => this.#post('/api/v1/sessions', body),
  }

  readonly fingerprints = {
    submit: (body: Fingerprint): Promise<Reply<FingerprintVerdict, FingerprintMeta>> =>
      this.#post('/api/v1/fingerprint', body),
  }

  readonly conversions = {
    /** A claim. Made again without a key or transaction of yours, it is the same one as long as that is open. */
    create: (
      body: Claim,
      { idempotencyKey }: { readonly idempotencyKey?: string | undefined } = {},
    ): Promise<Reply<ClaimedConversion, Meta>> =>
      this.#post('/v1/conversions', body, idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    list: (query: ListChanges = {}): Promise<Reply<ConversionChange[], PageMeta>> =>
      this.#get('/api/v1/conversions', query),
    /** Every change, in its order: what to reconcile by. */
    all: (query: Omit<ListChanges, 'limit'> & Bounded = {}): AsyncGenerator<ConversionChange> =>
      this.#allChanges(query),
    get: (conversionId: string): Promise<Reply<Conversion, Meta>> =>
      this.#get(`/api/v1/conversions/${encodeURIComponent(conversionId)}`, {}),
  }

  readonly users = {
    activity: (
      userId: string,
      query: { readonly cursor?: string | undefined; readonly limit?: number | undefined } = {},
    ): Promise<Reply<Activity[], PageMeta>> => this.#get('/api/v1/users/activity', { ...query, userId }),
    /** Forgets a user for good. */
    erase: (userId: string): Promise<Reply<Erasure, Meta>> =>
      call(this.#options, { method: 'DELETE', path: '/api/v1/users', query: { userId }, isRepeatable: true }),
  }

  readonly stats = {
    query: (query: {
      readonly from: string
      readonly to: string
      readonly interval?: 'hour' | 'day' | undefined
      readonly timezone?: string | undefined
      readonly groupBy?: string | undefined
      readonly offerId?: number | undefined
      readonly country?: string | undefined
      readonly platform?: Platform | undefined
      readonly subId?: string | undefined
      readonly status?: ConversionStatus | undefined
    }): Promise<Reply<Readonly<Record<string, unknown>>[], Meta>> => this.#get('/api/v1/stats', query),
  }

  readonly webhooks = { verify: verifyWebhook, testHeaders }

  readonly callbacks = { verifyClassic }

  #get<Data, Extent extends Meta>(path: string, query: object): Promise<Reply<Data, Extent>> {
    const values = query as Readonly<Record<string, string | number | undefined>> // flat, as each method types it
    return call(this.#options, { method: 'GET', path, query: values, isRepeatable: true })
  }

  /** All that is posted may be repeated: sessions and fingerprints change nothing more, claims have a key. */
  #post<Data, Extent extends Meta>(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply<Data, Extent>> {
    return call(this.#options, { method: 'POST', path, body, headers, isRepeatable: true })
  }

  async *#allOffers({ max = Number.POSITIVE_INFINITY, ...query }: AllOffers): AsyncGenerator<Offer> {
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
