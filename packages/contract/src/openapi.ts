import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { printPaths, printTags } from './print-paths.ts'
import { systemOperations } from './system-operations.ts'
import { type DialectDescription, printWebhooks } from './webhooks.ts'
import { errorEnvelope } from './shapes/envelopes.ts'

interface OpenApiOptions {
  readonly baseUrl: string
  /** Paths of the deployment: TRACK_URL and POSTBACK_URL may differ from the defaults; undefined: it has none. */
  readonly pathOf?: (operation: Operation) => string | undefined
  readonly version: string
  /** In whose manner callbacks can be sent, besides the native one. */
  readonly dialects?: readonly DialectDescription[]
}

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Public key of the app.' },
  apiSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Secret',
    description: 'Secret of the app. Send it from your server only.',
  },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
  apiSecretQuery: { type: 'apiKey', in: 'query', name: 'apiSecret' },
  session: { type: 'http', scheme: 'bearer', description: 'Token of POST /api/v1/sessions.' },
}

/** The OpenAPI 3.1 document, printed from the tables that the server reads by. */
export function printOpenApi({
  baseUrl,
  version,
  pathOf = ({ path }) => path,
  dialects = [],
}: OpenApiOptions): object {
  const served = [...operations, ...systemOperations].filter((one) => pathOf(one) !== undefined)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quoin',
      version,
      description:
        'Offers, tracking links, postbacks and fraud scores. Every JSON answer is the envelope. ' +
        'Credentials are sent as headers, in the query, or with POST as the body fields `apiKey` and ' +
        '`apiSecret`. Besides these, browser calls have their preflights answered (OPTIONS), and what ' +
        'is read by GET and needs no credentials answers HEAD, too.\n\n' +
        'New here? The [publisher guide](/docs/publishers) goes from credentials to paid conversions in an afternoon.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: printTags(served),
    paths: printPaths(served, pathOf),
    webhooks: printWebhooks(dialects),
    components: { securitySchemes, schemas: { Error: errorEnvelope } },
  }
}
