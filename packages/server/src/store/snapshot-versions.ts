import type { SnapshotName } from '../ports.ts'
import type { Db } from './database.ts'

/** The channel on which processes hear that something they keep in memory has changed. */
export const snapshotChannel = 'quoin_snapshots'

/** Once per change set, in its transaction: the version is the fence, the notification the quick way. */
export async function bumpSnapshot(db: Db, name: SnapshotName): Promise<void> {
  await db.query('update snapshot_versions set version = version + 1 where name = $1', [name])
  await db.query('select pg_notify($1, $2)', [snapshotChannel, name])
}

export async function listSnapshotVersions(db: Db): Promise<{ name: SnapshotName; version: number }[]> {
  return await db.query('select name, version from snapshot_versions order by name', [])
}
