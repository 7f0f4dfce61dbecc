interface HostQueue {
  inside: number
  readonly waiting: Set<() => void>
}

/**
 * How many requests one host gets at a time; others wait at the gate. Node's pools have such a limit too, but
 * do not count connections that are still being made.
 */
export class HostGate {
  readonly #queues = new Map<string, HostQueue>()
  readonly #insideMax: number

  constructor(insideMax: number) {
    this.#insideMax = insideMax
  }

  /** Resolves when it is one's turn, with what to call afterwards; rejects when time is up before. */
  async enter(host: string, signal: AbortSignal): Promise<() => void> {
    const queue = this.#queues.get(host) ?? { inside: 0, waiting: new Set() }
    this.#queues.set(host, queue)
    if (queue.inside < this.#insideMax) queue.inside += 1
    else await this.#turn(queue, signal)
    return () => this.#leave(host, queue)
  }

  #turn({ waiting }: HostQueue, signal: AbortSignal): Promise<void> {
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
  #leave(host: string, queue: HostQueue): void {
    const [next] = queue.waiting
    if (next !== undefined) {
      queue.waiting.delete(next)
      next()
      return
    }
    queue.inside -= 1
    if (queue.inside === 0) this.#queues.delete(host)
  }
}
