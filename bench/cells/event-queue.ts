/** Events by their time; those of one time in the order in which they were added. */
export class EventQueue<Event> {
  readonly #heap: { readonly atMs: number; readonly order: number; readonly event: Event }[] = []
  #added = 0

  get size(): number {
    return this.#heap.length
  }

  add(atMs: number, event: Event): void {
    const heap = this.#heap
    const entry = { atMs, order: this.#added, event }
    this.#added += 1
    let at = heap.length
    heap.push(entry)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !isBefore(entry, parent)) break
      heap[at] = parent
      at = above
    }
    heap[at] = entry
  }

  take(): { readonly atMs: number; readonly event: Event } | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      if (left === undefined) break
      const isRight = right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!isBefore(child, last)) break
      heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = last
    return first
  }
}

interface Placed {
  readonly atMs: number
  readonly order: number
}

function isBefore(one: Placed, other: Placed): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)
}
