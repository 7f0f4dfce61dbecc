/** First in, first out. A `Set` finds its first entry by going over the places of those that were deleted before it. */
export class Queue<Item> {
  #coming: Item[] = []
  /** Those whose turn it is next, last first. */
  #going: Item[] = []

  get size(): number {
    return this.#coming.length + this.#going.length
  }

  add(item: Item): void {
    this.#coming.push(item)
  }

  take(): Item | undefined {
    if (this.#going.length === 0) {
      this.#going = this.#coming.reverse()
      this.#coming = []
    }
    return this.#going.pop()
  }

  /** Goes over all of them: for who seldom leaves. */
  delete(item: Item): void {
    this.#coming = this.#coming.filter((one) => one !== item)
    this.#going = this.#going.filter((one) => one !== item)
  }
}
