import { type TSchema, Type } from 'typebox'
import { optional, required } from './fields/field.ts'
import { ownId } from './fields/id-fields.ts'
import { scalarText, wordField } from './fields/text-fields.ts'
import { operation } from './operation.ts'
import { noParameters } from './parameters.ts'
import { closed, unixSeconds, uuid } from './shapes/responses.ts'

/** What these have in common: they are read, by whoever reaches the service. */
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
  description: 'In the text format of Prometheus; docs/watch.md says what each of ours means.',
  success: [
    {
      status: 200,
      description: 'All metrics.',
      plain: { 'text/plain': text('One sample a line, with HELP and TYPE.') },
    },
  ],
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
    'Of native callbacks; two while the master secret rotates. As a JSON Web Key Set, not the envelope.',
  success: [
    {
      status: 200,
      description: 'The keys.',
      plain: { 'application/json': Type.Object({ keys: Type.Array(publicKeyShape) }, closed) },
    },
  ],
})

const getOfferImage = operation({
  ...open,
  id: 'getOfferImage',
  path: '/images/offer.svg',
  summary: 'Picture of an offer that has none',
  description: 'What `image_url` leads to then.',
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
  summary: 'Where the reference is',
  description: 'Leads to `/docs/`.',
  success: [{ status: 302, description: 'To the reference.', headers: { Location: 'Always `/docs/`.' } }],
})

const readDocs = operation({
  ...open,
  id: 'readDocs',
  path: '/docs/{file}',
  summary: 'The reference, readable',
  description: 'This document as a page (`/docs/`), and the files that the page loads.',
  pathParameters: {
    file: required(
      scalarText({ min: 0, max: 255, example: 'js/scalar.js' }),
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

const timelineShape = Type.Object(
  {
    click_id: uuid,
    notes: Type.Array(Type.String(), { description: 'What is not known, and why.' }),
    entries: Type.Array(
      Type.Object(
        {
          at: unixSeconds('When it happened.'),
          kind: Type.String({
            description: 'listing, click, redirect, postback, conversion, ledger, callback or attempt.',
            examples: ['postback'],
          }),
          text: Type.String({
            description: 'It as a sentence.',
            examples: ['The network reported by GET: applied, answered 200.'],
          }),
          facts: Type.Object({}, { description: 'Whatever belongs to it.' }),
        },
        closed,
      ),
      { description: 'In the order of time.' },
    ),
  },
  closed,
)

export const tellTimeline = operation({
  id: 'tellTimeline',
  method: 'GET',
  path: '/operator/v1/timeline/{clickId}',
  pathParameters: { clickId: required(ownId, 'The click.') },
  tag: 'Operator',
  summary: 'Everything that happened to a click',
  description: 'In order and with reasons. There only where OPERATOR_TOKEN is set.',
  proof: 'operator',
  query: noParameters,
  body: noParameters,
  success: [{ status: 200, description: 'The timeline.', data: timelineShape }],
  errors: ['INVALID_REQUEST', 'INVALID_API_KEY', 'RATE_LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND', 'SERVER_ERROR'],
})

/** The endpoints besides the publishers' contract: health, documents, pictures, the operator's own. */
export const systemOperations = [
  tellTimeline,
  getLiveness,
  getReadiness,
  getMetrics,
  getOpenApi,
  listPublicKeys,
  getOfferImage,
  openTestOffer,
  getHome,
  openDocs,
  readDocs,
]
