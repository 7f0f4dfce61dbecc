import { isBarred } from '@quoin/core/caps/bars.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../../ports/ports.ts'
import { presentStoredOffer } from './present-offer.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'exclusions' | 'snapshots'>

/** An offer with everything that is stored of it. Throws RESOURCE_NOT_FOUND for an unknown one. */
export async function showOffer(ports: Needs, offerId: number) {
  const offer = await ports.store.offers.findStoredOffer(ports.db, offerId)
  if (!offer) throw notFound(`There is no offer ${offerId}.`)
  const network = ports.snapshots.networks().findNetwork(offer.networkId)?.name ?? offer.network
  const isCapped = isBarred(await ports.exclusions.capped(undefined), offer)
  return presentStoredOffer(offer, { network, isCapped })
}
