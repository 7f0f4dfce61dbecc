import {
  amountStyles,
  callbackMethods,
  reversalStyles,
  type SignatureScheme,
  transactionIdForms,
} from '@quoin/core/callbacks/endpoint.ts'
import { type EndpointEventType, endpointEventTypes } from '@quoin/core/callbacks/facts.ts'
import { readSignatureScheme, signatureSchemeForm } from '@quoin/core/callbacks/signature-text.ts'
import { endpointModes } from '@quoin/core/callbacks/stored-endpoint.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, refuseNonText, required } from '../../fields/field.ts'
import { listOf, orNone } from '../../fields/json-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const endpoints = { tag: 'Callbacks', proof: 'staff', query: noParameters, body: noParameters } as const
const oneEndpoint = { endpointId: required(rowId, 'The id of the endpoint.') } as const

const urlMax = 2_048
const schemeMax = 500

const signature: Field<SignatureScheme | 'standard' | 'none'> = {
  schema: Type.String({ maxLength: schemeMax, examples: ['md5 {user_id}{secret} parameter:sig'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    if (raw === 'standard' || raw === 'none') return accepted(raw)
    const scheme = raw.length > schemeMax || !raw.isWellFormed() ? undefined : readSignatureScheme(raw)
    return scheme === undefined ? refused('format', signatureSchemeForm) : accepted(scheme)
  },
}

const text = (max: number, example: string) => textField({ min: 1, max, example })
const pattern = orNone(text(500, 'OK*|DUP*'))
const secret = text(200, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')
const eventList = listOf<EndpointEventType>(wordField(endpointEventTypes), { max: endpointEventTypes.length })

export const listCallbackFormats = operation({
  ...endpoints,
  id: 'listCallbackFormats',
  method: 'GET',
  path: '/operator/v1/callback-formats',
  role: 'analyst',
  summary: 'The ways in which a receiver can be called',
  description: 'Lists `native`, `template` (an address of your own with macros), and the dialects.',
  success: [
    {
      status: 200,
      description: 'The formats and their standards.',
      data: Type.Array(
        Type.Object(
          {
            name: Type.String({ examples: ['native'] }),
            title: Type.String(),
            method: Type.String(),
            events: Type.Array(Type.String(), { description: 'The events that it can report.' }),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const setCallbackEndpoint = operation({
  ...endpoints,
  id: 'setCallbackEndpoint',
  method: 'POST',
  path: '/operator/v1/apps/{appId}/callback-endpoints',
  pathParameters: { appId: required(rowId, 'The id of the app.') },
  role: 'operator',
  summary: "Set where and how an app's callbacks go",
  description:
    'An endpoint is known by its app and name. If there is one of that name, it is changed. A field that ' +
    'you leave out stays as it is; in a new endpoint it gets the standard of the format.',
  body: {
    name: optional(text(100, 'main'), 'Tells the endpoints of an app apart; `main` unless given.'),
    format: optional(text(50, 'native'), 'One of the formats; `native` at first.'),
    url: optional(
      text(urlMax, 'https://games.example/callback'),
      'Where to; may have macros, but for native.',
    ),
    mode: optional(wordField(endpointModes), 'The mode of the conversions; `live` at first.'),
    events: optional(
      eventList,
      'Which steps of conversions it is told of; in the native format also which changes of offers, none at first.',
    ),
    method: optional(wordField(callbackMethods), 'The method and form of the request.'),
    parameters: optional(
      orNone(text(urlMax, 'u={user_id}&r={reward}')),
      "Names and macros; null: the format's own.",
    ),
    signature: optional(signature, '`standard`, `none`, or a scheme.'),
    okBody: optional(pattern, 'The text that a 2xx answer must have; null: any.'),
    failureBody: optional(pattern, 'The text of a 2xx answer that failed; null: none.'),
    transactionIds: optional(wordField(transactionIdForms), 'The form of ids in classic callbacks.'),
    reversalStyle: optional(wordField(reversalStyles), 'How a reversal names what it takes back.'),
    amounts: optional(wordField(amountStyles), 'The amounts of reversals: signed or absolute.'),
    secret: optional(secret, 'One that the receiver knows already; else one is made.'),
  },
  success: [
    {
      status: 200,
      description: 'The endpoint is set.',
      data: Type.Object(
        {
          id: idText('The id of the endpoint.'),
          is_new: Type.Boolean(),
          secret: orNull(Type.String(), 'Where one was made or set now; shown this once.'),
          reversal_advice: Type.String({
            description: 'For which receivers another way of reversals is right.',
          }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const removeCallbackEndpoint = operation({
  ...endpoints,
  id: 'removeCallbackEndpoint',
  method: 'DELETE',
  path: '/operator/v1/callback-endpoints/{endpointId}',
  pathParameters: oneEndpoint,
  role: 'operator',
  summary: 'Remove an endpoint for good',
  description:
    'Callbacks that are due are cancelled. Callbacks that were sent stay readable. The name is free ' +
    'again.',
  success: [
    {
      status: 200,
      description: 'The endpoint is removed.',
      data: Type.Object({ cancelled: Type.Integer({ minimum: 0 }) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const rotateCallbackSecret = operation({
  ...endpoints,
  id: 'rotateCallbackSecret',
  method: 'POST',
  path: '/operator/v1/callback-endpoints/{endpointId}/rotate-secret',
  pathParameters: oneEndpoint,
  role: 'operator',
  summary: 'A new secret for a receiver',
  description:
    'Native callbacks are signed with both secrets for 24 hours. Classic callbacks change to the new ' +
    'secret at once.',
  body: { secret: optional(secret, 'One that the receiver knows already; else one is made.') },
  success: [
    {
      status: 200,
      description: 'The new credential.',
      data: Type.Object(
        {
          secret: Type.String({ description: 'The secret. It is shown this once.' }),
          previous_ends_at: orNull(unixSeconds('Until when the one before signs, too.')),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

/** Setting up where apps are told of conversions. */
export const endpointOperations = [
  listCallbackFormats,
  setCallbackEndpoint,
  removeCallbackEndpoint,
  rotateCallbackSecret,
] as const
