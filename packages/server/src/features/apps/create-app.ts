import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { AppChanges } from '../../store/apps/apps.ts'
import type { Db } from '../../store/pg/database.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import { getPublisher } from '../publishers/get-publisher.ts'
import { issueKey, issueSecret } from './issue-credentials.ts'

export type AppNeeds = Pick<Ports, 'db' | 'store' | 'random' | 'settings'> &
  AuditNeeds & { readonly snapshots: Pick<Snapshots, 'refresh'> }

export interface NewApp extends AppChanges {
  readonly name: string
  /** Its id; or a name, by which one is made when there is none. */
  readonly publisher: number | string
}

export interface CreatedApp {
  readonly appId: number
  readonly publisherId: number
  readonly live: { readonly apiKey: string; readonly apiSecret: string }
  readonly test: { readonly apiKey: string; readonly apiSecret: string }
}

/**
 * An app with live and test credentials. The secrets are in the answer and nowhere else. Throws RESOURCE_NOT_FOUND for
 * the id of no publisher.
 */
export async function createApp(needs: AppNeeds, { publisher, ...app }: NewApp): Promise<CreatedApp> {
  const { db, store, snapshots } = needs
  const created = await db.transaction(async (tx) => {
    const publisherId = await findOrMakePublisher(needs, tx, publisher)
    const appId = await store.apps.insertApp(tx, publisherId, app.name)
    await store.apps.updateApp(tx, appId, app)
    const issue = async (mode: 'live' | 'test') => ({
      apiKey: (await issueKey(needs, tx, { appId, mode })).apiKey,
      apiSecret: (await issueSecret(needs, tx, { appId, mode })).apiSecret,
    })
    const live = await issue('live')
    const test = await issue('test')
    const after = await store.apps.findAppById(tx, appId)
    await noteChange(needs, tx, { action: 'app.created', object: `app:${appId}`, after })
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
    return { appId, publisherId, live, test }
  })
  await snapshots.refresh('apps')
  return created
}

async function findOrMakePublisher(needs: AppNeeds, tx: Db, publisher: number | string): Promise<number> {
  if (typeof publisher === 'number') return (await getPublisher({ ...needs, db: tx }, publisher)).id
  const { publishers } = needs.store
  const known = await publishers.findPublisherByName(tx, publisher)
  if (known !== undefined) return known
  const id = await publishers.insertPublisher(tx, publisher, 'active')
  const after = { name: publisher, status: 'active' }
  await noteChange(needs, tx, { action: 'publisher.created', object: `publisher:${id}`, after })
  return id
}
