import { endpointModes, endpointStates } from '@quoin/core/callbacks/stored-endpoint.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import {
  disableCallbackEndpoint,
  enableCallbackEndpoint,
  getCallbackEndpoint,
} from '../../operator/callbacks/callback-endpoint-operations.ts'
import {
  listCallbackFormats,
  removeCallbackEndpoint,
  rotateCallbackSecret,
  setCallbackEndpoint,
} from '../../operator/callbacks/endpoint-setup-operations.ts'
import { endpointPath } from '../../operator/callbacks/callback-parts.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { member, ofMode, ofPublisher, ownApp } from '../manage-parts.ts'

const callbacks = { ...member, tag: 'Callbacks' } as const
const ofOne = { ...callbacks, pathParameters: endpointPath } as const

// The secret is made here, and never sent by a page.
const { secret: _secret, ...choices } = setCallbackEndpoint.body

/** Choices of an endpoint's owner. A field that is left out stays, or is the standard of the format. */
export const endpointChoices = choices

export const listMyCallbackEndpoints = operation({
  ...callbacks,
  id: 'listMyCallbackEndpoints',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/callback-endpoints',
  pathParameters: ownApp,
  query: ofMode,
  role: 'analyst',
  summary: 'Where an app is told of its conversions',
  description: 'Lists the endpoints that are told of this mode, and how each of them fares.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The whole list.',
      data: Type.Array(
        Type.Object(
          {
            id: idText('The id of the endpoint.'),
            name: Type.String(),
            url: Type.String({ description: 'The address, with secrets masked.' }),
            format: Type.String(),
            mode: Type.Enum([...endpointModes]),
            state: Type.Enum([...endpointStates]),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const getMyCallbackEndpoint = operation({
  ...ofOne,
  id: 'getMyCallbackEndpoint',
  method: 'GET',
  path: '/manage/v1/callback-endpoints/{endpointId}',
  role: 'analyst',
  summary: 'One endpoint',
  description: 'Says how the endpoint is called, how it fares, and how many callbacks are in each state.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The endpoint in full.',
      data: Type.Object(
        {
          ...getCallbackEndpoint.success[0].data.properties,
          address: Type.String({ description: 'The whole URL, as it was set.' }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const setMyCallbackEndpoint = operation({
  ...setCallbackEndpoint,
  ...callbacks,
  id: 'setMyCallbackEndpoint',
  path: '/manage/v1/apps/{appId}/callback-endpoints',
  pathParameters: ownApp,
  role: 'developer',
  body: endpointChoices,
})

export const rotateMyCallbackSecret = operation({
  ...rotateCallbackSecret,
  ...ofOne,
  id: 'rotateMyCallbackSecret',
  path: '/manage/v1/callback-endpoints/{endpointId}/rotate-secret',
  role: 'developer',
  body: noParameters,
})

export const enableMyCallbackEndpoint = operation({
  ...enableCallbackEndpoint,
  ...ofOne,
  id: 'enableMyCallbackEndpoint',
  path: '/manage/v1/callback-endpoints/{endpointId}/enable',
  role: 'developer',
})

export const disableMyCallbackEndpoint = operation({
  ...disableCallbackEndpoint,
  ...ofOne,
  id: 'disableMyCallbackEndpoint',
  path: '/manage/v1/callback-endpoints/{endpointId}/disable',
  role: 'developer',
})

export const removeMyCallbackEndpoint = operation({
  ...removeCallbackEndpoint,
  ...ofOne,
  id: 'removeMyCallbackEndpoint',
  path: '/manage/v1/callback-endpoints/{endpointId}',
  role: 'developer',
})

export const getMyCallbackFormats = operation({
  ...callbacks,
  id: 'getMyCallbackFormats',
  method: 'GET',
  path: '/manage/v1/callback-formats',
  query: ofPublisher,
  role: 'analyst',
  summary: 'The formats of callbacks, and the macros',
  description: 'Lists the settings that an endpoint may have, and the macros for its address and parameters.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The whole list.',
      data: Type.Object(
        {
          formats: listCallbackFormats.success[0].data,
          macros: Type.Array(Type.String(), { examples: [['user_id']] }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const endpointOperations = [
  listMyCallbackEndpoints,
  getMyCallbackEndpoint,
  setMyCallbackEndpoint,
  rotateMyCallbackSecret,
  enableMyCallbackEndpoint,
  disableMyCallbackEndpoint,
  removeMyCallbackEndpoint,
  getMyCallbackFormats,
] as const
