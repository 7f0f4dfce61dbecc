import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { Type } from '../../json-schema.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { staffErrors } from '../operator-parts.ts'

export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/operator/v1/session',
  tag: 'People',
  summary: 'The caller',
  description:
    'Returns the person or program that this credential stands for, and what the dashboard shows on ' +
    'every page.',
  proof: 'staff',
  role: 'analyst',
  query: noParameters,
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
          name: Type.String({ description: 'The name of the caller.', examples: ['ada@example.com'] }),
          role: Type.Enum([...staffRoles]),
          is_demo: Type.Boolean({ description: 'Whether this service has demo data.' }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})
