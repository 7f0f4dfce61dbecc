const prefix = 'erased-'

/** What stands in the place of a user's id after an erasure. */
export function erasedUserToken(random: string): string {
  return `${prefix}${random}`
}

/** Whether an id is such a token. Whoever names his users so has it treated as one, which harms nobody else. */
export function isErasedUser(userId: string): boolean {
  return /^erased-[\da-f]{32}$/.test(userId)
}
