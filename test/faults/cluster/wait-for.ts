import { setTimeout as delay } from 'node:timers/promises'

/** Resolves to the first answer that is not undefined; each wait of the laboratory has an end. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  withinMs = 60_000,
): Promise<T> {
  const endMs = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > endMs) throw new Error(`${what} did not come in ${withinMs / 1000} s`)
    await delay(100)
  }
}

/** Rejects when the work takes longer; the work itself is left alone. */
export async function bounded<T>(what: string, work: Promise<T>, withinMs = 60_000): Promise<T> {
  const stopping = new AbortController()
  const late = delay(withinMs, undefined, { signal: stopping.signal }).then(() => {
    throw new Error(`${what} took longer than ${withinMs / 1000} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    stopping.abort()
    late.catch(() => {})
  }
}
