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
const html = { 'text/html': text('The page.') }

const getLiveness = operation({
  ...open,
  id: 'getLiveness',
  path: '/livez',
  summary: 'Whether the process is alive',
  description: 'To restart it by: it asks nothing else.',
  success: [{ status: 200, description: 'It is.', data: okShape }],
})

export const getReadiness = operation({
  ...open,
  id: 'getReadiness',
  path: '/readyz',
  summary: 'Whether new requests should come here',
  description:
    'To balance by. Add `plane=links` for whoever sends only tracking links here: they go on while the ' +
    'database is away.',
  query: {
    plane: optional(wordField(['links']), 'links: only whether links are answered.', {
      emptyIsAbsent: true,
    }),
  },
  success: [{ status: 200, description: 'They should.', data: okShape }],
  errors: ['INVALID_REQUEST', 'SERVER_ERROR'],
})

const getMetrics = operation({
  ...open,
  id: 'getMetrics',
  path: '/metrics',
  summary: 'Metrics',
  description:
    'In the text format of Prometheus; docs/watch.md says what each of ours means. For whoever sends METRICS_TOKEN as ' +
    '`Authorization: Bearer`; without that setting for the machine itself alone.',
  success: [
    {
      status: 200,
      description: 'All metrics.',
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
  description: 'OpenAPI 3.1, printed from the tables that the server reads by.',
  success: [
    {
      status: 200,
      description: 'The document.',
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
    'The keys of native callbacks; two while the master secret rotates. As a JSON Web Key Set, not the envelope.',
  success: [
    {
      status: 200,
      description: 'The keys.',
      plain: { 'application/json': Type.Object({ keys: Type.Array(publicKeyShape) }, closed) },
    },
  ],
})

const getSecurityContact = operation({
  ...open,
  id: 'getSecurityContact',
  path: '/.well-known/security.txt',
  summary: 'Contact for reports of weaknesses',
  description: 'As RFC 9116 has it; RESOURCE_NOT_FOUND where the operator has set no SECURITY_CONTACT.',
  success: [
    {
      status: 200,
      description: 'The contacts.',
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
  description: 'The picture behind the `image_url` of such an offer.',
  success: [
    { status: 200, description: 'The picture.', plain: { 'image/svg+xml': text('An SVG drawing.') } },
  ],
})

const openTestOffer = operation({
  ...open,
  id: 'openTestOffer',
  path: '/test-offer',
  summary: 'Page of the built-in test offers',
  description: 'Where links of test offers lead: its buttons send the postbacks of the offer.',
  query: {
    click_id: optional(
      scalarText({ min: 1, max: 255, example: '0199f2c4-…' }),
      'The click that brought the visitor.',
    ),
    offer_id: optional(scalarText({ min: 1, max: 16, example: '12' }), 'The test offer.'),
  },
  success: [{ status: 200, description: 'The page.', plain: html }],
})

const getHome = operation({
  ...open,
  id: 'getHome',
  path: '/',
  summary: 'That the service runs',
  description:
    'A page for whoever opens the bare address. A host that has links or postbacks there has none.',
  success: [{ status: 200, description: 'The page.', plain: html }],
})

const openDocs = operation({
  ...open,
  id: 'openDocs',
  path: '/docs',
  summary: 'Where the documents are',
  description: 'Leads to `/docs/`.',
  success: [{ status: 302, description: 'To the documents.', headers: { Location: 'Always `/docs/`.' } }],
})

const readDocs = operation({
  ...open,
  id: 'readDocs',
  path: '/docs/{file}',
  summary: 'The documents',
  description:
    'Guides and tutorials (`/docs/`), this document as a page (`/docs/reference/`), and the files that they load. ' +
    'Each page is there as Markdown too: `/docs/publishers.md`. `/docs/search?q=margin` looks for words in all pages.',
  pathParameters: {
    file: required(
      scalarText({ min: 0, max: 255, example: 'publishers' }),
      'A file of the page; nothing for the page.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The page or file.',
      plain: { ...html, 'application/javascript': text('A script.') },
    },
  ],
  errors: ['RESOURCE_NOT_FOUND'],
})

const plainText = { 'text/plain': text('The text.') }

const listPages = operation({
  ...open,
  id: 'listPages',
  path: '/llms.txt',
  summary: 'The list of the documents, for programs',
  description: 'Names every page of the documents and where its Markdown is. `/docs/llms.txt` is the same.',
  success: [{ status: 200, description: 'The list.', plain: plainText }],
})

const readPages = operation({
  ...open,
  id: 'readPages',
  path: '/llms-full.txt',
  summary: 'All documents in one text, for programs',
  description: 'Holds the Markdown of every page that `/llms.txt` names.',
  success: [{ status: 200, description: 'The text.', plain: plainText }],
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
  openDocs,
  readDocs,
]
