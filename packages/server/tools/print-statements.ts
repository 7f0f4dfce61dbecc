import { appSettings } from '@quoin/core/apps/app-settings.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { findAppById, updateApp } from '../src/store/apps/apps.ts'
import { findStoredOffer, listOffersAfter, upsertOffers } from '../src/store/catalogue/offers.ts'
import { findNetworkBySlug, updateNetwork } from '../src/store/networks/networks.ts'
import type { Db } from '../src/store/pg/database.ts'

type Calls = Readonly<Record<string, (db: Db) => Promise<unknown>>>

/** Every setting of a table is given: null is the standard value. */
const allOf = (table: object) => Object.fromEntries(Object.keys(table).map((name) => [name, null]))

/** A call of each kind of statement that is derived from columns, by the file in which reviewers read it. */
export const statementFiles: Readonly<Record<string, { readonly from: string; readonly calls: Calls }>> = {
  'packages/server/src/store/catalogue/offer-statements.sql': {
    from: 'offer-columns.ts and goal-columns.ts',
    calls: {
      listOffersAfter: (db) => listOffersAfter(db, { afterId: 0, limit: 1 }),
      findStoredOffer: (db) => findStoredOffer(db, 1),
      upsertOffers: (db) => upsertOffers(db, 1, { offers: [], nowMs: 0 }),
    },
  },
  'packages/server/src/store/pg/setting-statements.sql': {
    from: 'app-columns.ts and network-columns.ts',
    calls: {
      findAppById: (db) => findAppById(db, 1),
      updateApp: (db) => updateApp(db, 1, allOf(appSettings)),
      findNetworkBySlug: (db) => findNetworkBySlug(db, 'slug'),
      updateNetwork: (db) => updateNetwork(db, 1, allOf(networkSettings)),
    },
  },
}

/** The statements of a file as PostgreSQL gets them, for the eyes of a reviewer. */
export async function printStatements(file: string): Promise<string> {
  const { from, calls } = statementFiles[file] ?? { from: 'nothing', calls: {} }
  const printed: string[] = [`-- Printed by npm run docs:print from ${from}.\n`]
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
