const prefix = 'erased-'

/** The token that replaces a user's id after an erasure. */
export function erasedUserToken(random: string): string {
  return `${prefix}${random}`
}

/** A regular expression of JavaScript and of PostgreSQL. */
export const erasedUserPattern = '^erased-[0-9a-f]{32}$'
const erasedUser = new RegExp(erasedUserPattern)

/** Whether an id is such a token. No caller may name a user so. */
export function isErasedUser(userId: string): boolean {
  return erasedUser.test(userId)
}
