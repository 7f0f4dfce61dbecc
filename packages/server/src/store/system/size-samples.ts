import type { Db } from '../pg/database.ts'

interface PlaceSample {
  readonly place: string
  /** Null where the disk could not be measured. */
  readonly freeBytes: number | null
}

/** Clocks may go wrong: what is kept is counted in days that were seen. */
const keptMax = 31

/** The first of a day stays; the newest 31 days of a place are kept. */
export async function insertSizeSample(db: Db, { place, freeBytes }: PlaceSample): Promise<void> {
  await db.query(
    `insert into size_samples (place, day, sampled_at, database_bytes, free_bytes)
     select $1, (clock_timestamp() at time zone 'UTC')::date, clock_timestamp(),
       pg_database_size(current_database()), $2
     where not exists (
       select from size_samples where place = $1 and day = (clock_timestamp() at time zone 'UTC')::date)
     on conflict do nothing`,
    [place, freeBytes],
  )
  await db.query(
    `delete from size_samples where place = $1 and day <=
       (select day from size_samples where place = $1 order by day desc offset $2 limit 1)`,
    [place, keptMax],
  )
}

interface SizeSample {
  readonly atMs: number
  readonly databaseBytes: number
  readonly freeBytes: number | null
}

/** The oldest one of the last week, by the clock of the database, and the moment that it is now by that clock. */
export async function findWeekAgo(
  db: Db,
  place: string,
): Promise<(SizeSample & { readonly nowMs: number }) | undefined> {
  const [row] = await db.query<SizeSample & { nowMs: number }>(
    `select sampled_at as "atMs", database_bytes as "databaseBytes", free_bytes as "freeBytes",
       clock_timestamp() as "nowMs"
     from size_samples
     where place = $1 and sampled_at between clock_timestamp() - interval '7 days 12 hours' and clock_timestamp()
     order by sampled_at limit 1`,
    [place],
  )
  return row
}
