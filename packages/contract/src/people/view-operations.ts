import { Type } from '../json-schema.ts'
import { required } from '../fields/field.ts'
import { flag } from '../fields/json-fields.ts'
import { integerField } from '../fields/number-fields.ts'
import { textField } from '../fields/text-fields.ts'
import { operation } from '../operation.ts'
import { rowId } from '../operator/catalogue/offer-operations.ts'
import { staffErrorsOfOne } from '../operator/operator-parts.ts'
import { noParameters } from '../parameters.ts'
import { closed, unixSeconds } from '../shapes/responses.ts'

const views = { tag: 'Views', proof: 'person', query: noParameters, errors: staffErrorsOfOne } as const

export const beginView = operation({
  ...views,
  id: 'beginView',
  method: 'POST',
  path: '/dashboard/auth/views',
  summary: "Look at a publisher's pages",
  description:
    'The view of an operator lasts for an hour, in this session alone. It stands in the audit log with its reason.',
  body: {
    publisherId: required(integerField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The id of the publisher.'),
    reason: required(
      textField({ min: 3, max: 300, example: 'Ticket 4711: callbacks fail' }),
      'The reason that the publisher can read.',
    ),
    mayChange: required(flag, 'Whether more than reading is asked for.'),
  },
  success: [
    {
      status: 201,
      description: 'They may.',
      data: Type.Object({ expires_at: unixSeconds('The time at which it ends, in Unix seconds.') }, closed),
    },
  ],
})

export const endView = operation({
  ...views,
  id: 'endView',
  method: 'DELETE',
  path: '/dashboard/auth/views/{publisherId}',
  pathParameters: { publisherId: required(rowId, 'The id of the publisher.') },
  summary: 'End it',
  description: 'The view ends at once.',
  body: noParameters,
  success: [{ status: 200, description: 'It has ended.', data: Type.Object({}, closed) }],
})
