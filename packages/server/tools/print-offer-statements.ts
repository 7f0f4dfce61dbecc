import { findStoredOffer, listOffersAfter, upsertOffers } from '../src/store/catalogue/offers.ts'
import type { Db } from '../src/store/pg/database.ts'

/** A call of each kind of statement that is derived from the columns of offers and goals. */
const calls: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  listOffersAfter: (db) => listOffersAfter(db, { afterId: 0, limit: 1 }),
  findStoredOffer: (db) => findStoredOffer(db, 1),
  upsertOffers: (db) => upsertOffers(db, 1, { offers: [], nowMs: 0 }),
}

/** The statements as PostgreSQL gets them, for the eyes of a reviewer: store/catalogue/offer-statements.sql. */
export async function printOfferStatements(): Promise<string> {
  const printed: string[] = ['-- Printed by npm run docs:print from offer-columns.ts and goal-columns.ts.\n']
  for (const [name, call] of Object.entries(calls)) {
    const noting = {
      query(text: string) {
        printed.push(`-- ${name}\n${text};\n`)
        return Promise.resolve([])
      },
    }
    await call(noting)
  }
  return printed.join('\n')
}
