import type { World } from './world.ts'

/** Moves a world to the day that a browser has by itself, for what ends within days of it. */
export function toToday(world: World): void {
  world.clock.advance({ ms: Date.now() - world.clock.nowMs() })
  // It was another day a moment ago, which the process looks at once a minute.
  Object.assign(world.ports.process, { clockDifferenceMs: () => 0 })
}
