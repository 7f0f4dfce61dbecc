const memoryMs = 500

/**
 * How fast rows leave: told from the flushes of the last moments in which there was something to write. Many rows
 * in one flush count for more than few, as they do for who waits.
 */
export class Pace {
  #busyMs = 0
  #rows = 0
  /** Until when it has counted; undefined while nothing is written. */
  #countedToMs: number | undefined

  /** Milliseconds for each row; 0 before the first flush. */
  get msPerRow(): number {
    return this.#rows === 0 ? 0 : this.#busyMs / this.#rows
  }

  begin(nowMs: number): void {
    this.#countedToMs ??= nowMs
  }

  /** A flush of so many rows has ended; `isLast` when no other one is under way and nothing waits. */
  end({ rows, nowMs, isLast }: { rows: number; nowMs: number; isLast: boolean }): void {
    const tookMs = nowMs - (this.#countedToMs ?? nowMs)
    const kept = Math.exp(-tookMs / memoryMs)
    this.#busyMs = this.#busyMs * kept + tookMs
    this.#rows = this.#rows * kept + rows
    this.#countedToMs = isLast ? undefined : nowMs
  }
}

/**
 * How many rows may be on their way, waiting or being written, so that the next one is answered within the time
 * (Little's law). Some may in any case: a slow database that has few to write would not be faster with fewer.
 */
export function rowsWithin({
  msPerRow,
  withinMs,
  rowsMin,
}: {
  msPerRow: number
  withinMs: number
  rowsMin: number
}): number {
  return msPerRow === 0 ? Number.POSITIVE_INFINITY : Math.max(rowsMin, withinMs / msPerRow)
}
