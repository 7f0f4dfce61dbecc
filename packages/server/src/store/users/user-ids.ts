import type { Db } from '../pg/database.ts'

/** The ids of an app's users, wherever one stands, each once, for this transaction. A pass over each table. */
export async function gatherUserIds(tx: Db, appId: number): Promise<void> {
  await tx.query('set local statement_timeout = 0')
  await tx.query('drop table if exists gathered_users')
  await tx.query('create temporary table gathered_users (user_id text primary key) on commit drop')
  await tx.query(
    `insert into gathered_users
     select user_id from clicks where app_id = $1
     union select user_id from conversions where app_id = $1 and user_id is not null
     union select user_id from tickets where app_id = $1
     union select value from list_entries where app_id = $1 and kind = 'user'
     union select user_id from caps where app_id = $1 and user_id is not null
     on conflict do nothing`,
    [appId],
  )
}

/** Lists so many of them behind one, in order. */
export async function listGathered(tx: Db, after: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ userId: string }>(
    'select user_id as "userId" from gathered_users where user_id > $1 order by user_id limit $2',
    [after, limit],
  )
  return rows.map(({ userId }) => userId)
}
