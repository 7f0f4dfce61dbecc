import { splitHosts } from '@quoin/core/split-hosts.ts'

/** The hosts of DATABASE_URL, and the one that is used: the last that took us. */
export class DatabaseHosts {
  readonly #urls: readonly string[]
  #index = 0

  constructor(url: string) {
    this.#urls = splitHosts(url)
  }

  get count(): number {
    return this.#urls.length
  }

  get current(): string {
    return this.#urls[this.#index] ?? ''
  }

  /** A host that did not take us is left for the next one, unless somebody else has left it already. */
  leave(url: string): void {
    if (url === this.current) this.#index = (this.#index + 1) % this.#urls.length
  }
}
