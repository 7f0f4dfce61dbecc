/** Fingerprints of the secrets that a database is used with; the previous one while a rotation goes on. */
export interface SecretPrints {
  readonly current: string
  readonly previous: string | null
}

interface Given extends SecretPrints {
  /** Kept in the data folder and not set by a person: it knows nothing of a rotation. */
  readonly isKept: boolean
  /** A server that starts without the previous secret ends the rotation; a command decides nothing. */
  readonly isServer: boolean
}

type SecretVerdict = { readonly fits: false } | { readonly fits: true; readonly store?: SecretPrints }

/**
 * Whether a process may work with a database that was used with these secrets, and what is known of them
 * afterwards.
 */
export function judgeSecret(stored: SecretPrints | undefined, given: Given): SecretVerdict {
  const { current, previous, isKept, isServer } = given
  if (stored === undefined) return { fits: true, store: { current, previous } }
  if (current === stored.current) {
    const isOver = isServer && previous === null && stored.previous !== null
    return isOver ? { fits: true, store: { current, previous: null } } : { fits: true }
  }
  if (previous === stored.current) return { fits: true, store: { current, previous } }
  // One of several processes that has not been told of the rotation yet.
  if (current === stored.previous && !isKept) return { fits: true }
  return { fits: false }
}
