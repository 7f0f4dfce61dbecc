import { encodeOffer } from '@quoin/contract/present-offer.ts'
import { CatalogueBuilder } from '@quoin/core/catalogue/build-catalogue.ts'
import { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { CatalogueData } from '@quoin/core/catalogue/catalogue-data.ts'
import type { Db } from '../store/database.ts'
import { countOffers, listOffersAfter } from '../store/offers.ts'
import { buildInThread } from './build-in-thread.ts'

/** Read in pages of bounded size, with the loop free in between. */
const pageSize = 2_000

/** Up to this many offers a build is a few dozen milliseconds: less than a thread takes to start. */
const inlineMax = 3_000

export interface CatalogueSource {
  readonly db: Db
  readonly databaseUrl: string
  readonly fallbackImageUrl: string
}

/** The catalogue as it is now. A large one is built in a thread of its own, so that no request waits for it. */
export async function loadCatalogue(source: CatalogueSource): Promise<Catalogue> {
  const isSmall = (await countOffers(source.db)) <= inlineMax
  return new Catalogue(isSmall ? await buildCatalogue(source) : await buildInThread(source))
}

/** Reads all offers and files them. */
export async function buildCatalogue({
  db,
  fallbackImageUrl,
}: Pick<CatalogueSource, 'db' | 'fallbackImageUrl'>): Promise<CatalogueData> {
  const builder = new CatalogueBuilder((offer) => encodeOffer(offer, fallbackImageUrl))
  let afterId = 0
  for (;;) {
    const page = await listOffersAfter(db, { afterId, limit: pageSize })
    for (const offer of page) builder.add(offer)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return builder.finish()
    afterId = last.id
  }
}
