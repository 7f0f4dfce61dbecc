import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** Only a test that fails waits so long: a busy machine may stand still for seconds. */
const patienceMs = 120_000

/** The longest pause: long enough that a test that asks a server for minutes stays within its limits. */
const pauseMaxMs = 1_000

/** Asks until the answer is as expected. Other processes know a write within a second. */
export async function eventually<T>(
  ask: () => Promise<T>,
  expected: T,
  withinMs = patienceMs,
): Promise<void> {
  const endMs = performance.now() + withinMs
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, pauseMaxMs)) {
    const answer = await ask()
    if (performance.now() < endMs && !isEqual(answer, expected)) await delay(pauseMs)
    else return assert.deepEqual(answer, expected)
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + patienceMs
  while (!(await isSo())) {
    assert.ok(performance.now() < endMs, `waited in vain until ${what}`)
    await delay(5)
  }
}
