import { splitHosts } from '@quoin/core/split-hosts.ts'

interface HostNeeds {
  readonly url: string
  /** Asks them all and says which one to use; throws where there is none. */
  readonly choose: (urls: readonly string[]) => Promise<string>
}

/**
 * The hosts of DATABASE_URL, and the one that is used. Which one is a choice among them all, made before the first
 * session and again after each failure. With one host there is nothing to choose: its sessions are admitted or not.
 */
export class DatabaseHosts {
  readonly #urls: readonly string[]
  readonly #choose: HostNeeds['choose']
  readonly #whenMoved = new Set<() => void>()
  #current: string
  #isChosen: boolean
  #choosing: Promise<void> | undefined

  constructor({ url, choose }: HostNeeds) {
    this.#urls = splitHosts(url)
    this.#choose = choose
    this.#current = this.#urls[0] ?? ''
    this.#isChosen = this.#urls.length === 1
  }

  get count(): number {
    return this.#urls.length
  }

  /** The one of the moment, which `choose` may change. */
  get current(): string {
    return this.#current
  }

  get isChosen(): boolean {
    return this.#isChosen
  }

  /** Callers that come at once share the answers. */
  async choose(): Promise<void> {
    if (this.#isChosen) return
    this.#choosing ??= this.#chooseNow().finally(() => {
      this.#choosing = undefined
    })
    await this.#choosing
  }

  /** A choice is made again before the next session. */
  leave(): void {
    this.#isChosen = this.#urls.length === 1
  }

  /** Calls `listener` when another host is used from now on; returns how to end that. */
  whenMoved(listener: () => void): () => void {
    this.#whenMoved.add(listener)
    return () => void this.#whenMoved.delete(listener)
  }

  async #chooseNow(): Promise<void> {
    const chosen = await this.#choose(this.#urls)
    this.#isChosen = true
    if (chosen === this.#current) return
    this.#current = chosen
    for (const listener of this.#whenMoved) listener()
  }
}
