/** A time as the operator API answers it. */
export function secondsOf(timeMs: number | null): number | null {
  return timeMs === null ? null : Math.floor(timeMs / 1000)
}
