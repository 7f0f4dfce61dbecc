/** How long a person stays signed in without a visit. */
export const sessionLifeSec = 7 * 86_400
