/** One user of an app, in test mode or live. */
export interface User {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

/** What was asked about a user, as it was at a time; or, without a value, when it was last known to change. */
interface Remembered<Value> {
  readonly value: Value | undefined
  readonly sinceMs: number
}

interface Bounds {
  readonly usersMax: number
  /** How old an answer may get: how late a change by another process may be seen. */
  readonly ageMaxMs: number
}

/** Remembers answers about users for a moment, and forgets what it learns to have changed. */
export class UserMemory<Value> {
  readonly #bounds: Bounds
  readonly #remembered = new Map<string, Remembered<Value>>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  find(user: User, nowMs: number): Value | undefined {
    const known = this.#remembered.get(keyOf(user))
    return known && nowMs - known.sinceMs < this.#bounds.ageMaxMs ? known.value : undefined
  }

  /** Keeps an answer, unless the user has changed since it was asked for. */
  remember(user: User, value: Value, askedMs: number): void {
    const known = this.#remembered.get(keyOf(user))
    if (known && known.value === undefined && askedMs <= known.sinceMs) return
    this.#keep(user, { value, sinceMs: askedMs })
  }

  /** What is asked from now on is asked anew, and an answer that is under way is not kept. */
  forget(user: User, nowMs: number): void {
    this.#keep(user, { value: undefined, sinceMs: nowMs })
  }

  #keep(user: User, state: Remembered<Value>): void {
    const key = keyOf(user)
    this.#remembered.delete(key)
    if (this.#remembered.size >= this.#bounds.usersMax) {
      this.#remembered.delete(this.#remembered.keys().next().value ?? '')
    }
    this.#remembered.set(key, state)
  }
}

function keyOf({ appId, userId, isTest }: User): string {
  return `${appId} ${isTest} ${userId}`
}
