import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** Gives a page the day of its world, from its next document on. Its clock goes on from there, and its timers run. */
export async function takeDay(page: Page, { clock }: Pick<World, 'clock'>): Promise<void> {
  await page.addInitScript(shiftDate, clock.nowMs() - Date.now())
}

/** Runs in the page before its own scripts, once for each day that it was given: the last one counts. */
function shiftDate(byMs: number): void {
  const place = globalThis as typeof globalThis & { trueDate?: DateConstructor }
  place.trueDate ??= Date
  const { trueDate } = place
  const now = () => trueDate.now() + byMs
  globalThis.Date = new Proxy(trueDate, {
    apply: () => new trueDate(now()).toString(),
    construct: (target, parts, self) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, self),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
