import type { Db } from '../pg/database.ts'

/**
 * Whether nobody has used this code of a person's authenticator app yet; from now on somebody has. A code is accepted for
 * a minute and a half, as clocks differ; it is remembered for longer than that.
 */
export async function takeCode(
  db: Db,
  { personId, code }: { readonly personId: string; readonly code: string },
): Promise<boolean> {
  const rows = await db.query(
    `insert into people_verifications (id, identifier, value, expires_at)
     values ($1, $1, '', now() + interval '2 minutes')
     on conflict (id) do update set expires_at = excluded.expires_at where people_verifications.expires_at <= now()
     returning id`,
    [`used-code ${personId} ${code}`],
  )
  return rows.length > 0
}
