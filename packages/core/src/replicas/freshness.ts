/** A position of the log of the primary, and a moment before it was asked for. */
interface PositionSeen {
  readonly atMs: number
  readonly position: number
}

/** How far a replica is known to have come. */
export interface Freshness {
  /** Everything that was committed before is there; undefined where nothing is known. */
  readonly asOfMs: number | undefined
  /** Positions that it has not replayed yet, oldest first. */
  readonly awaited: readonly PositionSeen[]
}

export const unknownFreshness: Freshness = { asOfMs: undefined, awaited: [] }

const awaitedMax = 512

/**
 * Takes a position of the primary. Every other one of too many is forgotten, by which a replica that catches up seems
 * older than it is, and never younger.
 */
export function awaitPosition({ asOfMs, awaited }: Freshness, seen: PositionSeen): Freshness {
  const kept = awaited.length < awaitedMax ? awaited : awaited.filter((_, index) => index % 2 === 0)
  return { asOfMs, awaited: [...kept, seen] }
}

/**
 * Takes the position up to which the replica has replayed the log. Clocks of servers have no part in it, and neither has
 * the time of the last transaction, which says nothing while the primary rests.
 */
export function noteReplayed({ asOfMs, awaited }: Freshness, replayed: number): Freshness {
  const reached = awaited.findLastIndex(({ position }) => position <= replayed)
  return { asOfMs: awaited[reached]?.atMs ?? asOfMs, awaited: awaited.slice(reached + 1) }
}

/** The most that its data can be old; infinite where nothing is known. */
export function ageOf({ asOfMs }: Freshness, nowMs: number): number {
  return asOfMs === undefined ? Number.POSITIVE_INFINITY : nowMs - asOfMs
}
