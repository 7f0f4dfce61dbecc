interface Place {
  inside: number
  readonly waiting: Set<() => void>
}

/**
 * How many requests one host gets at a time; others wait at the gate. Node's pools have such a limit too, but
 * do not count connections that are still being made.
 */
export class HostGate {
  readonly #places = new Map<string, Place>()
  readonly #insideMax: number

  constructor(insideMax: number) {
    this.#insideMax = insideMax
  }

  /** Resolves when it is one's turn, with what to call afterwards; rejects when time is up before. */
  async enter(host: string, signal: AbortSignal): Promise<() => void> {
    const place = this.#places.get(host) ?? { inside: 0, waiting: new Set() }
    this.#places.set(host, place)
    if (place.inside < this.#insideMax) place.inside += 1
    else await this.#turn(place, signal)
    return () => this.#leave(host, place)
  }

  #turn({ waiting }: Place, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(enter)
        reject(signal.reason)
      }
      waiting.add(enter)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** The place goes to who has waited longest, so that the number inside stays. */
  #leave(host: string, place: Place): void {
    const [next] = place.waiting
    if (next !== undefined) {
      place.waiting.delete(next)
      next()
      return
    }
    place.inside -= 1
    if (place.inside === 0) this.#places.delete(host)
  }
}
