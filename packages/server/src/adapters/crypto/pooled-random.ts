import { randomFillSync } from 'node:crypto'

const poolBytes = 8_192

/** Random bytes from the system in large portions: a call for ten bytes costs as much as one for thousands. */
export function openPooledRandom(): (size: number) => Buffer {
  let pool = Buffer.alloc(0)
  let used = 0
  return (size) => {
    if (used + size > pool.length) {
      // A new pool each time: bytes that were given away are never written to again.
      pool = randomFillSync(Buffer.allocUnsafeSlow(Math.max(poolBytes, size)))
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}
