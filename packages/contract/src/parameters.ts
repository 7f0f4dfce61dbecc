import { costs, minutesMax } from '@quoin/core/offers/cost.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import { sortNames } from '@quoin/core/targeting/sort.ts'
import { optional, required, requiredUnless } from './fields/field.ts'
import { fingerprintData } from './fields/fingerprint-data.ts'
import { soughtId } from './fields/id-fields.ts'
import {
  amountField,
  countField,
  integerField,
  offerIdList,
  offerIdNumber,
  offerIdText,
} from './fields/number-fields.ts'
import { address, country } from './fields/place-fields.ts'
import {
  dryRun,
  linkSignature,
  scalarText,
  search,
  slug,
  subId,
  textField,
  scalarTransactionId,
  transactionId,
  userAgent,
  wordField,
} from './fields/text-fields.ts'
import { userId, userMacro } from './fields/user-fields.ts'

export const limitMax = 100
export const limitDefault = 20

/** 10,000 USD: above it a number is a mistake, not an amount. A network may set a lower ceiling. */
const amountMaxMicros = 10_000_000_000

const credentialText = textField({ min: 1, max: 200, example: 'pk_live_…' })

/** The name of an order that changes by itself. */
export const rankingField = textField({ min: 1, max: 40, example: '128-3' })

/** GET /api/v1/offers. */
export const listOffersQuery = {
  userId: requiredUnless(
    'userMacro',
    userId,
    'Unique id of the user who views the offers. Case-sensitive. Not given together with `userMacro`.',
  ),
  country: optional(
    country,
    'ISO 3166-1 alpha-2 code. Default: detected from the IP address. In a browser session it only narrows.',
  ),
  platform: optional(
    wordField(platforms),
    'Default: detected from the request. In a browser session it only narrows.',
  ),
  category: optional(slug, 'Category slug. An unknown one gives an empty list.'),
  limit: optional(
    countField({ min: 1, max: limitMax, clamp: true, default: limitDefault }),
    `Offers in this answer; above ${limitMax} the maximum of ${limitMax} applies.`,
  ),
  offset: optional(
    countField({ min: 0, max: Number.MAX_SAFE_INTEGER, clamp: true, default: 0 }),
    'Start of the page; beyond the end it is empty.',
  ),
  sort: optional(wordField(sortNames), 'Order of the list; ties are ordered by offer_id.'),
  ranking: optional(
    rankingField,
    'With sort=recommended, `meta.ranking` of the page before: the next page goes on in its order.',
  ),
  ip: optional(
    address,
    'Address of the end user, when a server calls on their behalf. Not read in a browser session.',
    { isOfServers: true },
  ),
  userAgent: optional(
    userAgent,
    'User-Agent of the end user, when a server calls on their behalf. Not read in a browser session.',
    { isOfServers: true },
  ),
  subId: optional(subId, 'Pass-through id, put into each link and kept with the conversion.', {
    emptyIsAbsent: true,
  }),
  search: optional(
    search,
    'Only offers whose name contains this text, in any case, with or without accents.',
  ),
  minPayout: optional(
    amountField({ minMicros: 0, maxMicros: amountMaxMicros }),
    'Only offers that pay at least this much, in USD.',
  ),
  offerIds: optional(offerIdList, 'Only these offers: ids separated by commas, at most 100.'),
  cost: optional(
    wordField(costs),
    'Only offers that ask this of the user’s money. An offer whose cost is not known is in none.',
  ),
  maxMinutes: optional(
    countField({ min: 1, max: minutesMax }),
    'Only offers that are known to take at most so many minutes of the user’s own time.',
  ),
  userMacro: optional(
    userMacro,
    'A catalogue without a user: the macro that your software fills in, put into each link as it is.',
  ),
} as const

/** POST /api/v1/fingerprint, in the query: an extension. */
export const fingerprintQuery = {
  explain: optional(
    scalarText({ min: 1, max: 5, example: '1' }),
    '1: also the reasons of the score, where the app is set to explain risk; not in browser sessions.',
    { emptyIsAbsent: true },
  ),
} as const

/** POST /api/v1/fingerprint. */
export const fingerprintBody = {
  fingerprint_hash: required(
    textField({ min: 1, max: 255, example: '7f4e52bfe3870ea660f302ed43d47481' }),
    'Hash that identifies the device.',
    { aliases: ['fingerprintHash'] },
  ),
  user_id: required(userId, 'Your id of the user.', { aliases: ['userId'] }),
  fingerprint_data: optional(
    fingerprintData,
    'Device metadata: resolution, browser, os, and any further keys.',
    {
      aliases: ['fingerprintData'],
    },
  ),
  ip: optional(
    address,
    'Address of the end user, when a server calls on their behalf. Not read in a browser session.',
    { isOfServers: true },
  ),
  userAgent: optional(
    userAgent,
    'User-Agent of the end user, when a server calls on their behalf. Not read in a browser session.',
    { aliases: ['user_agent'], isOfServers: true },
  ),
} as const

/** Tracking link. The first of a repeated parameter counts. */
export const trackingQuery = {
  offerId: required(offerIdText, 'The id of the offer.'),
  apiKey: required(credentialText, 'Public API key of the app.'),
  userId: required(userId, 'The user who follows the link.'),
  subId: optional(subId, 'Pass-through id, returned with the conversion.', { emptyIsAbsent: true }),
  sig: optional(linkSignature, 'Signature over the others, of an app that signs its links.'),
} as const

/** Postback receiver, by query, form or JSON. */
export const postbackParameters = {
  click_id: required(
    soughtId(scalarText({ min: 1, max: 255, example: '0199f2c4-…' })),
    'The click id from the offer URL.',
  ),
  payout: required(
    amountField({ minMicros: -amountMaxMicros, maxMicros: amountMaxMicros }),
    "The network's payment: an exact decimal, at most 6 decimals; a reversal may be negative.",
  ),
  status: required(
    scalarText({ min: 1, max: 64, example: 'approved' }),
    'pending, approved, rejected or reversed, or one of their synonyms, in any case.',
  ),
  txn_id: optional(
    scalarTransactionId,
    "The network's transaction. White space and invisible characters at its ends are dropped, inside refused; case counts.",
  ),
  goal: optional(
    scalarText({ min: 1, max: 64, example: 'level-10' }),
    "Which goal of the offer: its key, or the network's id of it. Default: the default goal.",
    {
      emptyIsAbsent: true,
    },
  ),
  currency: optional(
    scalarText({ min: 3, max: 3, example: 'USD' }),
    'ISO 4217 code of the payout. Default: USD.',
    {
      emptyIsAbsent: true,
    },
  ),
  test: optional(dryRun, '1 or true: decide in full, write nothing.', { emptyIsAbsent: true }),
} as const

/** In the path of a postback of a network that has one. */
export const postbackPath = {
  token: required(
    textField({ min: 1, max: 200, example: '8Zt4…' }),
    'The token that names and proves the network.',
  ),
} as const

/** POST /v1/conversions. */
export const conversionBody = {
  userId: required(userId, 'The user who completed the offer.'),
  offerId: required(offerIdNumber, 'The id of the offer.'),
  clickId: optional(
    soughtId(textField({ min: 1, max: 64, example: '0199f2c4-…' })),
    'The click, when it is known.',
  ),
  goal: optional(
    textField({ min: 1, max: 64, example: 'level-10' }),
    'Which goal of the offer. Default: its default goal.',
  ),
  transactionId: optional(
    transactionId,
    "Makes a repeat the same claim. The network's own id of the transaction where it is known: one transaction is paid once. White space and invisible characters at its ends are dropped, inside refused; case counts.",
  ),
  amount: optional(
    amountField({ minMicros: 0, maxMicros: amountMaxMicros }),
    'The amount paid, in USD; the earned amount of a share offer comes from it.',
  ),
} as const

/** Nine billion units of a currency of the app. */
const unitsMaxMicros = 9_000_000_000_000_000

/** POST /api/v1/sessions (extension). */
export const sessionBody = {
  userId: required(userId, 'The user the session is bound to.'),
  ttlSeconds: optional(integerField({ min: 60, max: 86_400 }), 'How long the session lives. Default: 3600.'),
  balance: optional(
    amountField({ minMicros: -unitsMaxMicros, maxMicros: unitsMaxMicros }),
    "The user's balance in your currency. The wall shows it in its header.",
  ),
  pending: optional(
    amountField({ minMicros: 0, maxMicros: unitsMaxMicros }),
    'The sum that you have not credited yet, in your currency. The wall shows it below the balance.',
  ),
} as const

export const noParameters = {} as const
