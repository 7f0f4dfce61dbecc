import type { TSchema } from 'typebox'
import { Type } from './json-schema.ts'
import { optional, required } from './fields/field.ts'
import { scalarText, wordField } from './fields/text-fields.ts'
import { operation } from './operation.ts'
import { noParameters } from './parameters.ts'
import { closed } from './shapes/responses.ts'

/** Reads that are open to everybody who reaches the service. */
const open = {
  method: 'GET',
  tag: 'System',
  proof: 'none',
  query: noParameters,
  body: noParameters,
  errors: [],
} as const

const okShape = Type.Object({ status: Type.Literal('ok') }, closed)
const text = (description: string): TSchema => Type.String({ description })
const html = { 'text/html': text('The page as HTML.') }

const getLiveness = operation({
  ...open,
  id: 'getLiveness',
  path: '/livez',
  summary: 'Whether the process is alive',
  description: 'Restart the process when this fails. It asks neither the database nor anything else.',
  success: [{ status: 200, description: 'The process is alive.', data: okShape }],
})

export const getReadiness = operation({
  ...open,
  id: 'getReadiness',
  path: '/readyz',
  summary: 'Whether new requests should come here',
  description:
    'Let your load balancer ask this. Add `plane=links` where only tracking links are sent here: they go ' +
    'on while the database is away.',
  query: {
    plane: optional(wordField(['links']), 'links: only whether links are answered.', {
      emptyIsAbsent: true,
    }),
  },
  success: [{ status: 200, description: 'The process takes requests.', data: okShape }],
  errors: ['INVALID_REQUEST', 'SERVER_ERROR'],
})

const getMetrics = operation({
  ...open,
  id: 'getMetrics',
  path: '/metrics',
  summary: 'Metrics',
  description:
    'The answer has the text format of Prometheus; docs/watch.md says what each metric means. Send ' +
    'METRICS_TOKEN as `Authorization: Bearer`. Where that setting is missing, only the machine itself ' +
    'may ask.',
  success: [
    {
      status: 200,
      description: 'The metrics as text.',
      plain: { 'text/plain': text('One sample a line, with HELP and TYPE.') },
    },
  ],
  errors: ['INVALID_API_KEY', 'RESOURCE_NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
})

const getOpenApi = operation({
  ...open,
  id: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This document',
  description: 'An OpenAPI 3.1 document. It is printed from the tables by which the server reads requests.',
  success: [
    {
      status: 200,
      description: 'The OpenAPI document.',
      plain: { 'application/json': Type.Object({ openapi: Type.String() }) },
    },
  ],
})

const getOperatorOpenApi = operation({
  ...getOpenApi,
  id: 'getOperatorOpenApi',
  path: '/operator/v1/openapi.json',
  summary: 'The document of the operator API',
})

const getManageOpenApi = operation({
  ...getOpenApi,
  id: 'getManageOpenApi',
  path: '/manage/v1/openapi.json',
  summary: "The document of the publishers' management API",
})

const publicKeyShape = Type.Object(
  {
    kty: Type.Literal('OKP'),
    crv: Type.Literal('Ed25519'),
    alg: Type.Literal('EdDSA'),
    use: Type.Literal('sig'),
    kid: Type.String({ examples: ['5f0c1a7d9b3e2468'] }),
    x: Type.String({
      description: 'The key, in base64url.',
      examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
    }),
    whpk: Type.String({
      description: 'The same, as Standard Webhooks writes it.',
      examples: ['whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
    }),
  },
  closed,
)

const listPublicKeys = operation({
  ...open,
  id: 'listPublicKeys',
  path: '/.well-known/webhook-keys.json',
  tag: 'Callbacks',
  summary: 'Keys that sign callbacks',
  description:
    'Lists the keys that sign native callbacks. There are two of them while the master secret rotates. ' +
    'The answer is a JSON Web Key Set without the envelope.',
  success: [
    {
      status: 200,
      description: 'The keys as a JSON Web Key Set.',
      plain: { 'application/json': Type.Object({ keys: Type.Array(publicKeyShape) }, closed) },
    },
  ],
})

const getSecurityContact = operation({
  ...open,
  id: 'getSecurityContact',
  path: '/.well-known/security.txt',
  summary: 'Contact for reports of weaknesses',
  description:
    'The file follows RFC 9116. The answer is RESOURCE_NOT_FOUND where the operator has set no ' +
    'SECURITY_CONTACT.',
  success: [
    {
      status: 200,
      description: 'The contacts for reports of weaknesses.',
      plain: { 'text/plain': text('Contact, Expires, Canonical, one a line.') },
    },
  ],
  errors: ['RESOURCE_NOT_FOUND'],
})

const getOfferImage = operation({
  ...open,
  id: 'getOfferImage',
  path: '/images/offer.svg',
  summary: 'Picture of an offer that has none',
  description: 'The `image_url` of an offer without a picture of its own leads here.',
  success: [
    { status: 200, description: 'The picture as SVG.', plain: { 'image/svg+xml': text('An SVG drawing.') } },
  ],
})

const openTestOffer = operation({
  ...open,
  id: 'openTestOffer',
  path: '/test-offer',
  summary: 'Page of the built-in test offers',
  description: 'The links of test offers lead to this page. Its buttons send the postbacks of the offer.',
  query: {
    click_id: optional(
      scalarText({ min: 1, max: 255, example: '0199f2c4-…' }),
      'The click that brought the visitor.',
    ),
    offer_id: optional(scalarText({ min: 1, max: 16, example: '12' }), 'The id of the test offer.'),
  },
  success: [{ status: 200, description: 'The page as HTML.', plain: html }],
})

const getHome = operation({
  ...open,
  id: 'getHome',
  path: '/',
  summary: 'That the service runs',
  description: 'Shows a small page at the bare address. A host that has links or postbacks there shows none.',
  success: [{ status: 200, description: 'The page as HTML.', plain: html }],
})

const openDocs = operation({
  ...open,
  id: 'openDocs',
  path: '/docs',
  summary: 'Where the documents are',
  description: 'Redirects to the documents at `/docs/`.',
  success: [
    {
      status: 302,
      description: 'A redirect to the documents.',
      headers: { Location: 'The address `/docs/`, always.' },
    },
  ],
})

const readDocs = operation({
  ...open,
  id: 'readDocs',
  path: '/docs/{file}',
  summary: 'The documents',
  description:
    'Serves the guides and tutorials (`/docs/`), this document as a page (`/docs/reference/`), and the ' +
    'files that they load. Each page is there as Markdown, too: `/docs/publishers.md`. ' +
    '`/docs/search?q=margin` looks for words in all pages. `/docs/files/` has what a developer copies: the ' +
    'clients, the receivers and the package of the SDK.',
  pathParameters: {
    file: required(
      scalarText({ min: 0, max: 255, example: 'publishers' }),
      'A file of the page; nothing for the page.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The page, or the file that it loads.',
      plain: { ...html, 'application/javascript': text('A script of the page.') },
    },
  ],
  errors: ['RESOURCE_NOT_FOUND'],
})

const plainText = { 'text/plain': text('The document as plain text.') }

const listPages = operation({
  ...open,
  id: 'listPages',
  path: '/llms.txt',
  summary: 'The list of the documents, for programs',
  description: 'Names every page of the documents and where its Markdown is. `/docs/llms.txt` is the same.',
  success: [{ status: 200, description: 'The list of documents.', plain: plainText }],
})

const readPages = operation({
  ...open,
  id: 'readPages',
  path: '/llms-full.txt',
  summary: 'All documents in one text, for programs',
  description: 'Holds the Markdown of every page that `/llms.txt` names.',
  success: [{ status: 200, description: 'The text of all documents.', plain: plainText }],
})

const readPublisherPages = operation({
  ...open,
  id: 'readPublisherPages',
  path: '/llms-publishers.txt',
  summary: 'The text for publishers, for programs',
  description: 'Holds the Markdown of the calls, the callbacks and the errors, without the rest.',
  success: [{ status: 200, description: 'The text of these documents.', plain: plainText }],
})

/** The endpoints besides the publishers' contract: health, documents, pictures. */
export const systemOperations = [
  getLiveness,
  getReadiness,
  getMetrics,
  getOpenApi,
  getOperatorOpenApi,
  getManageOpenApi,
  getSecurityContact,
  listPublicKeys,
  getOfferImage,
  openTestOffer,
  getHome,
  listPages,
  readPages,
  readPublisherPages,
  openDocs,
  readDocs,
]
