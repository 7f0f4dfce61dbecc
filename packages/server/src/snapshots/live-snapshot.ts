/**
 * One thing a process keeps in memory, replaced as a whole. Reloads are never run side by side: whoever asks while
 * one is running waits for the next, which sees everything that was committed before they asked.
 */
export class LiveSnapshot<Content> {
  readonly #load: () => Promise<Content>
  #content: Content
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  private constructor(load: () => Promise<Content>, content: Content) {
    this.#load = load
    this.#content = content
  }

  static async open<Content>(load: () => Promise<Content>): Promise<LiveSnapshot<Content>> {
    return new LiveSnapshot(load, await load())
  }

  current(): Content {
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
