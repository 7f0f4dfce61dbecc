import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks until the answer is as expected. What one process writes the others know within a second (DESIGN
 * §5.1); a busy machine gets another one.
 */
export async function eventually<T>(ask: () => Promise<T>, expected: T, withinMs = 2_000): Promise<void> {
  const endMs = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (performance.now() < endMs && !isEqual(answer, expected)) await delay(20)
    else return assert.deepEqual(answer, expected)
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Waits until something is so; a minute is too long. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + 60_000
  while (!(await isSo())) {
    assert.ok(performance.now() < endMs, `waited in vain until ${what}`)
    await delay(5)
  }
}
