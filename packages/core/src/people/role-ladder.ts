/** Whether a role may do what asks for at least the other one; the roles are given from the least on. */
export function isAtLeast(roles: readonly string[], role: string, least: string): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
