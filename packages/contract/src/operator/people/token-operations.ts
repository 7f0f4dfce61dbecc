import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { Type } from '../../json-schema.ts'
import { optional, required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { integerField } from '../../fields/number-fields.ts'
import { textField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { staffRole } from '../../people/person-fields.ts'
import { closed, unixSeconds, uuid } from '../../shapes/responses.ts'
import { orNull, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const tokens = { tag: 'Tokens', proof: 'staff', role: 'operator', query: noParameters } as const

export const listTokens = operation({
  ...tokens,
  id: 'listTokens',
  method: 'GET',
  path: '/operator/v1/tokens',
  summary: 'Tokens of programs',
  description: 'Those that are not revoked, newest first; never the token itself.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The tokens.',
      data: Type.Array(
        Type.Object(
          {
            id: uuid,
            name: Type.String(),
            role: Type.Enum([...staffRoles]),
            masked: Type.String({ description: 'Its end.', examples: ['qot_…a1B2'] }),
            actor: Type.String({ description: 'The one who made it.' }),
            created_at: unixSeconds('When.'),
            expires_at: orNull(unixSeconds('When it ends by itself.')),
            last_used_at: orNull(unixSeconds('To the minute.')),
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
  description: 'For a program that calls this API as `Authorization: Bearer`. It is shown this once.',
  body: {
    name: required(textField({ min: 1, max: 60, example: 'Nightly export' }), 'Its purpose.'),
    role: required(staffRole, 'Its role: the calls that it may make.'),
    expiresInDays: optional(integerField({ min: 1, max: 3_650 }), 'It ends after so many days; else never.'),
  },
  success: [
    {
      status: 201,
      description: 'The token.',
      data: Type.Object({ id: uuid, token: Type.String({ description: 'Kept nowhere.' }) }, closed),
    },
  ],
  errors: staffErrors,
})

export const revokeToken = operation({
  ...tokens,
  id: 'revokeToken',
  method: 'DELETE',
  path: '/operator/v1/tokens/{tokenId}',
  pathParameters: { tokenId: required(ownId, 'A token.') },
  summary: 'Revoke a token',
  description: 'At once.',
  body: noParameters,
  success: [{ status: 200, description: 'It is revoked.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})

/** Tokens of programs. */
export const tokenOperations = [listTokens, createToken, revokeToken] as const
