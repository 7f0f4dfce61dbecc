import { notFound } from '@quoin/core/errors.ts'
import type { OfferStatus, Platform } from '@quoin/core/offers/offer.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { Ports } from '../../ports/ports.ts'

interface StoredOffersRequest {
  /** Null: of all networks. */
  readonly networkSlug: string | null
  /** Null: both. */
  readonly status: OfferStatus | null
  /** A part of the name, in any case; null: any. */
  readonly namePart: string | null
  readonly country: string | null
  readonly platform: Platform | null
  /** The last id of the page before; 0 for the first. */
  readonly afterId: number
  readonly limit: number
}

/** A page of the catalogue as it is stored, in id order: for operators, whatever users may see of it. */
export async function listStoredOffers(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  { networkSlug, ...page }: StoredOffersRequest,
): Promise<readonly Offer[]> {
  if (networkSlug === null) return await store.offers.listOffersFiltered(db, { ...page, networkId: null })
  const network = await store.networks.findNetworkBySlug(db, networkSlug)
  if (!network) throw notFound(`There is no network "${networkSlug}".`)
  return await store.offers.listOffersFiltered(db, { ...page, networkId: network.id })
}
