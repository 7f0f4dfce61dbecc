import { mendPrices } from '@quoin/core/offers/repair/mend-prices.ts'
import { repairRow } from '@quoin/core/offers/repair/repair-row.ts'
import { certainKinds, joinRepairs, noRepairs } from '@quoin/core/offers/repair/repairs.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { cleanTexts, holdsSecret } from '@quoin/core/sources/clean-texts.ts'
import { addPayouts } from '@quoin/core/sources/add-payouts.ts'
import { findUnknownWords } from '@quoin/core/sources/unknown-words.ts'
import type { FedOffer } from '@quoin/core/sources/plan-offer.ts'
import type { FeedOffer } from '../../feeds/feed-kind.ts'
import { presetOf } from '../../networks/index.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Source } from '../../store/sources/sources.ts'
import { findRepairs } from '../catalogue/import-file/keep-repairs.ts'
import { readOfferInput } from '../catalogue/offer-intake.ts'
import { ratesOfNow } from '../terms/rates-of-now.ts'

type Row = Readonly<Record<string, unknown>>

/** How offers of a source are read. */
export interface FedReader {
  /** The offer with the publisher's payouts, and nothing of the key in it. */
  take(offer: FeedOffer): FedOffer
  /** A row as an offer, with the words that core knows and those that were answered for its network. */
  read(row: Row): ReturnType<typeof readOfferInput>
  /** The words of a row for countries and platforms that nobody knows. */
  unknownWords(row: Row): ReturnType<typeof findUnknownWords>
}

interface ReaderFacts {
  readonly source: Pick<Source, 'payoutBasisPoints'>
  readonly network: Network
  /** Undefined where nothing comes from outside. */
  readonly key?: string
}

export async function openFedReader(
  ports: Pick<Ports, 'store' | 'clock' | 'db'>,
  db: Db,
  { source, network, key = '' }: ReaderFacts,
): Promise<FedReader> {
  const rateOf = await ratesOfNow(ports, db)
  const repairs = joinRepairs(
    { ...noRepairs, kinds: certainKinds },
    await findRepairs({ ...ports, db: ports.db }, network.id),
  )
  const { currency } = network
  const rule = { clickParameter: presetOf(network).clickParameter, isAdded: false, rateOf, currency }
  const payouts = { basisPoints: source.payoutBasisPoints, rateOf, currency }
  return {
    take({ row, standing, forbidden, isUnpriced, doubts, externalId }) {
      const hasKey = holdsSecret(row['destination_url'], key)
      const clean = cleanTexts({ row: { ...row, external_id: externalId }, forbidden, doubts }, key)
      return {
        ...clean,
        row: addPayouts(clean.row, payouts),
        standing,
        isUnpriced,
        doubts: hasKey ? [...clean.doubts, 'Its address has the key of the account in it.'] : clean.doubts,
      }
    },
    unknownWords: (row) => findUnknownWords(row, repairs),
    read: (row) => readOfferInput(mendPrices(repairRow(row, repairs).row, repairs), rule),
  }
}
