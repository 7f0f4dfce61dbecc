/** Where Redis is, and how to speak to it; whether it is one server, a cluster or its sentinels is asked there. */
export interface RedisAddress {
  readonly hosts: readonly { readonly host: string; readonly port: number }[]
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
  readonly isEncrypted: boolean
  /** The name of the master that sentinels watch; needed where they watch several. */
  readonly master: string | undefined
}

const shape =
  /^(?<scheme>rediss?):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?]+)(?:\/(?<database>\d*))?(?:\?(?<query>.*))?$/
const hostShape = /^(?<host>\[[\da-fA-F:]+\]|[^:[\],\s]+)(?::(?<port>\d{1,5}))?$/
const standardPort = 6379

/** `redis://[user:password@]host[:port][,host:port…][/database][?master=name]`; undefined where it is none. */
export function readRedisUrl(text: string): RedisAddress | undefined {
  const { scheme, user, password, hosts = '', database, query } = shape.exec(text)?.groups ?? {}
  if (scheme === undefined) return undefined
  const read = hosts.split(',').map((host) => hostShape.exec(host)?.groups)
  if (read.some((groups) => groups === undefined || Number(groups['port'] ?? 1) > 65_535)) return undefined
  return {
    hosts: read.map((groups) => ({
      host: (groups?.['host'] ?? '').replace(/^\[|\]$/g, ''),
      port: Number(groups?.['port'] ?? standardPort),
    })),
    username: decoded(user),
    password: decoded(password),
    database: Number(database ?? 0),
    isEncrypted: scheme === 'rediss',
    master: new URLSearchParams(query).get('master') ?? undefined,
  }
}

function decoded(part: string | undefined): string | undefined {
  if (part === undefined || part === '') return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
