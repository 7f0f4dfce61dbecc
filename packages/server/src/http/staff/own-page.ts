import type { Client } from '../route.ts'

/**
 * A browser sends a person's cookie for whichever site asks it to; it says which one that was in `Origin`, and over
 * HTTPS or on loopback in `Sec-Fetch-Site`, too. The address that the page was opened by counts as ours as well.
 */
export function isOwnPage(client: Client, baseUrl: string): boolean {
  const site = client.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return false
  const origin = client.header('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  const given = new URL(origin)
  return given.origin === new URL(baseUrl).origin || given.host === client.header('host')?.toLowerCase()
}
