import type pg from 'pg'
import { NoSessionError, sqlStateOf } from './connection-faults.ts'
import type { ServerRank } from './server-rank.ts'

interface SessionLimits {
  /** A server that says nothing for so long is left, before the session is ours. */
  readonly answerMs: number
  /** The server cancels a statement that takes longer; 0 sets no limit. */
  readonly statementTimeoutMs: number
  /** The server gives up a wait for a lock after this; 0 sets no limit. */
  readonly lockTimeoutMs: number
}

/** The server at the other end of a session, as far as it tells: what it keeps to itself is undefined. */
export interface ServerSeen extends ServerRank {
  /** Made with the cluster; its standbys and restores have the same. */
  readonly system: string | undefined
  /** The identity of the database: another one was made anew. */
  readonly databaseId: number
  readonly isReadOnly: boolean
}

/** A transaction that nobody goes on with, of a process that hangs, must not hold its locks for ever. */
const idleInTransactionMs = 60_000
/** The time in which the server notices that whoever waited for a statement has gone. */
const goneAfterMs = 1_000
/** The driver's option of a single statement. */
const within = (answerMs: number) => ({ query_timeout: answerMs })

/**
 * Set by statements and not at the login: a proxy may pass over what it does not know. Each is set whatever the role,
 * the database or the proxy have set, so that none of them decides. Durability is raised and never lowered.
 */
const settingsText = `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', false),
  set_config('idle_session_timeout', '0', false), set_config('timezone', 'UTC', false),
  set_config('datestyle', 'ISO', false), set_config('default_transaction_isolation', 'read committed', false),
  set_config('jit', 'off', false),
  case when current_setting('server_version_num')::int >= 170000
    then set_config('transaction_timeout', '0', false) end,
  case when current_setting('synchronous_commit') = 'off'
    then set_config('synchronous_commit', 'on', false) end,
  case when version() !~* 'windows|mingw|visual c' then
    set_config('client_connection_check_interval', '${goneAfterMs}', false) end`

const asSettingsAllow = `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
  pg_is_in_recovery() as "isStandby", pg_backend_pid() as pid,
  (select oid::bigint from pg_database where datname = current_database()) as "databaseId"`

/** From where the log is written now: that of the last checkpoint is the old one for a while after a promotion. */
const timelineNow = `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as value`
const timelineOfCheckpoint = 'select timeline_id as value from pg_control_checkpoint()'
const systemOf = 'select system_identifier::text as value from pg_control_system()'

/** The timeline that a standby follows, which its last checkpoint may not know yet. */
const timelineReceived = 'select received_tli as value from pg_stat_wal_receiver'
/** As a whole, since columns come with migrations. */
const writeNumbers = 'select to_jsonb(write_numbers) as value from write_numbers'

/** Makes a new session ours, and says with whom it is and which process serves it. Throws where it is with a server that takes no writes. */
export async function prepareSession(
  client: pg.ClientBase,
  limits: SessionLimits,
): Promise<{ readonly seen: ServerSeen; readonly pid: number }> {
  await setSession(client, limits)
  const session = await askServer(client, limits.answerMs)
  if (session.seen.isReadOnly) throw new NoSessionError('it is read-only')
  return session
}

/** Makes the settings of a session ours. */
export async function setSession(
  client: pg.ClientBase,
  { answerMs, statementTimeoutMs, lockTimeoutMs }: SessionLimits,
): Promise<void> {
  const values = [`${statementTimeoutMs}`, `${lockTimeoutMs}`]
  await client.query({ text: settingsText, values, ...within(answerMs) })
}

interface Told {
  readonly isReadOnly: boolean
  readonly isStandby: boolean
  readonly databaseId: number
  readonly pid: number
}

/** The server of a session, be it one that takes writes or not. */
export async function askServer(
  client: pg.ClientBase,
  answerMs: number,
): Promise<{ readonly seen: ServerSeen; readonly pid: number }> {
  const ask = <Value>(text: string) => askFor<Value>(client, { text, answerMs })
  const { rows } = await client.query<Told>({ text: asSettingsAllow, ...within(answerMs) })
  const [row] = rows
  if (row === undefined) throw new NoSessionError('the database server did not answer')
  const { isReadOnly, isStandby, databaseId, pid } = row
  const system = await ask<string>(systemOf)
  const written = await ask<{ server: string; acceptances?: number }>(writeNumbers)
  const timeline = isStandby
    ? await timelineFollowed(ask, { system, server: written?.server })
    : ((await ask<number>(timelineNow)) ?? (await ask<number>(timelineOfCheckpoint)))
  const acceptances = written?.acceptances ?? 0
  return { seen: { system, timeline, acceptances, databaseId, isReadOnly }, pid }
}

type Ask = <Value>(text: string) => Promise<Value | undefined>

/** The latest that a standby has heard of, from its primary or by the rows of it. */
async function timelineFollowed(
  ask: Ask,
  { system, server = '' }: { system: string | undefined; server: string | undefined },
): Promise<number | undefined> {
  const [ofWriter, written] = server.split(' ')
  const heard = [
    await ask<number>(timelineOfCheckpoint),
    await ask<number | null>(timelineReceived),
    ofWriter === system ? Number(written) : undefined,
  ].filter((timeline) => typeof timeline === 'number')
  return heard.length === 0 ? undefined : Math.max(...heard)
}

/** Undefined where an operator or a managed service has forbidden the question. */
async function askFor<Value>(
  client: pg.ClientBase,
  { text, answerMs }: { readonly text: string; readonly answerMs: number },
): Promise<Value | undefined> {
  try {
    const { rows } = await client.query<{ value: Value }>({ text, ...within(answerMs) })
    return rows[0]?.value
  } catch (error) {
    const state = sqlStateOf(error)
    if (state === undefined || /^(08...|57P..|25P03)$/.test(state)) throw error
    return undefined
  }
}
