import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { publisherStatuses } from '@quoin/core/publishers/publisher.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { email, staffRole } from '../../people/person-fields.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const people = { tag: 'People', proof: 'staff', query: noParameters } as const
const nothing = Type.Object({}, closed)
const onePerson = { personId: required(ownId, 'Somebody of the platform.') } as const

/** A link that an operator passes on. It is shown this once. */
const linkShape = {
  link: Type.String({ description: 'Works once; it is kept nowhere.' }),
  expires_at: unixSeconds('The time at which it ends, in Unix seconds.'),
} as const

export const listPeople = operation({
  ...people,
  id: 'listPeople',
  method: 'GET',
  path: '/operator/v1/people',
  role: 'analyst',
  summary: 'The people of the platform',
  description: 'Lists the people with their roles, by name, at most a thousand.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The people and their roles.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            name: Type.String(),
            email: Type.String(),
            role: Type.Enum([...staffRoles]),
            has_password: Type.Boolean(),
            has_two_factor: Type.Boolean(),
            sessions: Type.Integer({ minimum: 0, description: 'The number of sessions that are open.' }),
            signed_in_at: orNull(unixSeconds('The time of the latest sign-in.')),
            created_at: unixSeconds('The time since when the person is here.'),
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
  description: 'The sessions of the person end. The last operator stays one.',
  body: { role: required(staffRole, 'The new role of the person.') },
  success: [{ status: 200, description: 'The change is saved.', data: nothing }],
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
  description: 'The person and their sessions are gone at once. The last operator stays.',
  body: noParameters,
  success: [{ status: 200, description: 'The person is removed.', data: nothing }],
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
  description: 'The sessions end at once. The person has to sign in again.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The sessions have ended.',
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
    'For somebody of the platform or of a publisher, whose address is proven. Pass the link on to that person. It ' +
    'works once, for an hour.',
  body: noParameters,
  success: [{ status: 201, description: 'The link to pass on.', data: Type.Object(linkShape, closed) }],
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
  description: 'Use this for people who have lost their app and their recovery codes. Their sessions end.',
  body: noParameters,
  success: [{ status: 200, description: 'Two-factor is turned off.', data: nothing }],
  errors: staffErrorsOfOne,
})

export const listInvitations = operation({
  ...people,
  id: 'listInvitations',
  method: 'GET',
  path: '/operator/v1/invitations',
  role: 'operator',
  summary: 'Open invitations',
  description: 'Lists the invitations that nobody has accepted yet, newest first.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The invitations that are open.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            email: Type.String(),
            role: Type.Enum([...staffRoles]),
            actor: Type.String({ description: 'The actor who invited the person.' }),
            created_at: unixSeconds('The time at which it happened.'),
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
  description:
    'The invitation goes out by e-mail where there is a mail server. The link is in the answer, too. An ' +
    'earlier invitation ends.',
  body: {
    email: required(email, 'The e-mail address of the person.'),
    role: required(staffRole, 'The role that the person will have.'),
  },
  success: [
    {
      status: 201,
      description: 'The person is invited.',
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
  description: 'The link of the invitation no longer works.',
  body: noParameters,
  success: [{ status: 200, description: 'The invitation is taken back.', data: nothing }],
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
    'Lists accounts with an address that no mail and no operator has confirmed, newest first, at most a ' +
    'thousand.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The accounts that wait for a confirmation.',
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
            publisher_id: orNull(Type.String(), 'The id of their publisher.'),
            publisher: orNull(Type.String(), 'The name of their publisher.'),
            publisher_status: orNull(Type.Enum([...publisherStatuses]), 'Whether it waits for approval.'),
            address: orNull(Type.String(), 'The address that they came from first.'),
            created_at: unixSeconds('The time at which it happened.'),
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
    'You vouch for the address, so ask the person by another way first. They sign in with the address ' +
    'from then on. The answer is INVALID_REQUEST if another account has it.',
  body: noParameters,
  success: [{ status: 200, description: 'The account is confirmed.', data: nothing }],
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
    'Deletes the account with its sessions, tokens and invitations. A publisher that waits for approval ' +
    'and has nobody else is suspended.',
  body: noParameters,
  success: [{ status: 200, description: 'The account is deleted.', data: nothing }],
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
