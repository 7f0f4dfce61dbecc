import { busy } from '@quoin/core/errors.ts'

/**
 * One thing a process keeps in memory, replaced as a whole. Reloads are never run side by side: whoever asks while
 * one is running waits for the next, which sees everything that was committed before they asked.
 */
export class LiveSnapshot<Content> {
  readonly #load: () => Promise<Content>
  #content: Content | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** Until it is loaded it is what an earlier process has kept, if that is given. */
  constructor(load: () => Promise<Content>, kept?: Content) {
    this.#load = load
    this.#content = kept
  }

  /** Throws SERVER_ERROR (503) while there is nothing yet. */
  current(): Content {
    if (this.#content === undefined) throw busy()
    return this.#content
  }

  refresh(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#reload().finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.refresh()
      })
    return this.#next
  }

  async #reload(): Promise<void> {
    this.#content = await this.#load()
  }
}
