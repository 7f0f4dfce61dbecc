/** Socket and name errors: the server could not be reached, or the line broke. */
const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
])

/** The driver's own words for a lost or missing connection; it gives these errors no code. */
const driverWords =
  /connection terminated|timeout (exceeded|expired)|read timeout|not queryable|after calling end on the pool/i

/** The connection itself can no longer be used, whatever was asked of it. */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (state !== undefined) return /^(08...|57P..)$/.test(state)
  const code = 'code' in error ? error.code : undefined
  return (typeof code === 'string' && socketCodes.has(code)) || driverWords.test(error.message)
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
