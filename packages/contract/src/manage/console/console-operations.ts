import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, refuseNonText, required } from '../../fields/field.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { closed } from '../../shapes/responses.ts'
import { member, ownApp } from '../manage-parts.ts'

const bodyMax = 32_768

/** Sent as it is, so that a developer sees what is answered to a broken body, too. */
const bodyText: Field<string> = {
  schema: Type.String({ maxLength: bodyMax, examples: ['{"userId":"user-42"}'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    if (!raw.isWellFormed()) return refused('unicode', 'must be well-formed Unicode')
    return raw.length > bodyMax ? refused('length', `must have at most ${bodyMax} characters`) : accepted(raw)
  },
}

export const callApiAsApp = operation({
  ...member,
  id: 'callApiAsApp',
  method: 'POST',
  path: '/manage/v1/apps/{appId}/console',
  pathParameters: ownApp,
  tag: 'Console',
  role: 'developer',
  errors: staffErrorsOfOne,
  summary: 'Send a call of the publisher API as an app',
  description:
    'Makes the call with the rights of the app in the mode that you name. The secret does not leave the ' +
    'server. The call counts against the rate limit of the newest key and stands in the request log. ' +
    'Calls that change something stand in the audit log.',
  body: {
    mode: required(wordField(['live', 'test']), 'Whether the call is about live or test data.'),
    method: required(wordField(['GET', 'POST', 'DELETE']), 'The method of the operation.'),
    path: required(
      textField({ min: 1, max: 4_096, example: '/api/v1/offers?userId=user-42&country=DE' }),
      'An operation of `/api/v1` with its query, without credentials.',
    ),
    body: optional(bodyText, 'The body, as JSON text.', { emptyIsAbsent: true }),
  },
  success: [
    {
      status: 200,
      description: 'The answer, whatever it was.',
      data: Type.Object(
        {
          status: Type.Integer(),
          latency_ms: Type.Number(),
          headers: Type.Record(Type.String(), Type.String(), {
            description: 'Those that a developer looks at.',
          }),
          body: Type.String({ description: 'At most 64 KiB of it.' }),
          is_cut: Type.Boolean({ description: 'Whether the answer was longer.' }),
        },
        closed,
      ),
    },
  ],
})
