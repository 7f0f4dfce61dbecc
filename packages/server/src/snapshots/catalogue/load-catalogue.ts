import { encodeOffer } from '@quoin/contract/present-offer.ts'
import { CatalogueBuilder } from '@quoin/core/catalogue/build-catalogue.ts'
import { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { CatalogueData } from '@quoin/core/catalogue/catalogue-data.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { Db } from '../../store/pg/database.ts'
import { countOffers, findOfferById, listOffersAfter } from '../../store/catalogue/offers.ts'
import { buildInChild } from './build-in-child.ts'
import { fingerprintOffer } from './fingerprint-offer.ts'

/** Read in pages of bounded size, with the loop free in between. */
const pageSize = 500

/** Up to this many offers a build is a few dozen milliseconds: less than a process takes to start. */
const inlineMax = 3_000

interface CatalogueSource {
  readonly db: Db
  readonly databaseUrl: () => string
  readonly fallbackImageUrl: string
}

/** The catalogue as it is now. A large one is built in a process of its own, so that no request waits for it. */
export async function loadCatalogue(source: CatalogueSource): Promise<Catalogue> {
  const isSmall = (await countOffers(source.db)) <= inlineMax
  return new Catalogue(
    isSmall
      ? await buildCatalogue({ ...source, isLarge: false })
      : await buildInChild({ ...source, databaseUrl: source.databaseUrl() }),
  )
}

/** A catalogue of one offer, or of none: for a command that asks about no other. */
export async function loadCatalogueOf(
  { db, fallbackImageUrl }: Pick<CatalogueSource, 'db' | 'fallbackImageUrl'>,
  offerId: number | null,
): Promise<Catalogue> {
  const builder = new CatalogueBuilder((offer) => encodeOffer(offer, fallbackImageUrl), { isLarge: false })
  const offer = offerId === null ? undefined : await findOfferById(db, offerId)
  if (offer) builder.add(offer)
  return new Catalogue(builder.finish())
}

/** Reads all offers and files them. */
export async function buildCatalogue({
  db,
  fallbackImageUrl,
  isLarge,
}: Pick<CatalogueSource, 'db' | 'fallbackImageUrl'> & { isLarge: boolean }): Promise<CatalogueData> {
  const encode = (offer: Offer) => ({
    ...encodeOffer(offer, fallbackImageUrl),
    fingerprint: fingerprintOffer(offer),
  })
  const builder = new CatalogueBuilder(encode, { isLarge })
  let afterId = 0
  for (;;) {
    const page = await listOffersAfter(db, { afterId, limit: pageSize })
    for (const offer of page) builder.add(offer)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return builder.finish()
    afterId = last.id
  }
}
