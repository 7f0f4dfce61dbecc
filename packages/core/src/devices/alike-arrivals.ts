import { type Appearance, closenessOf, togetherMs } from './device-graph.ts'
import type { AppearanceFacts } from './link-graph.ts'

/** A user who is new, on a device that nobody else has used. */
interface LoneArrival {
  readonly user: string
  /** Their subnet, and all that their device says of itself: whoever has the same key is alike. */
  readonly key: string
  readonly arrivedAtMs: number
  /** How much another on the key counts: where little is said, strangers say it, too. */
  readonly weight: number
}

interface Alike {
  readonly key: string
  /** Whether the device says enough to be told from most others. */
  readonly isWhole: boolean
}

const partWeight = 0.5

/**
 * The arrival of a user on their first day, if they are alone on the one device they have: those who share a device are
 * counted there, and whoever clears their storage brings many devices and no new user.
 */
export function findLoneArrival(
  { links, user: { newDevices }, firstSeenAtMs }: AppearanceFacts,
  { user, seenAtMs }: Pick<Appearance, 'user' | 'seenAtMs'>,
  alike: () => Alike | undefined,
): LoneArrival | undefined {
  const isNew = firstSeenAtMs !== undefined && firstSeenAtMs > seenAtMs - togetherMs
  if (!isNew || newDevices > 1 || links.size > 1) return undefined
  const found = alike()
  return found && { user, key: found.key, arrivedAtMs: firstSeenAtMs, weight: found.isWhole ? 1 : partWeight }
}

/** The newest that are kept of one key; more of them would say no more. */
const perKeyMax = 32

/**
 * Users who came alone on devices of their own, by subnet and by what the devices say: one machine that takes a new hash
 * for each account has many on one key. Kept in memory that never grows; whoever was forgotten counts for nobody.
 */
export class AlikeArrivals {
  readonly #usersMax: number
  readonly #arrivals = new Map<string, LoneArrival>()
  readonly #usersByKey = new Map<string, Set<string>>()

  constructor(usersMax = 40_000) {
    this.#usersMax = usersMax
  }

  has(user: string): boolean {
    return this.#arrivals.has(user)
  }

  /** Keeps an arrival. One user arrives once. */
  note(arrival: LoneArrival): void {
    const { user, key } = arrival
    if (this.#arrivals.has(user)) return
    const users = this.#usersByKey.get(key) ?? new Set<string>()
    if (users.size >= perKeyMax) this.#forgetFirst(users.values())
    this.#usersByKey.set(key, users.add(user))
    this.#arrivals.set(user, arrival)
    if (this.#arrivals.size > this.#usersMax) this.#forgetFirst(this.#arrivals.keys())
  }

  /** How many others are alike, each by how close to the user they arrived. */
  countOthers(user: string): number {
    const own = this.#arrivals.get(user)
    if (own === undefined) return 0
    let sum = 0
    for (const other of this.#usersByKey.get(own.key) ?? []) {
      const arrival = other === user ? undefined : this.#arrivals.get(other)
      if (arrival !== undefined) sum += own.weight * closenessOf(arrival.arrivedAtMs - own.arrivedAtMs)
    }
    return sum
  }

  #forgetFirst(users: IterableIterator<string>): void {
    const { value: user } = users.next()
    const key = user === undefined ? undefined : this.#arrivals.get(user)?.key
    if (user === undefined || key === undefined) return
    this.#arrivals.delete(user)
    const alike = this.#usersByKey.get(key)
    alike?.delete(user)
    if (alike?.size === 0) this.#usersByKey.delete(key)
  }
}
