import { notFound } from '@quoin/core/errors.ts'
import type { AppChanges, AppSetting } from '../../store/apps/apps.ts'
import type { AppNeeds } from './create-app.ts'

/** Changes settings of an app; what is left out keeps its value, what is unset gets back its default. Takes effect at once, in every process. */
export async function updateApp(
  { db, store, snapshots }: AppNeeds,
  appId: number,
  changes: AppChanges,
  unset: readonly AppSetting[] = [],
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await store.apps.updateApp(tx, appId, changes))) throw notFound(`There is no app ${appId}.`)
    await store.apps.unsetOfApp(tx, appId, unset)
    await store.snapshotVersions.bumpSnapshot(tx, 'apps')
  })
  await snapshots.refresh('apps')
}
