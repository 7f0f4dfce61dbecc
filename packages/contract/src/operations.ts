import { Type } from './json-schema.ts'
import { lookups } from './lookup-operations.ts'
import { type Operation, operation } from './operation.ts'
import {
  conversionBody,
  fingerprintBody,
  fingerprintQuery,
  listOffersQuery,
  noParameters,
  postbackParameters,
  postbackPath,
  sessionBody,
  trackingQuery,
} from './parameters.ts'
import {
  conversionShape,
  fingerprintMeta,
  fingerprintShape,
  offerListMeta,
  offerShape,
  postbackShape,
  sessionShape,
} from './shapes/responses.ts'
import { getStats } from './stats-operation.ts'

const credentialErrors = ['INVALID_API_KEY', 'INVALID_API_SECRET', 'RATE_LIMIT_EXCEEDED'] as const

export const listOffers = operation({
  id: 'listOffers',
  method: 'GET',
  path: '/api/v1/offers',
  tag: 'Offers',
  summary: 'List offers for a user',
  description:
    'Lists the offers that the app may show to one user: filtered, sorted and paged. Country and ' +
    'platform are detected from the request unless you give them. If your server calls for its user, ' +
    'pass `ip` and `userAgent`.',
  proof: 'key+secret or session',
  query: listOffersQuery,
  body: noParameters,
  success: [
    { status: 200, description: 'The page of offers.', data: Type.Array(offerShape), meta: offerListMeta },
  ],
  errors: ['INVALID_REQUEST', ...credentialErrors, 'SERVER_ERROR'],
})

export const submitFingerprint = operation({
  id: 'submitFingerprint',
  method: 'POST',
  path: '/api/v1/fingerprint',
  tag: 'Fingerprint',
  summary: 'Submit a device fingerprint',
  description:
    'Stores and analyses device metadata. A first answer knows little (`meta.confidence`), so ask again ' +
    'before you pay. A call with key and secret comes from your server: pass `ip` and `userAgent` of the ' +
    'user, because the address and headers of your server say nothing about them.',
  proof: 'key+secret or session',
  query: fingerprintQuery,
  body: fingerprintBody,
  success: [
    {
      status: 200,
      description: 'The verdict about the device.',
      data: fingerprintShape,
      meta: fingerprintMeta,
    },
  ],
  errors: ['INVALID_REQUEST', ...credentialErrors, 'SERVER_ERROR'],
})

export const createConversion = operation({
  id: 'createConversion',
  method: 'POST',
  path: '/v1/conversions',
  aliases: ['/api/v1/conversions'],
  tag: 'Conversions',
  summary: 'Claim a conversion',
  description:
    'You say that a user has completed an offer. This is a claim: it stays pending until the network or ' +
    'an operator confirms it. If you repeat it with the same transactionId or Idempotency-Key header, it ' +
    'is the same claim.',
  proof: 'key+secret',
  query: noParameters,
  body: conversionBody,
  success: [
    { status: 201, description: 'The claim was recorded.', data: conversionShape },
    { status: 200, description: 'The claim was already there.', data: conversionShape },
  ],
  errors: ['INVALID_REQUEST', ...credentialErrors, 'RESOURCE_NOT_FOUND', 'SERVER_ERROR'],
})

export const createSession = operation({
  id: 'createSession',
  method: 'POST',
  path: '/api/v1/sessions',
  tag: 'Sessions',
  summary: 'Open a browser session',
  description:
    'Makes a short-lived token for one user of the app. A browser can use it without the secret. The ' +
    'browser sends it as `Authorization: Bearer` to the offer list and the fingerprint endpoint.',
  proof: 'key+secret',
  query: noParameters,
  body: sessionBody,
  success: [{ status: 201, description: 'The token of the session.', data: sessionShape }],
  errors: ['INVALID_REQUEST', ...credentialErrors, 'SERVER_ERROR'],
})

const followLink = operation({
  id: 'followLink',
  method: 'GET',
  path: '/track',
  tag: 'Tracking',
  summary: 'Follow a tracking link',
  description:
    'Records the click, then redirects to the offer. Use the `link` of the offer as it is; its host and ' +
    'path are the service’s TRACK_URL. An offer that is not available leads to a fallback, or to a small ' +
    'page with 404.',
  proof: 'key',
  query: trackingQuery,
  body: noParameters,
  success: [
    {
      status: 302,
      description: 'To the offer, or to a fallback.',
      headers: { Location: "The offer's address with its macros filled in, the click id among them." },
    },
  ],
  hasErrorPages: true,
  errors: ['INVALID_REQUEST', 'INVALID_API_KEY', 'RATE_LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND', 'SERVER_ERROR'],
})

const plainReply = {
  'text/plain': Type.String({ description: 'The text that the network wants to read, such as OK.' }),
}

const postback = {
  path: '/postback',
  tag: 'Postback',
  description:
    'A network reports a conversion. The path is POSTBACK_URL, followed by the token of a network that ' +
    'has one. A parameter in the query wins over the body; under a signature, only what is signed is read. ' +
    'A repeat answers 200 with `duplicate: true`. It changes no status and no money; it may add the transaction id that ' +
    'the first report left out. Some networks get a plain reply instead.',
  proof: 'network',
  success: [
    { status: 200, description: 'The outcome for the conversion.', data: postbackShape, plain: plainReply },
  ],
  errors: ['INVALID_REQUEST', 'INVALID_API_KEY', 'RESOURCE_NOT_FOUND', 'SERVER_ERROR'],
} as const

export const receivePostback = operation({
  ...postback,
  id: 'receivePostback',
  method: 'GET',
  summary: 'Report a conversion (query)',
  query: postbackParameters,
  body: noParameters,
})

export const receivePostbackBody = operation({
  ...postback,
  id: 'receivePostbackBody',
  method: 'POST',
  summary: 'Report a conversion (form or JSON)',
  query: noParameters,
  body: postbackParameters,
  bodyTypes: ['application/x-www-form-urlencoded', 'application/json'],
})

const withToken = {
  path: '/postback/{token}',
  pathParameters: postbackPath,
  description: [postback.description, 'You get this address when you create the network.'].join(' '),
} as const

const receiveTokenPostback = operation({
  ...receivePostback,
  ...withToken,
  id: 'receiveTokenPostback',
  summary: 'Report a conversion of a network with a token (query)',
})

const receiveTokenPostbackBody = operation({
  ...receivePostbackBody,
  ...withToken,
  id: 'receiveTokenPostbackBody',
  summary: 'Report a conversion of a network with a token (form or JSON)',
})

/** The public contract, in the order of a publisher's journey. */
export const operations: readonly Operation[] = [
  listOffers,
  followLink,
  receivePostback,
  receivePostbackBody,
  receiveTokenPostback,
  receiveTokenPostbackBody,
  createConversion,
  submitFingerprint,
  createSession,
  ...lookups,
  getStats,
]
