import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { integerField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { staffRole } from '../../people/person-fields.ts'
import { closed, orNull, unixSeconds, uuid } from '../../shapes/responses.ts'
import { staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const tokens = { tag: 'Tokens', proof: 'staff', role: 'operator', query: noParameters } as const

export const listTokens = operation({
  ...tokens,
  id: 'listTokens',
  method: 'GET',
  path: '/operator/v1/tokens',
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
            role: Type.Enum([...staffRoles]),
            masked: Type.String({
              description: 'The last characters of the token.',
              examples: ['qot_…a1B2'],
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

export const createToken = operation({
  ...tokens,
  id: 'createToken',
  method: 'POST',
  path: '/operator/v1/tokens',
  summary: 'Make a token',
  description:
    'A program sends the token as `Authorization: Bearer` to this API. The token is shown this once.',
  body: {
    name: required(textField({ min: 1, max: 60, example: 'Nightly export' }), 'The purpose of the token.'),
    role: required(staffRole, 'Its role: the calls that it may make.'),
    expiresInDays: optional(integerField({ min: 1, max: 3_650 }), 'It ends after so many days; else never.'),
  },
  success: [
    {
      status: 201,
      description: 'The new token.',
      data: Type.Object(
        { id: uuid, token: Type.String({ description: 'The token itself. The service does not keep it.' }) },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

export const revokeToken = operation({
  ...tokens,
  id: 'revokeToken',
  method: 'DELETE',
  path: '/operator/v1/tokens/{tokenId}',
  pathParameters: { tokenId: required(ownId, 'The id of the token.') },
  summary: 'Revoke a token',
  description: 'The token ends at once.',
  body: noParameters,
  success: [{ status: 200, description: 'The token is revoked.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})

/** Tokens of programs. */
export const tokenOperations = [listTokens, createToken, revokeToken] as const
