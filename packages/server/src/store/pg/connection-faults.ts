/** The driver's own words for a lost or missing connection; it gives these errors no code. */
const driverWords =
  /connection terminated|timeout (exceeded|expired)|read timeout|not queryable|after calling end on the pool/i

/** Socket and name errors of a connection that was there: the line broke. */
const socketCodes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|EMFILE|ENFILE)$/

/** No session could be had, for whatever reason: nobody listens, the login is refused, the server is not ours. */
export class NoSessionError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'NoSessionError'
  }
}

/**
 * The subject of a database error.
 *
 * - `row`: the caller's data or ours, and nothing else;
 * - `again`: two transactions met, or a prepared statement is older than its table; the same once more succeeds;
 * - `held`: a lock, or too much work, held this statement up; others may go on;
 * - `away`: all else. The session cannot be worked with, and neither can the next one before somebody has looked.
 */
type DatabaseFault = 'row' | 'again' | 'held' | 'away'

/** By SQL state, the first that matches; what is not named here is `away`. */
const faults: readonly (readonly [RegExp, DatabaseFault])[] = [
  // Values, constraints, rows where one was expected, and what our own functions raise.
  [/^(21...|22...|23...|P0...)$/, 'row'],
  // A statement that is wrong itself, as one of ours may be; tables that are not there are another matter.
  [/^42(?!P01|703|883|501)...$/, 'row'],
  // Serialization and deadlock; a plan that no longer fits its table; a statement that a proxy has forgotten.
  [/^(40...|0A000|26000)$/, 'again'],
  // A lock that was not to be had in time; a statement that was cancelled or took too long.
  [/^(55P03|57014)$/, 'held'],
]

/** Undefined for an error that is not of the database. */
export function faultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof NoSessionError) return 'away'
  const state = sqlStateOf(error)
  if (state !== undefined) return faults.find(([states]) => states.test(state))?.[1] ?? 'away'
  const code = 'code' in error ? error.code : undefined
  const isBroken = (typeof code === 'string' && socketCodes.test(code)) || driverWords.test(error.message)
  return isBroken ? 'away' : undefined
}

/** The answer took longer than whoever asked would wait. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && /^query read timeout$/i.test(error.message)
}

/** The connection itself can no longer be used, whatever was asked of it. */
export function isConnectionFault(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined ? faultOf(error) === 'away' : /^(08...|57P..|25P03)$/.test(state)
}

/** A prepared statement that no longer fits the tables (0A000) or that a proxy forgot (26000). */
export function isStalePlan(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '0A000' || state === '26000'
}

/** SQL states are five characters and come with a severity; socket errors have codes, too, but none. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' && error.code.length === 5 ? error.code : undefined
}

/** One sentence for an operator, by SQL state. None of them has a name or value of a row in it. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^28...$/, 'it refuses the login of DATABASE_URL'],
  [/^25006$/, 'it is read-only'],
  [/^(3D000|55000)$/, 'the database is not there, or does not take connections'],
  [
    /^(42P01|3F000|42703|42883)$/,
    'its tables are not those of Quoin: it was emptied or made anew while Quoin ran; restart Quoin to begin with it',
  ],
  [/^42501$/, 'the user of DATABASE_URL is not allowed to write to it'],
  [/^53100$/, 'its disk is full'],
  [/^53200$/, 'its memory or its table of locks is full: raise max_locks_per_transaction'],
  [/^53300$/, 'it has no connection free for the user of DATABASE_URL'],
  [/^57P0[123]$/, 'it is starting or stopping'],
  [/^55P03$/, 'a lock holds its tables'],
]

/** Why the database is away, as the end of a sentence. */
export function awayReasonOf(error: unknown): string {
  if (error instanceof NoSessionError) {
    return error.cause === undefined ? error.message : awayReasonOf(error.cause)
  }
  const state = sqlStateOf(error)
  const known = state === undefined ? undefined : reasons.find(([states]) => states.test(state))
  if (known !== undefined) return known[1]
  if (error instanceof Error && error.cause !== undefined) return awayReasonOf(error.cause)
  return isUnknownName(error)
    ? 'the name of its host in DATABASE_URL leads nowhere: it is misspelled, or the name server is away'
    : 'it does not answer'
}

function isUnknownName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code))
}
