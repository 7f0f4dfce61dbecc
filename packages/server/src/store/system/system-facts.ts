import type { Db } from '../pg/database.ts'

interface DatabaseFacts {
  /** `18.1` */
  readonly version: string
  readonly bytes: number
  readonly connectionsMax: number
  readonly sessions: number
  /** The number of the last migration. */
  readonly schemaVersion: number
  readonly isStandby: boolean
  /** The server's history that rows are numbered by; null where it may not be asked for. */
  /** The identifier that the cluster got when it was made; null where it may not be asked for. */
  readonly cluster: string | null
  readonly timeline: number | null
}

export async function findDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const [row] = await db.query<DatabaseFacts>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
       pg_database_size(current_database())::bigint as bytes,
       current_setting('max_connections')::integer as "connectionsMax",
       (select count(*)::integer from pg_stat_activity where datname = current_database()) as sessions,
       (select max(version)::integer from schema_migrations) as "schemaVersion",
       pg_is_in_recovery() as "isStandby",
       (select nullif(split_part(server, ' ', 1), '') from write_numbers) as cluster,
       (select nullif(split_part(server, ' ', 2), '')::integer from write_numbers) as timeline`,
  )
  if (row === undefined) throw new Error('the database told nothing of itself')
  return row
}

/** The timeline that the server writes its log on, also where no Quoin has been yet. */
export async function findLogTimeline(db: Db): Promise<number> {
  const [row] = await db.query<{ timeline: number }>(
    `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`,
  )
  if (row === undefined) throw new Error('the database told nothing of its log')
  return row.timeline
}

/** A copy of the database that follows it. */
interface Standby {
  readonly name: string
  readonly state: string | null
  readonly isSynchronous: boolean
  /** Null where nobody may see it, or nothing was written for a while. */
  readonly lagMs: number | null
}

export async function listStandbys(db: Db): Promise<Standby[]> {
  return await db.query(
    `select coalesce(nullif(application_name, ''), 'unnamed') as name, state,
       coalesce(sync_state in ('sync', 'quorum'), false) as "isSynchronous",
       (extract(epoch from replay_lag) * 1000)::bigint as "lagMs"
     from pg_stat_replication order by application_name, pid limit 20`,
  )
}

/** Whether a commit of this session returns only when a standby has written it to its disk as well, or to its memory (`remote_write`). */
export async function isCopied(db: Db, options?: { readonly timeoutMs: number }): Promise<boolean> {
  const [row] = await db.query<{ isCopied: boolean }>(
    `select current_setting('synchronous_standby_names') <> ''
       and current_setting('synchronous_commit') not in ('off', 'local') as "isCopied"`,
    [],
    options,
  )
  return row?.isCopied ?? false
}

interface JobCounts {
  readonly waiting: number
  readonly running: number
  /** In the last day. */
  readonly failed: number
}

export async function countJobs(db: Db): Promise<JobCounts> {
  const [row] = await db.query<JobCounts>(
    `select (count(*) filter (where state = 'waiting'))::integer as waiting,
       (count(*) filter (where state = 'running'))::integer as running,
       (count(*) filter (where state = 'failed' and finished_at > clock_timestamp() - interval '1 day'))::integer as failed
     from jobs`,
  )
  return row ?? { waiting: 0, running: 0, failed: 0 }
}
