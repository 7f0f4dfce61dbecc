/** What was started, to be stopped in the order against the start: also when a later step of the start fails. */
export class Stops {
  readonly #stops: (() => Promise<unknown>)[] = []

  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop)
  }

  async run(): Promise<void> {
    for (const stop of this.#stops.reverse()) await stop()
  }
}
