import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { wordField } from '../../fields/text-fields.ts'
import { operation } from '../../operation.ts'
import { rowId } from '../../operator/catalogue/offer-operations.ts'
import {
  credentialShape,
  getLinkKey,
  revokeCredential,
  rotateCredential,
  rotateLinkKey,
} from '../../operator/apps/credential-operations.ts'
import { staffErrorsOfOne } from '../../operator/operator-parts.ts'
import { noParameters } from '../../parameters.ts'
import { closed } from '../../shapes/responses.ts'
import { member, ofMode, ownApp } from '../manage-parts.ts'

const credentials = { ...member, tag: 'Keys and secrets' } as const

export const listMyCredentials = operation({
  ...credentials,
  id: 'listMyCredentials',
  method: 'GET',
  path: '/manage/v1/apps/{appId}/credentials',
  pathParameters: ownApp,
  query: ofMode,
  role: 'analyst',
  summary: 'Keys and masked secrets',
  description:
    'Lists the keys and the masked secrets: when each was made, when it was used last, when it ends, and ' +
    'whether a secret was seen in a browser.',
  body: noParameters,
  success: [
    {
      status: 200,
      description: 'The credentials of the mode.',
      data: Type.Object({ keys: Type.Array(credentialShape), secrets: Type.Array(credentialShape) }, closed),
    },
  ],
  errors: staffErrorsOfOne,
})

export const rotateMyCredential = operation({
  ...rotateCredential,
  ...credentials,
  id: 'rotateMyCredential',
  path: '/manage/v1/apps/{appId}/credentials',
  pathParameters: ownApp,
  role: 'developer',
})

export const endMyCredential = operation({
  ...revokeCredential,
  ...credentials,
  id: 'endMyCredential',
  path: '/manage/v1/apps/{appId}/credentials/{kind}/{credentialId}',
  pathParameters: {
    ...ownApp,
    kind: required(wordField(['key', 'secret']), 'Whether it is a key or a secret.'),
    credentialId: required(rowId, 'The id of the credential.'),
  },
  role: 'developer',
  summary: 'End a key or secret',
})

const linkKey = {
  ...credentials,
  path: '/manage/v1/apps/{appId}/link-key',
  pathParameters: ownApp,
  role: 'developer',
} as const

export const getMyLinkKey = operation({ ...getLinkKey, ...linkKey, id: 'getMyLinkKey' })

export const rotateMyLinkKey = operation({ ...rotateLinkKey, ...linkKey, id: 'rotateMyLinkKey' })
