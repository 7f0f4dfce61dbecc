import { memberRoles } from '@quoin/core/people/member-role.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { staffErrors, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { invitePerson, revokeInvitation } from '../../operator/people/people-operations.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { member } from '../manage-parts.ts'

const people = { ...member, tag: 'People' } as const
const onePerson = { personId: required(ownId, 'Somebody of the publisher.') } as const
const memberRole = wordField(memberRoles)
const done = [{ status: 200, description: 'The person is changed.', data: Type.Object({}, closed) }] as const

export const listMyPeople = operation({
  ...people,
  id: 'listMyPeople',
  method: 'GET',
  path: '/manage/v1/people',
  role: 'analyst',
  summary: 'The people of the publisher',
  description: 'Lists the people with their roles, by name.',
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
            is_confirmed: Type.Boolean({ description: 'Whether the address is proven to be theirs.' }),
            role: Type.Enum([...memberRoles]),
            has_two_factor: Type.Boolean(),
            created_at: unixSeconds('The time since when the person is here.'),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const changeMyRole = operation({
  ...people,
  id: 'changeMyRole',
  method: 'PATCH',
  path: '/manage/v1/people/{personId}',
  pathParameters: onePerson,
  role: 'owner',
  summary: 'Change a role',
  description: 'The person has to sign in again. The last owner stays an owner.',
  body: { role: required(memberRole, 'Their role: the calls that they may make.') },
  success: done,
  errors: staffErrorsOfOne,
})

export const removeMyPerson = operation({
  ...people,
  id: 'removeMyPerson',
  method: 'DELETE',
  path: '/manage/v1/people/{personId}',
  pathParameters: onePerson,
  role: 'owner',
  summary: 'Remove somebody',
  description:
    'The sessions of the person end. The account is deleted, too, if the person belongs to nobody else.',
  body: noParameters,
  success: done,
  errors: staffErrorsOfOne,
})

export const listMyInvitations = operation({
  ...people,
  id: 'listMyInvitations',
  method: 'GET',
  path: '/manage/v1/invitations',
  role: 'owner',
  summary: 'Open invitations',
  description: 'The newest come first.',
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
            role: Type.Enum([...memberRoles]),
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

export const inviteMyPerson = operation({
  ...invitePerson,
  ...people,
  id: 'inviteMyPerson',
  path: '/manage/v1/invitations',
  role: 'owner',
  description:
    'The invitation goes out by e-mail where the service has a mail server. Otherwise the link is in the ' +
    'answer, and you pass it on. An earlier invitation of the person ends.',
  body: { ...invitePerson.body, role: required(memberRole, 'Their role: the calls that they may make.') },
  success: [
    {
      status: 201,
      description: 'The person is invited.',
      data: Type.Object(
        {
          id: uuid,
          link: orNull(Type.String(), 'Works once; null where it is mailed, to be opened by them alone.'),
          is_mailed: Type.Boolean({ description: 'Whether a mail is under way.' }),
          expires_at: unixSeconds('The time at which it ends, in Unix seconds.'),
        },
        closed,
      ),
    },
  ],
})

export const revokeMyInvitation = operation({
  ...revokeInvitation,
  ...people,
  id: 'revokeMyInvitation',
  path: '/manage/v1/invitations/{invitationId}',
  role: 'owner',
})
