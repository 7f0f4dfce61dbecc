import * as operations from '@quoin/contract/operator/apps/credential-operations.ts'
import { getLinkKey as findLinkKey, rotateLinkKey as rotateLinks } from '../../../features/apps/link-key.ts'
import { revokeCredential as revoke } from '../../../features/apps/revoke-credential.ts'
import { rotateKey, rotateSecret } from '../../../features/apps/rotate-credential.ts'
import { acceptSecret as accept } from '../../../features/credentials/accept-secret.ts'
import { presentLinkKey } from '../../../http/present/link-key.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const rotateCredential = staffRoute(operations.rotateCredential, async ({ ports, path, body, staff }) => {
  const needs = { ...ports, actor: staff.actor }
  const rotation = { appId: path.appId, mode: body.mode, overlapSec: body.overlapSec }
  const made = body.kind === 'key' ? await rotateKey(needs, rotation) : await rotateSecret(needs, rotation)
  const credential = 'apiKey' in made ? made.apiKey : made.apiSecret
  const data = { credential, ending: made.ending, ends_at: made.endsAtSec }
  return { status: 201, data, message: 'Copy it now: a secret is not shown again.' }
})

const revokeCredential = staffRoute(operations.revokeCredential, async ({ ports, path, staff }) => {
  await revoke({ ...ports, actor: staff.actor }, { kind: path.kind, id: path.credentialId })
  return { data: {}, message: 'It is revoked.' }
})

const getLinkKey = staffRoute(operations.getLinkKey, async ({ ports, path }) => {
  const found = await findLinkKey(ports, path.appId)
  return { data: presentLinkKey(found), message: 'A secret of their servers.' }
})

const rotateLinkKey = staffRoute(operations.rotateLinkKey, async ({ ports, path, staff }) => {
  const made = await rotateLinks(ports, { appId: path.appId, actor: staff.actor })
  return { data: presentLinkKey(made), message: 'The one before it works on.' }
})

const acceptSecret = staffRoute(operations.acceptSecret, async ({ ports, staff }) => {
  const { isRotating } = await accept(ports, staff.actor)
  return { data: { is_rotating: isRotating }, message: 'The database is bound to the secret of this server.' }
})

/** Credentials of apps, and the secret of the service. */
export const credentialRoutes = [rotateCredential, revokeCredential, getLinkKey, rotateLinkKey, acceptSecret]
