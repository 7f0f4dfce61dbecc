import { openLinkSigner } from '../../packages/server/src/features/tracking/sign-links.ts'
import type { World } from './world.ts'

/** The parameters of a link as lists of a new app have it: with its signature. */
export function listedLink(
  { ports, app }: Pick<World, 'ports' | 'app'>,
  { offerId, userId }: { readonly offerId: number; readonly userId: string },
): Readonly<Record<string, string>> {
  const link = { offerId, apiKey: app.live.apiKey, userId, subId: undefined }
  const sig = openLinkSigner(ports, { id: app.appId, linkKeyVersion: 1 })(link)
  return { offerId: String(offerId), apiKey: link.apiKey, userId, sig }
}
