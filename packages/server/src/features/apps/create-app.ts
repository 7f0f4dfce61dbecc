import type { Ports, Snapshots } from '../../ports/ports.ts'
import type { AppChanges } from '../../store/apps/apps.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import { issueKey, issueSecret } from './issue-credentials.ts'

export type AppNeeds = Pick<Ports, 'db' | 'store' | 'random'> &
  AuditNeeds & { readonly snapshots: Pick<Snapshots, 'refresh'> }

export interface NewApp extends AppChanges {
  readonly name: string
  /** Made when there is none of that name. */
  readonly publisher: string
}

export interface CreatedApp {
  readonly appId: number
  readonly publisherId: number
  readonly live: { readonly apiKey: string; readonly apiSecret: string }
  readonly test: { readonly apiKey: string; readonly apiSecret: string }
}

/** An app with live and test credentials. The secrets are in the answer and nowhere else. */
export async function createApp(needs: AppNeeds, { publisher, ...app }: NewApp): Promise<CreatedApp> {
  const { db, store, snapshots } = needs
  const created = await db.transaction(async (tx) => {
    const publisherId =
      (await store.apps.findPublisherByName(tx, publisher)) ??
      (await store.apps.insertPublisher(tx, publisher))
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
