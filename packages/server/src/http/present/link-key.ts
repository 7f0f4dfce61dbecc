import type { LinkKey } from '../../features/apps/link-key.ts'

/** The wire form of the key that signs an app's links. */
export function presentLinkKey({ signedLinks, version, key }: LinkKey) {
  return { signed_links: signedLinks, version, key }
}
