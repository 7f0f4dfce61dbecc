import { startSteps } from '@quoin/core/apps/start-steps.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { createSession } from '../../operations.ts'
import { orNull, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed, unixSeconds } from '../../shapes/responses.ts'
import { member, ownApp } from '../manage-parts.ts'

const start = { ...member, tag: 'Start', pathParameters: ownApp, errors: staffErrorsOfOne } as const

export const getMyStart = operation({
  ...start,
  id: 'getMyStart',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/start',
  role: 'analyst',
  summary: 'How far an app has come',
  description: 'The steps from its keys to its first live conversion, each ticked by what has happened.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The steps in their order.',
      data: Type.Object(
        {
          api_url: Type.String({
            description: 'Where its server calls.',
            examples: ['https://quoin.example'],
          }),
          test_key: orNull(Type.String(), 'A test key that works.'),
          live_key: orNull(Type.String(), 'A live key that works.'),
          steps: Type.Array(
            Type.Object(
              { step: Type.Enum([...startSteps]), done_at: orNull(unixSeconds('When; null: not yet.')) },
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
    'As `POST /api/v1/sessions` does for the app’s server, so that a page can try calls of `/api/v1` with the rights of that session.',
  body: {
    mode: required(wordField(['live', 'test']), 'Among live or test data.'),
    userId: createSession.body.userId,
  },
  success: createSession.success,
})
