import { listActions } from '@quoin/core/lists/list-entry.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { userId } from '../../fields/user-fields.ts'
import { operation } from '../../operation.ts'
import { rowId } from '../../operator/catalogue/offer-operations.ts'
import { idText, money, staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { userListShape, userShape } from '../../operator/users/user-operations.ts'
import { noParameters } from '../../parameters.ts'
import { erasureShape } from '../../shapes/lookups.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { member, ofMode, ownApp } from '../manage-parts.ts'

const users = { ...member, tag: 'Users', pathParameters: ownApp, errors: staffErrorsOfOne } as const
const count = (description: string) => Type.Integer({ minimum: 0, description })

export const listMyUsers = operation({
  ...users,
  id: 'listMyUsers',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/users',
  reads: 'elsewhere',
  role: 'analyst',
  summary: 'Users who were active lately',
  description:
    'Lists users who clicked or completed something lately, newest first. You find all others by their ' +
    'id: GET …/user.',
  query: ofMode,
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The users, 100 at most.',
      data: Type.Array(
        Type.Object(
          {
            user_id: Type.String(),
            last_seen_at: unixSeconds('The newest click or conversion.'),
            conversions: count('The number of conversions, counted to 1,000.'),
            reversed: count('Those of them that were taken back.'),
            earned: money('Your payout for the approved ones of them, in USD.'),
            list: orNull(Type.Enum([...listActions]), 'The list that the user is on.'),
          },
          closed,
        ),
      ),
    },
  ],
})

// Publishers are not told which person of the platform listed a user, and why.
const { actor: _actor, ...ownListFields } = userListShape.properties
const ownListShape = Type.Object(
  { ...ownListFields, is_own: Type.Boolean({ description: 'Listed by your own people: you may end it.' }) },
  closed,
)

export const getMyUser = operation({
  ...users,
  id: 'getMyUser',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/user',
  reads: 'elsewhere',
  role: 'analyst',
  summary: 'The story of a user',
  description:
    'Returns the clicks and conversions of a user with their outcomes, the risk with its reasons, and ' +
    'the obstacles to a reward.',
  query: {
    ...ofMode,
    userId: required(userId, 'Your id of the user.'),
    limit: optional(countField({ min: 1, max: 100, default: 25 }), 'Rows of each list; 25 unless given.'),
  },
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The story with its steps.',
      data: Type.Object({ ...userShape.properties, lists: Type.Array(ownListShape) }, closed),
    },
  ],
})

export const listMyUser = operation({
  ...users,
  id: 'listMyUser',
  method: 'POST',
  path: '/manage/v1/apps/{appId}/user/list',
  role: 'developer',
  summary: 'Block, allow or watch a user',
  description:
    'The entry is in force at once, in this app. If the user is on a list already, the new action ' +
    'replaces the old one, unless the platform has listed them.',
  query: member.query,
  body: {
    userId: required(userId, 'Your id of the user.'),
    action: required(wordField(listActions), 'The list to put the user on.'),
    reason: required(
      textField({ min: 1, max: 255, example: 'Sold the account.' }),
      'The reason, in your words.',
    ),
  },
  success: [
    {
      status: 200,
      description: 'The entry of the list.',
      data: Type.Object({ id: idText('The id of the entry.'), action: Type.Enum([...listActions]) }, closed),
    },
  ],
})

export const unlistMyUser = operation({
  ...users,
  id: 'unlistMyUser',
  method: 'DELETE',
  path: '/manage/v1/apps/{appId}/user/list/{entryId}',
  pathParameters: { ...ownApp, entryId: required(rowId, 'An entry of your own.') },
  role: 'developer',
  summary: 'Take a user off a list',
  description: 'You can take off what your own people have listed. Entries of the platform stay.',
  query: member.query,
  body: noParameters,
  success: [{ status: 200, description: 'The entry is removed.', data: Type.Object({}, closed) }],
})

export const eraseMyUser = operation({
  ...users,
  id: 'eraseMyUser',
  method: 'POST',
  path: '/manage/v1/apps/{appId}/user/erase',
  role: 'developer',
  summary: 'Erase a user',
  description:
    'Does what DELETE /api/v1/users does: personal data are erased for good, money and counts stay. In ' +
    'test mode only the data of test credentials are erased.',
  query: ofMode,
  body: { userId: required(userId, 'Your id of the user.') },
  success: [
    { status: 200, description: 'The user is erased.', data: erasureShape },
    { status: 202, description: 'There is so much that the service goes on by itself.', data: erasureShape },
  ],
})

export const userOperations = [listMyUsers, getMyUser, listMyUser, unlistMyUser, eraseMyUser] as const
