const emailMax = 254
/** As the sign-in library reads addresses: whoever is let in by one must be able to sign in with it. */
const pattern = /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** Addresses of this domain are given by Quoin itself; nobody can take one. */
const reservedDomain = 'quoin.localhost'
export const demoEmail = `demo@${reservedDomain}`

export function isReservedEmail(email: string): boolean {
  return email.endsWith(`@${reservedDomain}`)
}

/** Stands for the address of an account that only claims one. */
export function placeholderEmail(personId: string): string {
  return `unconfirmed-${personId}@${reservedDomain}`
}

/** An e-mail address in lower case, as all are kept and compared; undefined where it is none. */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  return email.length <= emailMax && pattern.test(email) ? email : undefined
}
