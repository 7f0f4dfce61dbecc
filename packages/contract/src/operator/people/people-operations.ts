import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { publisherStatuses } from '@quoin/core/publishers/publisher.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { email, staffRole } from '../../people/person-fields.ts'
import { closed, unixSeconds, uuid } from '../../shapes/responses.ts'
import { orNull, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const people = { tag: 'People', proof: 'staff', query: noParameters } as const
const nothing = Type.Object({}, closed)
const onePerson = { personId: required(ownId, 'Somebody of the platform.') } as const

/** A link that an operator passes on. It is shown this once. */
const linkShape = {
  link: Type.String({ description: 'Works once; it is kept nowhere.' }),
  expires_at: unixSeconds('Until when.'),
} as const

export const listPeople = operation({
  ...people,
  id: 'listPeople',
  method: 'GET',
  path: '/operator/v1/people',
  role: 'analyst',
  summary: 'The people of the platform',
  description: 'With their roles. By name; at most a thousand.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The people.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            name: Type.String(),
            email: Type.String(),
            role: Type.Enum([...staffRoles]),
            has_password: Type.Boolean(),
            has_two_factor: Type.Boolean(),
            sessions: Type.Integer({ minimum: 0, description: 'How many hold now.' }),
            signed_in_at: orNull(unixSeconds('The latest of them.')),
            created_at: unixSeconds('Since when they are here.'),
            is_doubtful: Type.Boolean({
              description:
                'An operator whose account came from a sign-up before the platform was set up: it may be a stranger. Remove them, or confirm that you know them.',
            }),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const changeRole = operation({
  ...people,
  id: 'changeRole',
  method: 'PATCH',
  path: '/operator/v1/people/{personId}',
  pathParameters: onePerson,
  role: 'operator',
  summary: 'Give somebody another role',
  description: 'Their sessions end. There is always an operator.',
  body: { role: required(staffRole, 'Their role from now on.') },
  success: [{ status: 200, description: 'It was changed.', data: nothing }],
  errors: staffErrorsOfOne,
})

export const removePerson = operation({
  ...people,
  id: 'removePerson',
  method: 'DELETE',
  path: '/operator/v1/people/{personId}',
  pathParameters: onePerson,
  role: 'operator',
  summary: 'Take somebody off the platform',
  description: 'At once, with their sessions. There is always an operator.',
  body: noParameters,
  success: [{ status: 200, description: 'They are gone.', data: nothing }],
  errors: staffErrorsOfOne,
})

export const endPersonSessions = operation({
  ...people,
  id: 'endPersonSessions',
  method: 'POST',
  path: '/operator/v1/people/{personId}/end-sessions',
  pathParameters: onePerson,
  role: 'operator',
  summary: "End somebody's sessions",
  description: 'At once; they have to sign in again.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'They have ended.',
      data: Type.Object({ ended: Type.Integer({ minimum: 0 }) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const makeResetLink = operation({
  ...people,
  id: 'makeResetLink',
  method: 'POST',
  path: '/operator/v1/people/{personId}/reset-link',
  pathParameters: onePerson,
  role: 'operator',
  summary: 'A link for a new password',
  description:
    'For somebody of the platform or of a publisher, whose address is proven. Pass the link on to that person; it works ' +
    'once, for an hour.',
  body: noParameters,
  success: [{ status: 201, description: 'The link.', data: Type.Object(linkShape, closed) }],
  errors: staffErrorsOfOne,
})

export const removeTwoFactor = operation({
  ...people,
  id: 'removeTwoFactor',
  method: 'DELETE',
  path: '/operator/v1/people/{personId}/two-factor',
  pathParameters: onePerson,
  role: 'operator',
  summary: "Turn somebody's two-factor off",
  description: 'For those who have lost their app and their recovery codes. Their sessions end.',
  body: noParameters,
  success: [{ status: 200, description: 'It is off.', data: nothing }],
  errors: staffErrorsOfOne,
})

export const listInvitations = operation({
  ...people,
  id: 'listInvitations',
  method: 'GET',
  path: '/operator/v1/invitations',
  role: 'operator',
  summary: 'Open invitations',
  description: 'Those that nobody has accepted yet, newest first.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The invitations.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            email: Type.String(),
            role: Type.Enum([...staffRoles]),
            actor: Type.String({ description: 'The one who invited them.' }),
            created_at: unixSeconds('When.'),
            expires_at: unixSeconds('Until when it can be accepted.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const invitePerson = operation({
  ...people,
  id: 'invitePerson',
  method: 'POST',
  path: '/operator/v1/invitations',
  role: 'operator',
  summary: 'Invite somebody',
  description: 'By e-mail where there is a mail server; the link is in the answer, too. An earlier one ends.',
  body: {
    email: required(email, 'Their address.'),
    role: required(staffRole, 'Their role to come.'),
  },
  success: [
    {
      status: 201,
      description: 'They are invited.',
      data: Type.Object(
        { id: uuid, ...linkShape, is_mailed: Type.Boolean({ description: 'Whether a mail is under way.' }) },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const revokeInvitation = operation({
  ...people,
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/operator/v1/invitations/{invitationId}',
  pathParameters: { invitationId: required(ownId, 'An open invitation.') },
  role: 'operator',
  summary: 'Take an invitation back',
  description: 'Its link does nothing any more.',
  body: noParameters,
  success: [{ status: 200, description: 'It is taken back.', data: nothing }],
  errors: staffErrorsOfOne,
})

export const listUnconfirmedPeople = operation({
  ...people,
  id: 'listUnconfirmedPeople',
  method: 'GET',
  path: '/operator/v1/unconfirmed-people',
  role: 'operator',
  summary: 'Accounts with an unconfirmed address',
  description:
    'Those of whom nobody knows whether the address is theirs: no mail and no operator has confirmed it. Newest first; at most a thousand.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The accounts.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            name: Type.String(),
            email: Type.String({ description: 'The address that they say is theirs.' }),
            came_by: orNull(
              Type.Enum(['sign_up', 'invitation']),
              'The way to their account, where it is known.',
            ),
            publisher_id: orNull(Type.String(), 'Their publisher.'),
            publisher: orNull(Type.String(), 'Its name.'),
            publisher_status: orNull(Type.Enum([...publisherStatuses]), 'Whether it waits for approval.'),
            address: orNull(Type.String(), 'From where they came first.'),
            created_at: unixSeconds('When.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const confirmPerson = operation({
  ...people,
  id: 'confirmPerson',
  method: 'POST',
  path: '/operator/v1/people/{personId}/confirm',
  pathParameters: { personId: required(ownId, 'An unconfirmed account, or a doubtful operator.') },
  role: 'operator',
  summary: 'Confirm whose an account is',
  description:
    'By your word: ask them by another way first. They sign in with that address from then on. INVALID_REQUEST where another account has it.',
  body: noParameters,
  success: [{ status: 200, description: 'It is confirmed.', data: nothing }],
  errors: staffErrorsOfOne,
})

export const deleteUnconfirmedPerson = operation({
  ...people,
  id: 'deleteUnconfirmedPerson',
  method: 'DELETE',
  path: '/operator/v1/unconfirmed-people/{personId}',
  pathParameters: { personId: required(ownId, 'An unconfirmed account.') },
  role: 'operator',
  summary: 'Delete an unconfirmed account',
  description:
    'With its sessions, tokens and invitations. A publisher that waits for approval and has nobody else is suspended.',
  body: noParameters,
  success: [{ status: 200, description: 'It is gone.', data: nothing }],
  errors: staffErrorsOfOne,
})

/** The people of the platform, and who is invited. */
export const teamOperations = [
  changeRole,
  confirmPerson,
  deleteUnconfirmedPerson,
  endPersonSessions,
  invitePerson,
  listInvitations,
  listPeople,
  listUnconfirmedPeople,
  makeResetLink,
  removePerson,
  removeTwoFactor,
  revokeInvitation,
] as const
