/** A command remembers nobody: servers ask the database anew within seconds. */
export const nobodySignedIn = { forget: () => {} }
