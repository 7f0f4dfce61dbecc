import { AgingMap } from './aging-map.ts'

/** One user of an app, in test mode or live. */
export interface User {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

interface Answer<Value> {
  readonly value: Value
  readonly sinceMs: number
}

interface Bounds {
  readonly usersMax: number
  /** How old an answer may get: how late a change by another process may be seen. */
  readonly ageMaxMs: number
  /** How old it may get while changes are followed (`noteFollowed`). */
  readonly followedAgeMaxMs?: number
}

/** How long a look-up may be under way at most: by then nobody asks what changed meanwhile. */
const underWayMaxMs = 60_000

/** Remembers answers about users for a moment, and forgets what it learns to have changed. */
export class UserMemory<Value> {
  readonly #bounds: Bounds
  readonly #answers: AgingMap<Answer<Value>>
  /** When users were last known to change. */
  readonly #changes: AgingMap<number>
  /** The latest moment at which somebody asked. */
  #usedMs = Number.NEGATIVE_INFINITY
  #followedMs = Number.NEGATIVE_INFINITY
  #unsureMs = Number.NEGATIVE_INFINITY

  constructor(bounds: Bounds) {
    const { usersMax, ageMaxMs, followedAgeMaxMs = ageMaxMs } = bounds
    this.#bounds = bounds
    this.#answers = new AgingMap({ entriesMax: usersMax, ageMs: followedAgeMaxMs })
    this.#changes = new AgingMap({ entriesMax: usersMax, ageMs: underWayMaxMs })
  }

  get size(): number {
    return this.#answers.size + this.#changes.size
  }

  /** Nothing that is remembered is still true, nor will be what a look-up brings: changes need not be known. */
  isUnused(nowMs: number): boolean {
    const { ageMaxMs, followedAgeMaxMs = ageMaxMs } = this.#bounds
    return nowMs - this.#usedMs > Math.max(followedAgeMaxMs, underWayMaxMs)
  }

  find(user: User, nowMs: number): Value | undefined {
    this.#usedMs = nowMs
    const known = this.#answers.get(keyOf(user))
    return known && nowMs - known.sinceMs < this.#ageMaxMs(known, nowMs) ? known.value : undefined
  }

  /** The last known value, however old: for when nobody can be asked. */
  findOld(user: User): Value | undefined {
    return this.#answers.get(keyOf(user))?.value
  }

  /** All changes up to a moment were forgotten: what has not changed stays true. */
  noteFollowed(nowMs: number): void {
    this.#followedMs = nowMs
  }

  /**
   * Changes up to a moment were not all named: what was asked by then, or is under way, lives as if nothing were
   * followed.
   */
  noteUnsure(nowMs: number): void {
    this.#unsureMs = nowMs
  }

  /** Keeps an answer, unless the user has changed since it was asked for. */
  remember(user: User, value: Value, askedMs: number): void {
    this.#usedMs = Math.max(this.#usedMs, askedMs)
    const key = keyOf(user)
    const changedMs = this.#changes.get(key)
    if (changedMs !== undefined && askedMs <= changedMs) return
    this.#answers.set(key, { value, sinceMs: askedMs }, askedMs)
  }

  /** Questions from now on are asked anew, and an answer that is under way is not kept. */
  forget(user: User, nowMs: number): void {
    if (this.isUnused(nowMs)) return
    const key = keyOf(user)
    this.#answers.delete(key)
    this.#changes.set(key, nowMs, nowMs)
  }

  #ageMaxMs({ sinceMs }: Answer<Value>, nowMs: number): number {
    const { ageMaxMs, followedAgeMaxMs = ageMaxMs } = this.#bounds
    const isFollowed = nowMs - this.#followedMs < ageMaxMs && sinceMs > this.#unsureMs
    return isFollowed ? followedAgeMaxMs : ageMaxMs
  }
}

function keyOf({ appId, userId, isTest }: User): string {
  return `${appId} ${isTest} ${userId}`
}
