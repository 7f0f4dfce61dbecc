import { Type } from '../json-schema.ts'
import { optional, required } from '../fields/field.ts'
import { operation } from '../operation.ts'
import { staffErrors } from '../operator/operator-parts.ts'
import { noParameters } from '../parameters.ts'
import { closed } from '../shapes/responses.ts'
import { email, password, personName, publisherName } from './person-fields.ts'

const open = { tag: 'Sign-in', proof: 'none', query: noParameters, path: '/dashboard/auth/sign-up' } as const

export const getSignUp = operation({
  ...open,
  id: 'getSignUp',
  method: 'GET',
  summary: 'Whether publishers may sign up',
  description: 'And whether their address is confirmed by mail first.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'As it is set.',
      data: Type.Object(
        {
          mode: Type.Enum(['open', 'approval', 'closed']),
          is_mailed: Type.Boolean(),
          has_operator: Type.Boolean({ description: 'While nobody runs this platform, sign-up is closed.' }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const signUp = operation({
  ...open,
  id: 'signUp',
  method: 'POST',
  summary: 'Sign up as a publisher',
  description:
    'Where this service sends mail, the address alone: a link goes there, by which the sign-up goes on. Else all of it.',
  body: {
    email: required(email, 'To sign in with.'),
    name: optional(personName, 'The name that others see.'),
    password: optional(password, 'At least 12 characters.'),
    publisher: optional(publisherName, 'The name of the publisher.'),
  },
  success: [
    {
      status: 200,
      description: 'A mail is under way, whether there is somebody with the address or not.',
      data: Type.Object({ state: Type.Literal('mailed') }, closed),
    },
    {
      status: 201,
      description:
        'They are signed in, as the owner of a new publisher, in this browser alone until an operator confirms the address. The answer is the same whether somebody has it or not.',
      data: Type.Object({ state: Type.Literal('signed_in') }, closed),
    },
  ],
  errors: staffErrors,
})
