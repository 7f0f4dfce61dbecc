import type pg from 'pg'
import { NoSessionError, sqlStateOf } from './connection-faults.ts'

interface SessionLimits {
  /** The server cancels a statement that takes longer; 0 sets no limit. */
  readonly statementTimeoutMs: number
  /** The server gives up a wait for a lock after this; 0 sets no limit. */
  readonly lockTimeoutMs: number
}

/** The server at the other end of a session, as far as it tells: what it keeps to itself is undefined. */
export interface ServerSeen {
  /** Made with the cluster; its standbys and restores have the same. */
  readonly system: string | undefined
  /** Grows with each promotion and each recovery to a point in time. */
  readonly timeline: number | undefined
  /** The identity of the database: another one was made anew. */
  readonly databaseId: number
}

/** A transaction that nobody goes on with, of a process that hangs, must not hold its locks for ever. */
const idleInTransactionMs = 60_000
/** The time in which the server notices that whoever waited for a statement has gone. */
const goneAfterMs = 1_000

/**
 * Set by statements and not at the login: a proxy may pass over what it does not know. Each is set whatever the role,
 * the database or the proxy have set, so that none of them decides. Durability is raised and never lowered.
 */
const settingsText = `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', false),
  set_config('idle_session_timeout', '0', false), set_config('timezone', 'UTC', false),
  set_config('datestyle', 'ISO', false), set_config('default_transaction_isolation', 'read committed', false),
  case when current_setting('server_version_num')::int >= 170000
    then set_config('transaction_timeout', '0', false) end,
  case when current_setting('synchronous_commit') = 'off'
    then set_config('synchronous_commit', 'on', false) end,
  case when version() !~* 'windows|mingw|visual c' then
    set_config('client_connection_check_interval', '${goneAfterMs}', false) end`

const asSettingsAllow = `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
  (select oid::bigint from pg_database where datname = current_database()) as "databaseId"`

/** From where the log is written now: that of the last checkpoint is the old one for a while after a promotion. */
const timelineNow = `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as value`
const timelineOfCheckpoint = 'select timeline_id as value from pg_control_checkpoint()'
const systemOf = 'select system_identifier::text as value from pg_control_system()'

/** Makes a new session ours, and says with whom it is. Throws where it is with a server that takes no writes. */
export async function prepareSession(
  client: pg.ClientBase,
  { statementTimeoutMs, lockTimeoutMs }: SessionLimits,
): Promise<ServerSeen> {
  await client.query(settingsText, [`${statementTimeoutMs}`, `${lockTimeoutMs}`])
  const { rows } = await client.query<{ isReadOnly: boolean; databaseId: number }>(asSettingsAllow)
  const [row] = rows
  if (row === undefined) throw new NoSessionError('the database server did not answer')
  if (row.isReadOnly) throw new NoSessionError('it is read-only')
  const timeline =
    (await ask<number>(client, timelineNow)) ?? (await ask<number>(client, timelineOfCheckpoint))
  return { system: await ask<string>(client, systemOf), timeline, databaseId: row.databaseId }
}

/** Undefined where an operator or a managed service has forbidden the question. */
async function ask<Value>(client: pg.ClientBase, text: string): Promise<Value | undefined> {
  try {
    const { rows } = await client.query<{ value: Value }>(text)
    return rows[0]?.value
  } catch (error) {
    const state = sqlStateOf(error)
    if (state === undefined || /^(08...|57P..|25P03)$/.test(state)) throw error
    return undefined
  }
}
