import type { Db } from '../pg/database.ts'

/** Those that are new are expected from now on. */
export async function expectWorks(db: Db, names: readonly string[]): Promise<void> {
  await db.query('insert into work_successes (name) select unnest($1::text[]) on conflict do nothing', [
    names,
  ])
}

/** At most once a minute a name, however many processes note it. */
export async function noteSuccess(db: Db, name: string): Promise<void> {
  await db.query(
    `insert into work_successes (name, succeeded_at) values ($1, clock_timestamp())
     on conflict (name) do update set succeeded_at = clock_timestamp()
       where work_successes.succeeded_at is null
         or work_successes.succeeded_at not between clock_timestamp() - interval '50 seconds' and clock_timestamp()`,
    [name],
  )
}

interface WorkSuccess {
  readonly name: string
  /** By the clock of the database; null: not yet. */
  readonly succeededAtMs: number | null
  /** Since then, or since it was first expected. */
  readonly ageMs: number
}

export async function listSuccesses(db: Db): Promise<WorkSuccess[]> {
  return await db.query(
    `select name, succeeded_at as "succeededAtMs",
       greatest(0, extract(epoch from clock_timestamp() - coalesce(succeeded_at, known_at)) * 1000)::bigint as "ageMs"
     from work_successes order by name`,
  )
}
