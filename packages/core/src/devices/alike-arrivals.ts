import { type Appearance, closenessOf, togetherMs } from './device-graph.ts'
import type { AppearanceFacts } from './link-graph.ts'

/** A user who is new, on a device that nobody else has used. */
interface LoneArrival {
  readonly user: string
  readonly subnet: string
  /** The prefix of their subnet, and all that their device says of itself: whoever has the same key is alike. */
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
/** On another subnet of their prefix may be another customer, such as a carrier's, or the same one. */
const elsewhereWeight = 0.5

/**
 * The arrival of a user on their first day, if they are alone on the device: those who share one are counted there. It
 * may be one of several, since whoever comes first with other data, or from elsewhere, has arrived all the same.
 */
export function findLoneArrival(
  { links, firstSeenAtMs }: AppearanceFacts,
  { user, subnet, seenAtMs }: Pick<Appearance, 'user' | 'subnet' | 'seenAtMs'>,
  alike: () => Alike | undefined,
): LoneArrival | undefined {
  const isNew = firstSeenAtMs !== undefined && firstSeenAtMs > seenAtMs - togetherMs
  if (!isNew || subnet === undefined || links.size > 1) return undefined
  const found = alike()
  if (found === undefined) return undefined
  return { user, subnet, key: found.key, arrivedAtMs: firstSeenAtMs, weight: found.isWhole ? 1 : partWeight }
}

/** The newest that are kept of one key; more of them would say no more. */
const perKeyMax = 32
/** The newest keys that are kept of one user. */
const perUserMax = 4

type Arrivals = Map<string, Map<string, LoneArrival>>

/**
 * Users who came alone on devices of their own, by prefix and by what the devices say: one machine that takes a new hash
 * for each account has many on one key. Kept in memory that never grows; whoever was forgotten counts for nobody.
 */
export class AlikeArrivals {
  readonly #arrivalsMax: number
  #arrivals = 0
  readonly #ofUsers: Arrivals = new Map()
  readonly #ofKeys: Arrivals = new Map()

  constructor(arrivalsMax = 40_000) {
    this.#arrivalsMax = arrivalsMax
  }

  has(user: string): boolean {
    return this.#ofUsers.has(user)
  }

  /** Keeps an arrival. One user arrives once with one key. */
  note(arrival: LoneArrival): void {
    const { user, key } = arrival
    if (this.#ofKeys.get(key)?.has(user)) return
    this.#leaveRoom(this.#ofUsers.get(user), perUserMax)
    this.#leaveRoom(this.#ofKeys.get(key), perKeyMax)
    keep(this.#ofUsers, [user, key], arrival)
    keep(this.#ofKeys, [key, user], arrival)
    this.#arrivals += 1
    if (this.#arrivals > this.#arrivalsMax) this.#leaveRoom(this.#ofUsers.values().next().value, 1)
  }

  /** How many others are alike, each by how close to the user they arrived; by the key with the most of them. */
  countOthers(user: string): number {
    let most = 0
    for (const own of this.#ofUsers.get(user)?.values() ?? []) {
      let sum = 0
      for (const other of this.#ofKeys.get(own.key)?.values() ?? []) {
        if (other.user === user) continue
        const weight = own.weight * (other.subnet === own.subnet ? 1 : elsewhereWeight)
        sum += weight * closenessOf(other.arrivedAtMs - own.arrivedAtMs)
      }
      most = Math.max(most, sum)
    }
    return most
  }

  /** Forgets the first of them where there are as many as may be. */
  #leaveRoom(arrivals: ReadonlyMap<string, LoneArrival> | undefined, most: number): void {
    if (arrivals === undefined || arrivals.size < most) return
    const { value: first } = arrivals.values().next()
    if (first === undefined) return
    drop(this.#ofUsers, [first.user, first.key])
    drop(this.#ofKeys, [first.key, first.user])
    this.#arrivals -= 1
  }
}

function keep(maps: Arrivals, [outer, inner]: readonly [string, string], arrival: LoneArrival): void {
  const map = maps.get(outer) ?? new Map<string, LoneArrival>()
  maps.set(outer, map.set(inner, arrival))
}

function drop(maps: Arrivals, [outer, inner]: readonly [string, string]): void {
  const map = maps.get(outer)
  map?.delete(inner)
  if (map?.size === 0) maps.delete(outer)
}
