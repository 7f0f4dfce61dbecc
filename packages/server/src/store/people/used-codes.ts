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

/**
 * How often the second step of the person behind a waiting sign-in was tried in this minute, this try included; 0 where no
 * sign-in waits under that name. Counted by the database, so that tries at once and at several processes are all counted.
 */
export async function countSecondStep(db: Db, signIn: string): Promise<number> {
  const [row] = await db.query<{ tries: number }>(
    `insert into people_verifications as counted (id, identifier, value, expires_at)
     select id, id, '1', now() + interval '1 minute'
     from (select 'second-step-tries ' || value as id from people_verifications
           where identifier = $1 and expires_at > now() limit 1) as waiting
     on conflict (id) do update set
       value = case when counted.expires_at > now() then (counted.value::int + 1)::text else '1' end,
       expires_at = case when counted.expires_at > now() then counted.expires_at else excluded.expires_at end
     returning value::int as tries`,
    [signIn],
  )
  return row?.tries ?? 0
}
