/** A moment in Unix seconds, as all times stand on the wire: the second that it lies in. No moment is null there. */
export function secondsOf(atMs: number): number
export function secondsOf(atMs: number | null | undefined): number | null
export function secondsOf(atMs: number | null | undefined): number | null {
  return atMs === null || atMs === undefined ? null : Math.floor(atMs / 1000)
}
