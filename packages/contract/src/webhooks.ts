import { callbackEventTypes, offerEventTypes } from '@quoin/core/callbacks/facts.ts'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import type { Static } from 'typebox'
import { Type } from './json-schema.ts'
import { exampleOf } from './example-of.ts'
import { closed, orNull, unixSeconds, uuid } from './shapes/responses.ts'
import type { Given } from './shown.ts'

const decimal = (description: string) =>
  Type.String({ description, pattern: '^-?[0-9]+([.][0-9]+)?$', examples: ['1.25'] })
const status = Type.Enum([...conversionStatuses])

/** The body of a native callback. */
export type NativeBody = Given<Static<typeof nativeCallbackShape>>

/** Amounts are decimal texts, so that nobody reads them as floats by accident. */
const nativeCallbackShape = Type.Object(
  {
    type: Type.Enum([...callbackEventTypes], { description: 'The outcome for the conversion.' }),
    timestamp: Type.String({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] }),
    data: Type.Object(
      {
        callback_id: uuid,
        conversion_id: uuid,
        version: Type.Integer({ minimum: 1, description: 'Which change of the conversion this is.' }),
        status,
        previous_status: orNull(status),
        reason: orNull(Type.String()),
        user_id: Type.String(),
        sub_id: orNull(Type.String()),
        click_id: orNull(uuid),
        offer: Type.Object(
          { offer_id: Type.Integer(), external_id: orNull(Type.String()), name: Type.String() },
          closed,
        ),
        goal: orNull(
          Type.Object({ id: Type.String({ examples: ['level-10'] }), name: orNull(Type.String()) }, closed),
        ),
        transaction_id: orNull(Type.String()),
        payout: decimal('Your payout, in USD.'),
        payout_local: decimal("The same in your app's virtual currency."),
        change: decimal(
          'The difference that this change makes to your earnings; below zero where it takes back.',
        ),
        change_local: decimal('The same in your virtual currency.'),
        currency: Type.String({ description: 'Name of the virtual currency.' }),
        country: orNull(Type.String({ pattern: '^[A-Z]{2}$' })),
        user_ip: orNull(Type.String()),
        clicked_at: orNull(unixSeconds('When the link was followed.')),
        happened_at: unixSeconds('When the conversion changed.'),
        is_test: Type.Boolean(),
      },
      closed,
    ),
  },
  closed,
)

/** The body of a native callback about offers. */
export type OfferBody = Given<Static<typeof offerCallbackShape>>

const offerCallbackShape = Type.Object(
  {
    type: Type.Enum([...offerEventTypes], { description: 'The change of all of these offers.' }),
    timestamp: Type.String({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] }),
    data: Type.Object(
      {
        callback_id: uuid,
        changes: Type.Array(
          Type.Object(
            {
              offer_id: Type.Integer(),
              sequence: Type.Integer({
                minimum: 1,
                description: 'As in the list of changes: a lower one of the same offer is older.',
              }),
            },
            closed,
          ),
          { minItems: 1, maxItems: 100 },
        ),
      },
      closed,
    ),
  },
  closed,
)

const signed = [
  ['webhook-id', 'Names the callback; the same in each attempt.'],
  ['webhook-timestamp', 'Unix seconds of the attempt.'],
  ['webhook-signature', 'Signatures over id, timestamp and body: v1 (HMAC), v1a (Ed25519).'],
] as const

/** A callback in the manner of a family of receivers: what a dialect sends, told without its rules. */
export interface DialectDescription {
  readonly name: string
  readonly title: string
  readonly method: 'GET' | 'POST form' | 'POST JSON'
  readonly parameters: readonly DialectParameter[]
  readonly headers: readonly DialectParameter[]
  /** The answers of its receivers, in a sentence. */
  readonly answer: string
}

export interface DialectParameter {
  readonly name: string
  readonly description: string
  /** A parameter that is one of a few words. */
  readonly words?: readonly string[]
}

/**
 * The requests that publishers' servers receive, as OpenAPI 3.1 has it: the native callback, and one webhook for
 * each dialect.
 */
export function printWebhooks(dialects: readonly DialectDescription[]): object {
  const printed = dialects.map((dialect) => [`conversionChanged_${dialect.name}`, printDialect(dialect)])
  return {
    conversionChanged: printNative(conversionChanged, nativeCallbackShape),
    offersChanged: printNative(offersChanged, offerCallbackShape),
    ...Object.fromEntries(printed),
  }
}

const conversionChanged = {
  operationId: 'conversionChanged',
  summary: 'A conversion was made or has changed',
  description:
    'Sent to an endpoint with native callbacks (Standard Webhooks): one for each change of a conversion, in order, ' +
    'retried until your server answers 2xx. An endpoint with a dialect gets that one’s request instead; one with a ' +
    'template of its own gets the parameters of its template.',
}

const offersChanged = {
  operationId: 'offersChanged',
  summary: 'Offers were added, changed or removed',
  description:
    'Sent to an endpoint with native callbacks that asks for it, off by default: up to 100 offers at a time, the next ' +
    'when your server has answered. It does not say how an offer is now: ask for the list of changes, from the cursor ' +
    'that you have.',
}

function printNative(told: typeof conversionChanged, schema: Parameters<typeof exampleOf>[0]): object {
  return {
    post: {
      ...told,
      tags: ['Callbacks'],
      security: noCredentials,
      parameters: signed.map(([name, description]) => printParameter('header', { name, description })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(schema) } },
      },
      responses: { '2XX': { description: 'Your server has taken the callback.' } },
    },
  }
}

/** Callbacks are signed, and carry no credential of ours. */
const noCredentials: readonly object[] = []

const bodyTypes = {
  'POST form': 'application/x-www-form-urlencoded',
  'POST JSON': 'application/json',
} as const

function printDialect(dialect: DialectDescription): object {
  const { name, title, method, parameters, headers, answer } = dialect
  const inHeaders = headers.map((header) => printParameter('header', header))
  const operation = {
    operationId: `conversionChanged_${name}`,
    tags: ['Callbacks'],
    summary: `The same, as ${title} sends it`,
    security: noCredentials,
    description: `Sent to an endpoint with the dialect \`${name}\`, unless the endpoint sets its own parameters.`,
    responses: { '2XX': { description: answer } },
  }
  if (method === 'GET') {
    const inQuery = parameters.map((parameter) => printParameter('query', parameter))
    return { get: { ...operation, parameters: [...inQuery, ...inHeaders] } }
  }
  const schema = {
    type: 'object',
    required: parameters.map((parameter) => parameter.name),
    properties: Object.fromEntries(parameters.map((one) => [one.name, schemaOf(one)])),
    additionalProperties: false,
  }
  const requestBody = { required: true, content: { [bodyTypes[method]]: { schema } } }
  return { post: { ...operation, parameters: inHeaders, requestBody } }
}

function printParameter(place: 'query' | 'header', { name, description, words }: DialectParameter): object {
  return { name, in: place, required: true, description, schema: { type: 'string', ...enumOf(words) } }
}

function schemaOf({ description, words }: DialectParameter): object {
  return { type: 'string', description, ...enumOf(words) }
}

function enumOf(words: readonly string[] | undefined): object {
  return words === undefined ? {} : { enum: words }
}
