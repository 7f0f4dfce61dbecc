import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress } from '../../settings/read-redis-url.ts'

/** How long a silent connection is kept, and how long one may take to be made. */
const silenceMs = 2_000
const connectTimeoutMs = 2_000
const retryMaxMs = 2_000

type RedisClient = Redis | Cluster

/** A connection to Redis, whichever kind of it answers at the address. */
export interface OpenRedis {
  /** Undefined until it is known what answers there. */
  readonly client: RedisClient | undefined
  /** Why it could not be found out. */
  readonly fault: unknown
  close(): void
}

const retryStrategy = (attempt: number): number => Math.min(attempt * 100, retryMaxMs)

/** The options of every connection: nothing waits for one that is not there. */
function optionsOf({ username, password, isEncrypted }: RedisAddress): RedisOptions {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: {} }),
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  }
}

/**
 * Finds out what answers at the address, by asking one of its hosts after the other: a server, a node of a cluster or a
 * sentinel. It is tried until it is known; `prepare` is called with the client then.
 */
export function openRedis(address: RedisAddress, prepare: (client: RedisClient) => void): OpenRedis {
  let client: RedisClient | undefined
  let fault: unknown = new Error('Redis is being looked for')
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const seek = async (attempt: number): Promise<void> => {
    const found = await findClient(address, attempt).catch((error: unknown) => {
      fault = error
      return undefined
    })
    if (isClosed) found?.disconnect()
    else if (found === undefined)
      timer = setTimeout(() => void seek(attempt + 1), retryStrategy(attempt + 1)).unref()
    else {
      found.on('error', () => {}) // Told once, by the call that fails.
      prepare(found)
      client = found
    }
  }
  void seek(0)
  return {
    get client() {
      return client
    },
    get fault() {
      return fault
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      client?.disconnect()
    },
  }
}

async function findClient(address: RedisAddress, attempt: number): Promise<RedisClient> {
  const { hosts, database } = address
  const place = hosts[attempt % hosts.length]
  const options = optionsOf(address)
  const one = new Redis({ ...options, ...place, db: 0, lazyConnect: true, retryStrategy: () => null })
  one.on('error', () => {})
  try {
    await one.connect()
    const mode = /redis_mode:(\w+)/.exec(String(await one.info('server')))?.[1]
    if (mode === 'cluster') return openCluster(address)
    if (mode === 'sentinel') return openBehindSentinels(address, address.master ?? (await findMaster(one)))
  } finally {
    one.disconnect()
  }
  return new Redis({ ...options, ...place, db: database, retryStrategy })
}

function openCluster(address: RedisAddress): Cluster {
  return new Cluster([...address.hosts], {
    redisOptions: optionsOf(address),
    enableOfflineQueue: false,
    clusterRetryStrategy: retryStrategy,
  })
}

function openBehindSentinels(address: RedisAddress, name: string): Redis {
  const { hosts, password, isEncrypted, database } = address
  return new Redis({
    ...optionsOf(address),
    sentinels: [...hosts],
    name,
    db: database,
    ...(password !== undefined && { sentinelPassword: password }),
    ...(isEncrypted && { enableTLSForSentinelMode: true }),
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
  })
}

/** Sentinels tell of each master as a list of names and values in turn. */
async function findMaster(sentinel: Redis): Promise<string> {
  const masters = (await sentinel.call('SENTINEL', 'MASTERS')) as string[][] // as their protocol says
  const names = masters.map((facts) => facts[facts.indexOf('name') + 1] ?? '')
  const [name] = names
  if (name !== undefined && names.length === 1) return name
  throw new Error(
    `the sentinels watch ${names.join(', ') || 'no master'}: name one with ?master= in REDIS_URL`,
  )
}
