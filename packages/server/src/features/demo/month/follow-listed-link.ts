import type { Ports } from '../../../ports/ports.ts'
import { authenticateKey } from '../../credentials/authenticate.ts'
import { type Destination, followLink, type Link } from '../../tracking/follow-link.ts'
import { openLinkSigner } from '../../tracking/sign-links.ts'

type ListedLink = Pick<Link, 'offerId' | 'apiKey' | 'userId' | 'subId'>

interface Visitor {
  readonly address: string
  readonly userAgent: string
}

/** Follows a link as lists have it: with its signature. */
export async function followListedLink(
  ports: Parameters<typeof followLink>[0] & Pick<Ports, 'keyring'>,
  link: ListedLink,
  { address, userAgent }: Visitor,
): Promise<Destination> {
  const { app } = authenticateKey(ports, link.apiKey)
  const sig = openLinkSigner(ports, app)(link)
  const visitor = { address, userAgent, header: () => undefined }
  return await followLink(ports, { ...link, sig, visitor, isHead: false })
}
