import type { ChangeOrigin } from '@quoin/core/audit/change-facts.ts'
import { readBrowserAndOs } from '@quoin/core/detect/browser-and-os.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Call } from '../route.ts'

/** The ports of one request: whatever it changes is noted with where it came from. */
export function noteOrigin({
  ports,
  client,
  requestId,
}: Pick<Call, 'ports' | 'client' | 'requestId'>): Ports {
  const { store } = ports
  const origin: ChangeOrigin = { requestId, tool: toolOf(client.userAgent), address: client.address }
  const audit: typeof store.audit = {
    ...store.audit,
    insertAudit: (db, entry) => store.audit.insertAudit(db, { ...entry, origin }),
  }
  return { ...ports, store: { ...store, audit } }
}

/** A browser with its system; another tool by the first word that it says of itself. */
function toolOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const { browser, os } = readBrowserAndOs(userAgent)
  if (browser !== undefined) return os === undefined ? browser : `${browser} on ${os}`
  return userAgent.split(/[\s/]/, 1)[0]?.slice(0, 40) ?? null
}
