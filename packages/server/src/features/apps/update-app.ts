import { notFound } from '@quoin/core/errors.ts'
import type { AppChanges } from '../../store/apps/apps.ts'
import { noteChange } from '../audit/note-change.ts'
import type { AppNeeds } from './create-app.ts'

/** Changes settings of an app. Takes effect at once, in every process. */
export async function updateApp(needs: AppNeeds, appId: number, changes: AppChanges): Promise<void> {
  const { db, store, snapshots } = needs
  await db.transaction(async (tx) => {
    const before = await store.apps.findAppById(tx, appId)
    if (!(await store.apps.updateApp(tx, appId, changes))) throw notFound(`There is no app ${appId}.`)
    const after = await store.apps.findAppById(tx, appId)
    await noteChange(needs, tx, { action: 'app.updated', object: `app:${appId}`, before, after })
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  })
  await snapshots.refresh('apps')
}
