import { startSteps } from '@quoin/core/apps/start-steps.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { createSession } from '../../operations.ts'
import { staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { member, ownApp } from '../manage-parts.ts'

const start = { ...member, tag: 'Start', pathParameters: ownApp, errors: staffErrorsOfOne } as const

export const getMyStart = operation({
  ...start,
  id: 'getMyStart',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/start',
  role: 'analyst',
  summary: 'How far an app has come',
  description:
    'Lists the steps from the keys of an app to its first live conversion. A step is ticked when it has ' +
    'happened.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The steps in their order.',
      data: Type.Object(
        {
          api_url: Type.String({
            description: 'The base address for its server.',
            examples: ['https://quoin.example'],
          }),
          test_key: orNull(Type.String(), 'A test key that works.'),
          live_key: orNull(Type.String(), 'A live key that works.'),
          steps: Type.Array(
            Type.Object(
              {
                step: Type.Enum([...startSteps]),
                done_at: orNull(unixSeconds('The time at which the step was done; null means not yet.')),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  ],
})

export const openMySession = operation({
  ...start,
  id: 'openMySession',
  method: 'POST',
  path: '/manage/v1/apps/{appId}/sessions',
  role: 'developer',
  summary: 'Open a browser session of a user',
  description:
    'Does what `POST /api/v1/sessions` does for the server of the app. A page can try calls of `/api/v1` ' +
    'with the rights of that session.',
  body: {
    mode: required(wordField(['live', 'test']), 'Whether the call is about live or test data.'),
    userId: createSession.body.userId,
  },
  success: createSession.success,
})
