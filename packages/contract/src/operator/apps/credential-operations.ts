import { signedLinksModes } from '@quoin/core/apps/app-settings.ts'
import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { integerField } from '../../fields/number-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { noParameters } from '../../parameters.ts'
import { closed, orNull, unixSeconds } from '../../shapes/responses.ts'
import { rowId } from '../catalogue/offer-operations.ts'
import { idText, staffErrors, staffErrorsOfOne } from '../operator-parts.ts'

const credentials = { tag: 'Apps', proof: 'staff', query: noParameters, body: noParameters } as const
const oneApp = { appId: required(rowId, 'The id of the app.') } as const
const modes = ['live', 'test'] as const
const kinds = ['key', 'secret'] as const

export const credentialShape = Type.Object(
  {
    id: idText('The id of the key or secret.'),
    mode: Type.Enum([...modes]),
    shown: Type.String({ description: 'A key in full; of a secret its end.' }),
    created_at: unixSeconds('The time at which it was made.'),
    expires_at: orNull(unixSeconds('The time of its end.')),
    revoked_at: orNull(unixSeconds('When it was revoked.')),
    last_used_at: orNull(unixSeconds('When it was used last.')),
    leaked_at: orNull(unixSeconds('When it came from a browser.')),
    leaked_origin: orNull(Type.String(), 'The page that it came from.'),
  },
  closed,
)

const overlapMaxSec = 365 * 86_400

export const rotateCredential = operation({
  ...credentials,
  id: 'rotateCredential',
  method: 'POST',
  path: '/operator/v1/apps/{appId}/rotate',
  pathParameters: oneApp,
  role: 'operator',
  summary: 'A new key or secret',
  description: 'The older ones go on working for the overlap. The new one is shown this once.',
  body: {
    kind: required(wordField(kinds), 'Whether it is a key or a secret.'),
    mode: required(wordField(modes), 'Live or test mode.'),
    overlapSec: required(integerField({ min: 0, max: overlapMaxSec }), 'How long those before work on.'),
  },
  success: [
    {
      status: 201,
      description: 'The new credential.',
      data: Type.Object(
        {
          credential: Type.String({
            description: 'The key or secret itself. The service does not keep a secret.',
          }),
          ending: Type.Integer({ description: 'The number of older ones that end.' }),
          ends_at: unixSeconds('The time at which the older ones end.'),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
})

export const revokeCredential = operation({
  ...credentials,
  id: 'revokeCredential',
  method: 'DELETE',
  path: '/operator/v1/credentials/{kind}/{credentialId}',
  pathParameters: {
    kind: required(wordField(kinds), 'Whether it is a key or a secret.'),
    credentialId: required(rowId, 'The id of the credential.'),
  },
  role: 'operator',
  summary: 'Revoke a key or secret',
  description: 'The credential ends at once, everywhere.',
  success: [{ status: 200, description: 'The credential is revoked.', data: Type.Object({}, closed) }],
  errors: staffErrorsOfOne,
})

const linkKey = {
  ...credentials,
  path: '/operator/v1/apps/{appId}/link-key',
  pathParameters: oneApp,
  role: 'operator',
  success: [
    {
      status: 200,
      description: 'The key that signs links.',
      data: Type.Object(
        {
          signed_links: Type.Enum([...signedLinksModes]),
          version: Type.Integer({ minimum: 1, description: 'The one before it is accepted, too.' }),
          key: Type.String({ description: "A secret of the publisher's servers." }),
        },
        closed,
      ),
    },
  ],
  errors: staffErrorsOfOne,
} as const

export const getLinkKey = operation({
  ...linkKey,
  id: 'getLinkKey',
  method: 'GET',
  summary: "The key that signs an app's links",
  description: 'Use this key if you build links yourself.',
})

export const rotateLinkKey = operation({
  ...linkKey,
  id: 'rotateLinkKey',
  method: 'POST',
  summary: 'A new key for links',
  description: 'Links that were signed with the key before it work until the next rotation.',
})

export const acceptSecret = operation({
  ...credentials,
  id: 'acceptSecret',
  method: 'POST',
  path: '/operator/v1/master-secret/accept',
  role: 'operator',
  summary: 'Bind the database to the QUOIN_SECRET of this server',
  description:
    'Binds the database whatever secret it was bound to before. A process with another secret no longer ' +
    'starts. No data are changed.',
  success: [
    {
      status: 200,
      description: 'The database is bound to this server.',
      data: Type.Object(
        { is_rotating: Type.Boolean({ description: 'Whether QUOIN_SECRET_PREVIOUS is accepted, too.' }) },
        closed,
      ),
    },
  ],
  errors: staffErrors,
})

/** Credentials of apps, and the secret of the service. */
export const credentialOperations = [
  rotateCredential,
  revokeCredential,
  getLinkKey,
  rotateLinkKey,
  acceptSecret,
] as const
