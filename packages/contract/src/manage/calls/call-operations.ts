import { Type } from '../../json-schema.ts'
import { optional } from '../../fields/field.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { listMeta, listParameters } from '../../operator/list-parameters.ts'
import { staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { member, ofMode, ownApp } from '../manage-parts.ts'

const callShape = Type.Object(
  {
    request_id: Type.String({ description: 'As in `meta.request_id` of the answer.' }),
    at: unixSeconds('When it was answered.'),
    operation: Type.String({ description: 'The operation’s id in this document.' }),
    method: Type.String(),
    path: Type.String(),
    by: Type.Enum(['server', 'session'], { description: 'Your server, or a browser’s session.' }),
    status: Type.Integer(),
    error_code: orNull(Type.String()),
    problems: Type.Array(Type.String(), {
      description: 'The problem of each wrong parameter, never its value.',
    }),
    latency_ms: Type.Number({ description: 'From its first byte read to its answer.' }),
    others: Type.Integer({
      minimum: 0,
      description:
        'Further calls within the same 5 seconds that ended the same way, of which no row was kept.',
    }),
  },
  closed,
)

export const listMyCalls = operation({
  ...member,
  id: 'listMyCalls',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/calls',
  pathParameters: ownApp,
  tag: 'Request log',
  role: 'analyst',
  errors: staffErrorsOfOne,
  body: noParameters,
  summary: 'The last calls of an app',
  description:
    'Lists calls of `/api/v1` with a key of the app, the refused ones too. The newest come first, a few ' +
    'seconds late. The list is a sample: of calls that ended the same way within 5 seconds, 5 are kept. ' +
    'It keeps about 1,000 calls of an app, for 14 days.',
  query: {
    ...ofMode,
    ...listParameters({ time: ['integer', 'integer'] }, '-time'),
    operation: optional(
      textField({ min: 1, max: 64, example: 'listOffers' }),
      'Only calls of this operation.',
      {
        emptyIsAbsent: true,
      },
    ),
    outcome: optional(wordField(['succeeded', 'failed']), 'Only those that went well, or did not.', {
      emptyIsAbsent: true,
    }),
  },
  success: [
    { status: 200, description: 'One page of the list.', data: Type.Array(callShape), meta: listMeta },
  ],
})
