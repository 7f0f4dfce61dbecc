import { randomBytes } from 'node:crypto'

import pg from 'pg'

import { superuser } from './cluster.ts'

/** Any number; the lock of this number in a database says that a Quoin owns it. */
const ownerLock = 7_168_200
const databaseName = 'quoin'

export interface ServerAddress {
  port: number
  password: string
  /** Names the one who claims, unlike any other start, also of this process. */
  claimant: string
}

export interface Ownership {
  /** Resolves when the connection that holds the lock is gone. */
  lost: Promise<void>
  release(): Promise<void>
}

/** `owner` is another Quoin, `why` is what stood in the way for the moment. */
type Claim = { ownership: Ownership } | { owner: string } | { why: Error }

export function urlOf(
  { port, password }: Omit<ServerAddress, 'claimant'>,
  database: string = databaseName,
): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

/**
 * A Quoin owns a running database as long as it holds a lock inside it. The lock goes with its connection, so
 * a Quoin that was killed leaves none behind, and no file has to be judged as stale.
 */
export async function takeOwnership(address: ServerAddress): Promise<Claim> {
  const client = connectionTo(address)
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock(${ownerLock}) as is_ours`)
    if (rows[0]?.is_ours === true) {
      await makeDatabase(client)
      return { ownership: { lost, release: () => client.end() } }
    }
    const owner = await findOwner(client)
    await client.end()
    // Nobody, or we ourselves on a connection that is just closing: the lock will be free in a moment.
    const isNobody = owner === undefined || owner === address.claimant
    return isNobody ? { why: new Error('its lock is not free yet') } : { owner }
  } catch (error) {
    await client.end()
    if (isRefusedPassword(error)) {
      throw new Error('The file postgres-password does not hold the password of the database beside it')
    }
    if (!(error instanceof Error) || !isPassing(error)) throw error
    return { why: error }
  }
}

function isRefusedPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01'
}

/**
 * The server or the line said it (such errors have a code), or the driver about the line; never a fault of
 * ours.
 */
function isPassing(error: Error): boolean {
  return 'code' in error || /connection terminated|timeout/i.test(error.message)
}

/** `process 123` and something that no other start has. */
export function nameClaimant(): string {
  return `process ${process.pid} ${randomBytes(4).toString('hex')}`
}

/** The part of a claimant's name that says something to people. */
export function presentClaimant(claimant: string): string {
  return claimant.split(' ').slice(0, 2).join(' ')
}

/** Whether some Quoin holds the lock; one that is just starting or stopping counts as none. */
export async function isOwned(address: ServerAddress): Promise<boolean> {
  const client = connectionTo(address)
  try {
    await client.connect()
    return (await findOwner(client)) !== undefined
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** The application name of the connection that holds the lock, which carries the process number. */
async function findOwner(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and objid = ${ownerLock} and granted`,
  )
  const name: unknown = rows[0]?.name
  return typeof name === 'string' ? name : undefined
}

/**
 * Our own database is made on the first claim; a start that was killed before it is made up for by the next.
 */
async function makeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rows.length === 0) await client.query(`create database ${databaseName}`)
}

function connectionTo(address: ServerAddress): pg.Client {
  const client = new pg.Client({
    connectionString: urlOf(address, 'postgres'),
    application_name: address.claimant,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a lost connection would end the process; `end` is what we act on.
  client.on('error', () => {})
  return client
}
