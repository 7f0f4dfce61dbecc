import { memberRoles } from '@quoin/core/people/member-role.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { staffErrors } from '../../operator/operator-parts.ts'
import { createToken, revokeToken } from '../../operator/people/token-operations.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { member } from '../manage-parts.ts'

const tokens = { ...member, tag: 'Tokens', role: 'owner', path: '/manage/v1/tokens' } as const

export const listMyTokens = operation({
  ...tokens,
  id: 'listMyTokens',
  method: 'GET',
  summary: 'Tokens of programs',
  description: 'Lists the tokens that are not revoked, newest first. The list never has the token itself.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The tokens that are in force.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            name: Type.String(),
            role: Type.Enum([...memberRoles]),
            masked: Type.String({
              description: 'The last characters of the token.',
              examples: ['qpt_…a1B2'],
            }),
            actor: Type.String({ description: 'The actor who made it.' }),
            created_at: unixSeconds('The time at which it happened.'),
            expires_at: orNull(unixSeconds('The time at which it ends by itself.')),
            last_used_at: orNull(unixSeconds('The last use, to the minute.')),
          },
          closed,
        ),
      ),
    },
  ],
  errors: staffErrors,
})

export const createMyToken = operation({
  ...createToken,
  ...tokens,
  id: 'createMyToken',
  body: {
    ...createToken.body,
    role: required(wordField(memberRoles), 'Its role: the calls that it may make.'),
  },
})

export const revokeMyToken = operation({
  ...revokeToken,
  ...tokens,
  id: 'revokeMyToken',
  path: '/manage/v1/tokens/{tokenId}',
})
