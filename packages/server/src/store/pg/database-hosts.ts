import { splitHosts } from '@quoin/core/split-hosts.ts'
import { EarlierServerError } from './choose-host.ts'

/** How long a promotion that nothing else tells of may stay unseen. */
const lookEveryMs = 2_000

interface HostNeeds {
  readonly url: string
  /** Asks them all and says which one to use; throws where there is none. */
  readonly choose: (urls: readonly string[]) => Promise<string>
}

/**
 * The hosts of DATABASE_URL, and the one that is used. Which one is a choice among them all, made before the first
 * session and again after each failure, and looked at meanwhile: an old primary that goes on to work says nothing of
 * the one that was promoted. With one host there is nothing to choose: its sessions are admitted or not.
 */
export class DatabaseHosts {
  readonly #urls: readonly string[]
  readonly #choose: HostNeeds['choose']
  readonly #whenMoved = new Set<() => void>()
  #current: string
  #isChosen: boolean
  #choosing: Promise<void> | undefined
  #looking: NodeJS.Timeout | undefined

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

  /** Looks from now on whether another host is the one. */
  startLooking(): void {
    if (this.#urls.length === 1 || this.#looking !== undefined) return
    this.#looking = setInterval(() => void this.#look(), lookEveryMs)
    this.#looking.unref()
  }

  stopLooking(): void {
    clearInterval(this.#looking)
  }

  /** Calls `listener` when another host is used from now on; returns how to end that. */
  whenMoved(listener: () => void): () => void {
    this.#whenMoved.add(listener)
    return () => void this.#whenMoved.delete(listener)
  }

  /** One that does not answer is left to whoever uses it; one that is earlier than another is left at once. */
  async #look(): Promise<void> {
    if (!this.#isChosen || this.#choosing !== undefined) return
    this.#choosing = this.#chooseNow().finally(() => {
      this.#choosing = undefined
    })
    try {
      await this.#choosing
    } catch (error) {
      if (!(error instanceof EarlierServerError) || !this.#isChosen) return
      this.leave()
      this.#tellMoved()
    }
  }

  async #chooseNow(): Promise<void> {
    const chosen = await this.#choose(this.#urls)
    this.#isChosen = true
    if (chosen === this.#current) return
    this.#current = chosen
    this.#tellMoved()
  }

  #tellMoved(): void {
    for (const listener of this.#whenMoved) listener()
  }
}
