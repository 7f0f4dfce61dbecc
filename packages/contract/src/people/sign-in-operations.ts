import { memberRoles } from '@quoin/core/people/member-role.ts'
import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { Type } from '../json-schema.ts'
import { optional, required } from '../fields/field.ts'
import { operation } from '../operation.ts'
import { staffErrors, staffErrorsOfOne } from '../operator/operator-parts.ts'
import { noParameters } from '../parameters.ts'
import { closed, orNull, unixSeconds } from '../shapes/responses.ts'
import { email, linkToken, password, personName, publisherName, secondStepCode } from './person-fields.ts'

/** The dashboard's own pages call these operations, before anybody has signed in. */
const open = { method: 'POST', tag: 'Sign-in', proof: 'none', query: noParameters } as const

const signInState = Type.Object(
  {
    state: Type.Enum(['signed_in', 'second_step', 'sign_in'], {
      description: 'Whether there is a session now, a code is asked for, too, or they sign in as always.',
    }),
  },
  closed,
)

export const signIn = operation({
  ...open,
  id: 'signIn',
  path: '/dashboard/auth/sign-in',
  summary: 'Sign in',
  description:
    'By e-mail and password. The answer to a wrong password and to an unknown address is the same. The session stands in a cookie.',
  body: {
    email: required(email, 'The e-mail address of the person.'),
    password: required(password, 'Their password.'),
  },
  success: [{ status: 200, description: 'The password is right.', data: signInState }],
  errors: staffErrors,
})

export const passSecondStep = operation({
  ...open,
  id: 'passSecondStep',
  path: '/dashboard/auth/second-step',
  summary: 'The second step of a sign-in',
  description: 'A code of the authenticator app, or a recovery code, which is used up by it.',
  body: { code: required(secondStepCode, 'Six digits, or a recovery code.') },
  success: [{ status: 200, description: 'The code is right.', data: signInState }],
  errors: staffErrors,
})

export const signOut = operation({
  ...open,
  id: 'signOut',
  path: '/dashboard/auth/sign-out',
  summary: 'Sign out',
  description: 'Ends the session of this browser, if it has one.',
  body: noParameters,
  success: [{ status: 200, description: 'There is no session any more.', data: Type.Object({}, closed) }],
  errors: staffErrors,
})

export const lookAtLink = operation({
  ...open,
  id: 'lookAtLink',
  path: '/dashboard/auth/links/look',
  summary: 'The purpose of a link',
  description: 'A link of set-up, an invitation, or one for a new password. Looking does not use it up.',
  body: { token: required(linkToken, 'The text behind the `#` of the link.') },
  success: [
    {
      status: 200,
      description: 'The link can be used.',
      data: Type.Object(
        {
          kind: Type.Enum(['set_up', 'demo', 'invitation', 'reset', 'sign_up']),
          email: orNull(Type.String(), 'Whose it is, where that is known.'),
          role: orNull(
            Type.Enum([...new Set([...staffRoles, ...memberRoles])]),
            'The role that an invitation gives them.',
          ),
          publisher: orNull(Type.String(), 'The publisher that an invitation is to; null: the platform.'),
          is_known: Type.Boolean({ description: 'Whether they have an account here already.' }),
          expires_at: unixSeconds('The time at which it ends, in Unix seconds.'),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const useLink = operation({
  ...open,
  id: 'useLink',
  path: '/dashboard/auth/links/use',
  summary: 'Use a link',
  description: 'Once. Which fields are needed depends on its kind.',
  body: {
    token: required(linkToken, 'The text behind the `#` of the link.'),
    email: optional(email, 'The address of the first operator.'),
    name: optional(personName, 'The name that others see.'),
    password: optional(password, 'The new password.'),
    currentPassword: optional(password, 'The password until now, of who is invited and has an account here.'),
    publisher: optional(publisherName, 'The publisher of somebody who signs up.'),
  },
  success: [{ status: 200, description: 'It was used.', data: signInState }],
  errors: staffErrorsOfOne,
})

export const askForReset = operation({
  ...open,
  id: 'askForReset',
  path: '/dashboard/auth/forgot',
  summary: 'Ask for a new password',
  description: 'The answer is the same whether there is such a person or not.',
  body: { email: required(email, 'The e-mail address of the person.') },
  success: [
    {
      status: 200,
      description: 'It was asked for.',
      data: Type.Object(
        { is_mailed: Type.Boolean({ description: 'Whether this service sends mail at all.' }) },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})
