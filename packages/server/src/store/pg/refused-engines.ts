/** The engine of a server, as it tells. */
interface EngineFacts {
  /** The text of `version()`. */
  readonly version: string
  /** Rows of Citus's pg_dist_partition; 0 where there is no Citus. */
  readonly distributedTables: number
}

interface RefusedEngine {
  readonly isIt: (facts: EngineFacts) => boolean
  /** After "DATABASE_URL leads to ". */
  readonly name: (facts: EngineFacts) => string
  readonly reason: string
}

/**
 * Engines that speak PostgreSQL's protocol and would start, or nearly, and be wrong: by silence, and not by an error. Those
 * that run PostgreSQL's own code on other storage (Aurora, RDS, Cloud SQL, Neon) are PostgreSQL.
 */
const refusedEngines: readonly RefusedEngine[] = [
  {
    isIt: ({ version }) => /^CockroachDB\b/i.test(version),
    name: () => 'CockroachDB, which only speaks like PostgreSQL',
    reason: 'its advisory locks do nothing, and one payment reported twice at once would be paid twice',
  },
  {
    isIt: ({ version }) => /^PostgreSQL [\d.]+-YB-/i.test(version),
    name: () => 'YugabyteDB, which only speaks like PostgreSQL',
    reason:
      'its transaction numbers hold for one node alone, and statistics and positions of publishers would skip changes',
  },
  {
    isIt: ({ distributedTables }) => distributedTables > 0,
    name: ({ distributedTables: tables }) =>
      `a Citus database with ${tables} distributed ${tables === 1 ? 'table' : 'tables'}`,
    reason:
      'its locks and transaction numbers hold for one node alone, and money could be paid twice and changes be ' +
      'skipped (without distributed tables it is a PostgreSQL, and would do)',
  },
]

/** Why Quoin does not work on an engine, as one sentence; undefined where it does. */
export function refusalOf(facts: EngineFacts): string | undefined {
  const engine = refusedEngines.find(({ isIt }) => isIt(facts))
  if (engine === undefined) return undefined
  return `DATABASE_URL leads to ${engine.name(facts)}: ${engine.reason}. Quoin needs PostgreSQL 15 or newer itself.`
}
