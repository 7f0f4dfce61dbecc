import * as operations from '@quoin/contract/manage/credentials/credential-operations.ts'
import { getLinkKey, rotateLinkKey } from '../../../features/apps/link-key.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { revokeCredential } from '../../../features/apps/revoke-credential.ts'
import { rotateKey, rotateSecret } from '../../../features/apps/rotate-credential.ts'
import { presentCredential } from '../../../http/present/credential.ts'
import { presentLinkKey } from '../../../http/present/link-key.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

const listMyCredentials = memberRoute(
  operations.listMyCredentials,
  async ({ ports, path: { appId }, query: { mode = 'live' }, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const { credentials } = ports.store
    const [keys, secrets] = await Promise.all([
      credentials.listShownKeys(ports.db, appId),
      credentials.listShownSecrets(ports.db, appId),
    ])
    const ofMode = (rows: typeof keys) => rows.filter((row) => row.mode === mode).map(presentCredential)
    return { data: { keys: ofMode(keys), secrets: ofMode(secrets) }, message: 'Keys and masked secrets.' }
  },
)

const rotateMyCredential = memberRoute(
  operations.rotateMyCredential,
  async ({ ports, path: { appId }, body: { kind, mode, overlapSec }, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const rotate = kind === 'key' ? rotateKey : rotateSecret
    const made = await rotate({ ...ports, actor }, { appId, mode, overlapSec })
    const credential = 'apiKey' in made ? made.apiKey : made.apiSecret
    const data = { credential, ending: made.ending, ends_at: made.endsAtSec }
    return { status: 201, data, message: 'Copy it now: a secret is not shown again.' }
  },
)

const endMyCredential = memberRoute(
  operations.endMyCredential,
  async ({ ports, path: { appId, kind, credentialId }, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    await revokeCredential({ ...ports, actor }, { kind, id: credentialId, appId })
    return { data: {}, message: 'It has ended.' }
  },
)

const getMyLinkKey = memberRoute(
  operations.getMyLinkKey,
  async ({ ports, path: { appId }, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    return { data: presentLinkKey(await getLinkKey(ports, appId)), message: 'A secret of your servers.' }
  },
)

const rotateMyLinkKey = memberRoute(
  operations.rotateMyLinkKey,
  async ({ ports, path: { appId }, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const made = await rotateLinkKey(ports, { appId, actor })
    return { data: presentLinkKey(made), message: 'The one before it works on.' }
  },
)

export const credentialRoutes = [
  listMyCredentials,
  rotateMyCredential,
  endMyCredential,
  getMyLinkKey,
  rotateMyLinkKey,
]
