import type { App } from '@quoin/core/apps/app.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'
import { linkKeyOf } from '../tracking/sign-links.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

export interface LinkKey {
  readonly appId: number
  readonly signedLinks: App['signedLinks']
  readonly version: number
  /** For publishers who build links themselves: a secret of their servers. */
  readonly key: string
}

/** The key that an app's links are signed with. Throws RESOURCE_NOT_FOUND when there is no such app. */
export async function getLinkKey(ports: Needs, appId: number): Promise<LinkKey> {
  const app = await ports.store.apps.findAppById(ports.db, appId)
  if (app === undefined) throw notFound(`There is no app ${appId}.`)
  const { signedLinks, linkKeyVersion } = app
  return { appId, signedLinks, version: linkKeyVersion, key: linkKeyOf(ports, app) }
}

/** A new key; links that were signed with the one before it work until the next rotation. */
export async function rotateLinkKey(
  ports: Needs,
  { appId, actor }: { readonly appId: number; readonly actor: string },
): Promise<LinkKey> {
  const { db, store, clock, snapshots } = ports
  await db.transaction(async (tx) => {
    const version = await store.apps.rotateLinkKey(tx, appId)
    if (version === undefined) throw notFound(`There is no app ${appId}.`)
    const object = `app:${appId}`
    const entry = { actor, action: 'app.link_key_rotated' as const, object, details: { version } }
    await store.audit.insertAudit(tx, { ...entry, nowMs: clock.nowMs() })
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  })
  await snapshots.refresh('apps')
  return await getLinkKey(ports, appId)
}
