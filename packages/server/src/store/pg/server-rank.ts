/** The place of a server among those of its cluster. Nobody writes to one that is earlier than one written to. */
export interface ServerRank {
  /** How often a person has gone back to a server (`quoin database accept`). */
  readonly acceptances: number
  /** Grows with each promotion and each recovery to a point in time; undefined where the server does not tell. */
  readonly timeline: number | undefined
}

/**
 * An acceptance outweighs every timeline: the branch that a person has left stays earlier, however often it is
 * promoted. A server that does not tell its timeline is neither earlier nor later by it.
 */
export function isLater(one: ServerRank, other: ServerRank): boolean {
  if (one.acceptances !== other.acceptances) return one.acceptances > other.acceptances
  return one.timeline !== undefined && other.timeline !== undefined && one.timeline > other.timeline
}

/** Why an earlier server is refused, as the end of a sentence; `where` says which one is later. */
export function earlierThan(earlier: ServerRank, later: ServerRank, where: string): string {
  const what =
    earlier.acceptances === later.acceptances
      ? `it is an old primary, on timeline ${earlier.timeline} while timeline ${later.timeline} ${where}`
      : `it is on a branch that was left: acceptance ${later.acceptances} ${where}, and its own is ${earlier.acceptances}`
  return `${what}; stop it, or go back to it by \`quoin database accept\``
}
