/** The header of a program or a browser session. */
export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}
