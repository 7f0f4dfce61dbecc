import { memberRoles } from '@quoin/core/people/member-role.ts'
import { publisherStatuses } from '@quoin/core/publishers/publisher.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { idText, staffErrors } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { member } from '../manage-parts.ts'

export const getMySession = operation({
  ...member,
  id: 'getMySession',
  method: 'GET',
  path: '/manage/v1/session',
  tag: 'People',
  role: 'analyst',
  summary: 'The caller, and their publishers',
  description:
    'Returns the person or program that this credential stands for, and the publishers that they may act ' +
    'for.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The caller of the API.',
      data: Type.Object(
        {
          actor: Type.String({
            description: 'As the audit log names them.',
            examples: ['person:ada@example.com'],
          }),
          name: Type.String({ description: 'The name of the caller.' }),
          role: Type.Enum([...memberRoles]),
          publisher_id: idText('The publisher that this answer is about.'),
          publisher: Type.String({ description: 'The name of the publisher.' }),
          publisher_status: Type.Enum([...publisherStatuses], {
            description:
              'Only test credentials of a waiting one work; nothing of a suspended one can be changed.',
          }),
          is_view: Type.Boolean({ description: 'Somebody of the platform looks at it.' }),
          publishers: Type.Array(
            Type.Object(
              {
                id: idText('A publisher that they may act for.'),
                name: Type.String(),
                role: Type.Enum([...memberRoles]),
                view_ends_at: orNull(unixSeconds('Until when they may look at it.')),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})
