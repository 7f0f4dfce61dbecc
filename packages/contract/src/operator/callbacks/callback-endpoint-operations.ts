import { callbackStates } from '@quoin/core/callbacks/conclude-attempt.ts'
import { amountStyles, reversalStyles, transactionIdForms } from '@quoin/core/callbacks/endpoint.ts'
import { disabledReasons, endpointModes, endpointStates } from '@quoin/core/callbacks/stored-endpoint.ts'
import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { amountField, countField } from '../../fields/number-fields.ts'
import { search, textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { listMeta, listParameters } from '../list-parameters.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'
import { attemptFields, endpointPath, general } from './callback-parts.ts'

const endpointFields = {
  id: idText('The id of the endpoint.'),
  app_id: idText('The id of its app.'),
  app: Type.String(),
  name: Type.String(),
  url: Type.String({ description: 'The address, with secrets masked.' }),
  format: Type.String({ examples: ['native'] }),
  mode: Type.Enum([...endpointModes]),
  state: Type.Enum([...endpointStates], {
    description: '`dead`: nothing is sent since it failed or was gone; `paused`: an operator said so.',
  }),
  failing_since: orNull(unixSeconds('Since when it has failed without a success.')),
  failures: Type.Integer({ minimum: 0 }),
  success_share: orNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'The share of successes among the last 100 callbacks that were tried; null without any.',
  ),
  latency_ms: orNull(Type.Integer({ minimum: 0 }), 'Half of their answers took no longer.'),
  waiting: Type.Integer({ minimum: 0, description: 'Callbacks that are owed, counted to 10,000.' }),
  last_sent_at: orNull(unixSeconds('When it was last tried.')),
}

export const listCallbackEndpoints = operation({
  ...general,
  id: 'listCallbackEndpoints',
  method: 'GET',
  path: '/operator/v1/callback-endpoints',
  reads: 'elsewhere',
  summary: 'Where apps are told of conversions',
  description: 'Lists the endpoints and how each of them fares.',
  role: 'analyst',
  query: {
    ...listParameters({ app: ['text', 'integer'], id: ['integer'] }, 'app'),
    search: optional(search, 'A part of the name of the app or the endpoint.', { emptyIsAbsent: true }),
    state: optional(wordField(endpointStates), 'Only endpoints in this state.'),
    app: optional(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'Only rows of this app.'),
  },
  success: [
    {
      status: 200,
      description: 'One page of the list.',
      data: Type.Array(Type.Object(endpointFields, closed)),
      meta: listMeta,
    },
  ],
  errors: staffErrors,
})

export const getCallbackEndpoint = operation({
  ...general,
  id: 'getCallbackEndpoint',
  method: 'GET',
  path: '/operator/v1/callback-endpoints/{endpointId}',
  pathParameters: endpointPath,
  summary: 'One endpoint',
  description: 'Says how the endpoint is called, how it fares, and how many callbacks are in each state.',
  role: 'analyst',
  success: [
    {
      status: 200,
      description: 'The endpoint in full.',
      data: Type.Object(
        {
          ...endpointFields,
          method: Type.String(),
          events: Type.Array(Type.String()),
          has_secret: Type.Boolean(),
          previous_secret_ends_at: orNull(unixSeconds('Until when the secret before signs, too.')),
          parameters: orNull(Type.String(), 'Null means the format’s own.'),
          signature: Type.String({ description: '`standard`, `none`, or a scheme.' }),
          ok_body: orNull(Type.String(), 'The text that a 2xx answer must have.'),
          failure_body: orNull(Type.String(), 'The text of a 2xx answer that failed.'),
          transaction_ids: Type.Enum([...transactionIdForms]),
          reversal_style: Type.Enum([...reversalStyles]),
          amounts: Type.Enum([...amountStyles]),
          counts: Type.Array(
            Type.Object(
              { state: Type.Enum([...callbackStates]), count: Type.Integer({ minimum: 0 }) },
              closed,
            ),
          ),
          waiting_since: orNull(unixSeconds('When the oldest callback that waits was owed.')),
          next_attempt_at: orNull(unixSeconds('When the next of those that wait is due.')),
          disabled_reason: orNull(
            Type.Enum([...disabledReasons]),
            'Why nothing is sent: a person paused it, the receiver answered 410, it failed for days, or it was removed.',
          ),
          disabled_at: orNull(unixSeconds('Since when nothing is sent.')),
          created_at: unixSeconds('When it was set up.'),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

const cases = ['approved', 'goal', 'pending', 'rejected', 'reversed', 'reversal', 'duplicate'] as const
const triedCases = [...cases, 'offers'] as const
const user = textField({ min: 1, max: 255, example: 'test-user' })

export const testCallbackEndpoint = operation({
  ...general,
  id: 'testCallbackEndpoint',
  method: 'POST',
  path: '/operator/v1/callback-endpoints/{endpointId}/test',
  pathParameters: endpointPath,
  summary: 'Tell an endpoint of a made-up conversion',
  description:
    'Sends the callback now, marked as a test, and shows every request and answer. You can try a paused ' +
    'endpoint, too.',
  role: 'operator',
  body: {
    case: optional(
      wordField(triedCases),
      'The step of the conversion; `approved` unless given. `offers` tells of changes of offers instead.',
    ),
    userId: optional(user, 'Whom it is about; `test-user` unless given.'),
    payout: optional(
      amountField({ minMicros: 0, maxMicros: 1_000_000_000_000 }),
      'Its payout in USD; 1 unless given.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The requests and their answers.',
      data: Type.Array(
        Type.Object(
          {
            status: Type.String(),
            ...attemptFields,
            look_at: orNull(Type.String(), 'The thing that a person should check.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const previewCallbackSignature = operation({
  ...general,
  id: 'previewCallbackSignature',
  method: 'GET',
  path: '/operator/v1/callback-endpoints/{endpointId}/signature',
  pathParameters: endpointPath,
  summary: 'How a callback is signed, step by step',
  description:
    'Shows how the callback of a made-up conversion is signed. The function that sends makes it, but ' +
    'nothing is sent. The secret is masked.',
  role: 'analyst',
  query: { case: optional(wordField(cases), 'The step of the conversion; `approved` unless given.') },
  success: [
    {
      status: 200,
      description: 'The requests, one after the other.',
      data: Type.Array(
        Type.Object(
          {
            status: Type.String(),
            hash: orNull(Type.String(), 'Null means that nothing is signed.'),
            encoding: orNull(Type.String()),
            into: orNull(Type.String(), 'The header or parameter with the digest.'),
            signed_text: orNull(Type.String(), 'Exactly what is hashed; `***` stands for the secret.'),
            digest: orNull(Type.String()),
            method: Type.String(),
            url: Type.String(),
            headers: Type.Record(Type.String(), Type.String()),
            body: orNull(Type.String()),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

const changed = {
  ...general,
  method: 'POST',
  pathParameters: endpointPath,
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The change is saved.',
      data: Type.Object({ id: idText('The id of the endpoint.') }, closed),
    },
  ],
  errors: staffErrorsOfOne,
} as const

export const enableCallbackEndpoint = operation({
  ...changed,
  id: 'enableCallbackEndpoint',
  path: '/operator/v1/callback-endpoints/{endpointId}/enable',
  summary: 'Resume an endpoint',
  description: 'The callbacks that waited are sent first, whenever they were due.',
})

export const disableCallbackEndpoint = operation({
  ...changed,
  id: 'disableCallbackEndpoint',
  path: '/operator/v1/callback-endpoints/{endpointId}/disable',
  summary: 'Pause an endpoint',
  description: 'Its callbacks wait until you resume it.',
})

export const callbackEndpointOperations = [
  listCallbackEndpoints,
  getCallbackEndpoint,
  testCallbackEndpoint,
  previewCallbackSignature,
  enableCallbackEndpoint,
  disableCallbackEndpoint,
] as const
