import { memberRoles } from '@quoin/core/people/member-role.ts'
import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { Type } from '../json-schema.ts'
import { optional, required } from '../fields/field.ts'
import { ownId } from '../fields/id-fields.ts'
import { operation } from '../operation.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator/operator-parts.ts'
import { noParameters } from '../parameters.ts'
import { closed, orNull, unixSeconds } from '../shapes/responses.ts'
import { code, email, password, personName } from './person-fields.ts'

/** Operations by which a person looks after their own account. */
const own = { tag: 'Account', proof: 'person', query: noParameters } as const

const nothing = Type.Object({}, closed)

export const getAccount = operation({
  ...own,
  id: 'getAccount',
  method: 'GET',
  path: '/dashboard/auth/account',
  summary: 'The person who has signed in',
  description: 'Their own account.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The account.',
      data: Type.Object(
        {
          name: Type.String(),
          email: Type.String(),
          is_confirmed: Type.Boolean({
            description: 'Whether the address is proven to be theirs; else only this browser lets them in.',
          }),
          role: orNull(Type.Enum([...staffRoles]), 'At the platform.'),
          publishers: Type.Array(
            Type.Object(
              { id: idText('A publisher.'), name: Type.String(), role: Type.Enum([...memberRoles]) },
              closed,
            ),
            { description: 'Those that they may act for.' },
          ),
          has_password: Type.Boolean({ description: 'False for whoever came by the link of the demo.' }),
          has_two_factor: Type.Boolean(),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const updateAccount = operation({
  ...own,
  id: 'updateAccount',
  method: 'PATCH',
  path: '/dashboard/auth/account',
  summary: 'Change the own account',
  description: 'The e-mail only as long as there is no password.',
  body: {
    name: optional(personName, 'The name that others see.'),
    email: optional(email, 'The address to sign in with.'),
  },
  success: [{ status: 200, description: 'The change is saved.', data: nothing }],
  errors: staffErrors,
})

export const changePassword = operation({
  ...own,
  id: 'changePassword',
  method: 'POST',
  path: '/dashboard/auth/account/password',
  summary: 'Set a new password',
  description: 'All other sessions end, and this one gets a new cookie.',
  body: {
    currentPassword: optional(password, 'The one before; needed where there is one.'),
    newPassword: required(password, 'At least 12 characters.'),
  },
  success: [{ status: 200, description: 'The change is saved.', data: nothing }],
  errors: staffErrors,
})

export const beginTwoFactor = operation({
  ...own,
  id: 'beginTwoFactor',
  method: 'POST',
  path: '/dashboard/auth/account/two-factor/begin',
  summary: 'Begin to turn two-factor on',
  description: 'It is on after the first code. The secret and the recovery codes are shown this once.',
  body: { password: required(password, 'Their password.') },
  success: [
    {
      status: 200,
      description: 'The secret that the authenticator app needs.',
      data: Type.Object(
        {
          uri: Type.String({ description: 'For a QR code.' }),
          secret: Type.String({ description: 'To type into the app, in Base32.' }),
          recovery_codes: Type.Array(Type.String()),
        },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const confirmTwoFactor = operation({
  ...own,
  id: 'confirmTwoFactor',
  method: 'POST',
  path: '/dashboard/auth/account/two-factor/confirm',
  summary: 'Turn two-factor on',
  description: 'With a first code of the app. All other sessions end, and this one gets a new cookie.',
  body: { code: required(code, 'Six digits.') },
  success: [{ status: 200, description: 'It is on.', data: nothing }],
  errors: staffErrors,
})

export const endTwoFactor = operation({
  ...own,
  id: 'endTwoFactor',
  method: 'POST',
  path: '/dashboard/auth/account/two-factor/end',
  summary: 'Turn two-factor off',
  description: 'All other sessions end, and this one gets a new cookie.',
  body: { password: required(password, 'Their password.') },
  success: [{ status: 200, description: 'Two-factor is turned off.', data: nothing }],
  errors: staffErrors,
})

export const renewRecoveryCodes = operation({
  ...own,
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/dashboard/auth/account/two-factor/recovery-codes',
  summary: 'New recovery codes',
  description: 'In place of those before, shown this once.',
  body: { password: required(password, 'Their password.') },
  success: [
    {
      status: 200,
      description: 'The codes.',
      data: Type.Object({ recovery_codes: Type.Array(Type.String()) }, closed),
    },
  ],
  errors: staffErrors,
})

export const listOwnSessions = operation({
  ...own,
  id: 'listOwnSessions',
  method: 'GET',
  path: '/dashboard/auth/account/sessions',
  summary: 'Where one is signed in',
  description: 'The sessions that hold, newest first.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The sessions.',
      data: Type.Array(
        Type.Object(
          {
            id: Type.String(),
            is_this: Type.Boolean({ description: 'Whether it is the one that asks.' }),
            address: orNull(Type.String()),
            user_agent: orNull(Type.String()),
            created_at: unixSeconds('When they signed in.'),
            expires_at: unixSeconds('The time at which it ends by itself.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const endOwnSession = operation({
  ...own,
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/dashboard/auth/account/sessions/{sessionId}',
  pathParameters: { sessionId: required(ownId, 'One of their own.') },
  summary: 'End one of the own sessions',
  description: 'The session ends at once.',
  body: noParameters,
  success: [{ status: 200, description: 'It has ended.', data: nothing }],
  errors: staffErrorsOfOne,
})

export const endOtherSessions = operation({
  ...own,
  id: 'endOtherSessions',
  method: 'POST',
  path: '/dashboard/auth/account/sessions/end-others',
  summary: 'End all other sessions',
  description: 'This one stays.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The sessions have ended.',
      data: Type.Object({ ended: Type.Integer({ minimum: 0 }) }, closed),
    },
  ],
  errors: staffErrors,
})
