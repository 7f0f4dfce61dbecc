import type { Database, Db } from '../pg/database.ts'

/** The channel on which processes hear that something they keep in memory has changed. */
export const snapshotChannel = 'quoin_snapshots'

/** Once per change set, in its transaction: the version is the fence, the notification the quick way. */
export async function bumpSnapshot(db: Db, name: SnapshotName): Promise<void> {
  await db.query('update snapshot_versions set version = version + 1 where name = $1', [name])
  await db.query('select pg_notify($1, $2)', [snapshotChannel, name])
}

export async function listSnapshotVersions(db: Db): Promise<{ name: SnapshotName; version: number }[]> {
  return await db.query(
    `select name, version from snapshot_versions where name not like '%:%' order by name`,
    [],
  )
}

/** A change that is written in many transactions, such as an import: `catalogue:network 7`. */
interface LongChange {
  readonly name: SnapshotName
  readonly what: string
}

/**
 * Notes, before each of its writes, that a change is under way and not announced yet. Such a row stands beside the
 * versions and has the time of the last note, in milliseconds, in the place of one.
 */
export async function noteLongChange(db: Db, { name, what }: LongChange): Promise<void> {
  await db.query(
    `insert into snapshot_versions (name, version)
     values ($1, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
     on conflict (name) do update set version = excluded.version`,
    [`${name}:${what}`],
  )
}

/** Announces it, once for all of its writes. */
export async function endLongChange(db: Database, { name, what }: LongChange): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('delete from snapshot_versions where name = $1', [`${name}:${what}`])
    await bumpSnapshot(tx, name)
  })
}

/** Announces the changes that nobody has gone on with for so long: their processes are gone. Returns how many. */
export async function endAbandonedChanges(db: Database, silentMs: number): Promise<number> {
  return await db.transaction(async (tx) => {
    const rows = await tx.query<{ name: SnapshotName }>(
      `delete from snapshot_versions
       where name like '%:%' and version < extract(epoch from clock_timestamp()) * 1000 - $1
       returning split_part(name, ':', 1) as name`,
      [silentMs],
    )
    for (const name of new Set(rows.map((row) => row.name))) await bumpSnapshot(tx, name)
    return rows.length
  })
}

export type SnapshotName = 'catalogue' | 'apps' | 'networks' | 'lists' | 'caps' | 'terms' | 'weights'
