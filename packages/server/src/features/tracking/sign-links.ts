import { timingSafeEqual } from 'node:crypto'
import type { App } from '@quoin/core/apps/app.ts'
import type { Ports } from '../../ports/ports.ts'

/** The content of a link that its signature covers. Texts are those that were percent-decoded. */
interface SignedLink {
  readonly apiKey: string
  readonly offerId: number
  readonly userId: string
  readonly subId: string | undefined
}

/** Characters of a signature: HMAC-SHA256 in hexadecimal. */
export const signatureLength = 64

type Signer = Pick<App, 'id' | 'linkKeyVersion'>
type Needs = Pick<Ports, 'keyring'>

/** The key that an app's links are signed with: 64 hexadecimal digits, which are the key as they stand. */
export function linkKeyOf({ keyring }: Needs, app: Signer): string {
  return keyring.digest(purpose, nameOf(app)).toString('hex')
}

/** Signs links of an app; made once for a whole list. */
export function openLinkSigner(ports: Needs, app: Signer): (link: SignedLink) => string {
  const mac = ports.keyring.openHmac(linkKeyOf(ports, app))
  return (link) => mac(textOf(link))
}

/**
 * Whether a link is as an app, or its publisher, signed it: by the present key or the one before it, under the present
 * QUOIN_SECRET or the previous one. In constant time.
 */
export function isSigned(
  { keyring }: Needs,
  app: Signer,
  link: SignedLink & { readonly signature: string },
): boolean {
  const given = Buffer.from(link.signature)
  if (given.length !== signatureLength) return false
  const versions = [app.linkKeyVersion, app.linkKeyVersion - 1].filter((version) => version > 0)
  const keys = versions.flatMap((linkKeyVersion) =>
    keyring.acceptedDigests(purpose, nameOf({ id: app.id, linkKeyVersion })),
  )
  const text = textOf(link)
  return keys.some((key) => timingSafeEqual(given, Buffer.from(keyring.openHmac(key.toString('hex'))(text))))
}

const purpose = 'link keys'

function nameOf({ id, linkKeyVersion }: Signer): string {
  return `${id} ${linkKeyVersion}`
}

/** A line end stands in none of these texts, so that no two links are one. */
function textOf({ apiKey, offerId, userId, subId = '' }: SignedLink): string {
  return `${apiKey}\n${offerId}\n${userId}\n${subId}`
}
