import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField, integerField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import {
  previewCallbackSignature,
  testCallbackEndpoint,
} from '../../operator/callbacks/callback-endpoint-operations.ts'
import { endpointPath } from '../../operator/callbacks/callback-parts.ts'
import { staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { member, ofPublisher, ownApp } from '../manage-parts.ts'
import { endpointChoices } from './endpoint-operations.ts'

const trials = { ...member, tag: 'Callbacks' } as const
const [previewed] = previewCallbackSignature.success
const { userId } = testCallbackEndpoint.body
const { case: testCase } = previewCallbackSignature.query

export const testMyCallback = operation({
  ...testCallbackEndpoint,
  ...trials,
  id: 'testMyCallback',
  path: '/manage/v1/callback-endpoints/{endpointId}/test',
  role: 'developer',
})

export const previewMyCallback = operation({
  ...trials,
  id: 'previewMyCallback',
  method: 'POST',
  path: '/manage/v1/apps/{appId}/callback-preview',
  pathParameters: ownApp,
  role: 'developer',
  summary: 'Preview of a callback',
  description:
    'Shows the request that an endpoint with these settings would get. The function that sends makes it, ' +
    'but nothing is sent or kept. It is signed with the secret of the endpoint, or with a made-up one.',
  body: { ...endpointChoices, case: testCase, userId },
  success: [{ status: 200, description: 'The requests, one after the other.', data: previewed.data }],
  errors: staffErrorsOfOne,
})

const at = integerField({ min: 0, max: 253_402_300_799 })
const atInQuery = countField({ min: 1, max: 253_402_300_799 })

export const showMySignature = operation({
  ...previewCallbackSignature,
  ...trials,
  id: 'showMySignature',
  path: '/manage/v1/callback-endpoints/{endpointId}/signature',
  role: 'analyst',
  query: {
    ...ofPublisher,
    ...previewCallbackSignature.query,
    at: optional(atInQuery, 'Unix seconds: the same moment gives the same request. Now unless given.'),
  },
  success: [
    {
      status: 200,
      description: 'The requests, one after the other.',
      data: Type.Object(
        { at: unixSeconds('The moment that the signature is made for.'), requests: previewed.data },
        closed,
      ),
    },
  ],
})

export const checkMySignature = operation({
  ...trials,
  id: 'checkMySignature',
  method: 'POST',
  path: '/manage/v1/callback-endpoints/{endpointId}/signature/check',
  pathParameters: endpointPath,
  role: 'developer',
  summary: 'Compare a signature that your server computed',
  description:
    'Compares your signature with that of the request of the same moment and case. Where it differs, the ' +
    'known mistakes are tried.',
  body: {
    at: required(at, 'The moment that the signature was shown of.'),
    case: testCase,
    signature: required(
      textField({ min: 1, max: 500, example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' }),
      'The signature that your server computed.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The result of the comparison.',
      data: Type.Object(
        {
          is_same: Type.Boolean(),
          mistake: orNull(
            Type.Object(
              {
                code: Type.String({ examples: ['hex'] }),
                sentence: Type.String({ description: 'The mistake that was made.' }),
                remedy: Type.String({ description: 'A way to mend it.' }),
                sent: orNull(Type.String(), 'Around the first byte that differs, of what was sent.'),
                signed: orNull(Type.String(), 'The same place of what was signed.'),
              },
              closed,
            ),
            'Null where it is the same, or none of the known ones.',
          ),
          tried: Type.Array(Type.String(), { description: 'The mistakes that were tried, in words.' }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const trialOperations = [testMyCallback, previewMyCallback, showMySignature, checkMySignature] as const
