import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { Db } from '../pg/database.ts'
import { offerMembers } from './offer-columns.ts'

/** An offer as an import finds it. */
interface KnownOffer extends Offer {
  /** As its file said last; an operator's pause stands beside it. */
  readonly fileStatus: Offer['status']
}

/** Those of a network that have one of these ids of its own. */
export async function listKnownOffers(
  db: Db,
  networkId: number,
  externalIds: readonly string[],
): Promise<KnownOffer[]> {
  return await db.query(
    `select ${offerMembers}, status as "fileStatus" from offers
     where network_id = $1 and external_id = any($2::text[]) order by id`,
    [networkId, externalIds],
  )
}

/** One of them, held against every other writer until the transaction ends. */
export async function lockKnownOffer(tx: Db, id: number): Promise<KnownOffer | undefined> {
  const [row] = await tx.query<KnownOffer>(
    `select ${offerMembers}, status as "fileStatus" from offers where id = $1 for update`,
    [id],
  )
  return row
}

/** The currencies besides USD in which offers are paid for. */
export async function listOfferCurrencies(db: Db): Promise<readonly string[]> {
  const rows = await db.query<{ currency: string }>(
    'select distinct currency from offers where currency is not null order by currency',
    [],
  )
  return rows.map(({ currency }) => currency)
}

interface RateWanted {
  readonly currency: string
  readonly usdNanos: number
  readonly afterId: number
  readonly limit: number
}

/** Offers in a currency that stand in USD by another rate, in the order of their ids; held until the transaction ends. */
export async function lockOtherwiseRated(
  tx: Db,
  { currency, usdNanos, afterId, limit }: RateWanted,
): Promise<KnownOffer[]> {
  return await tx.query(
    `select ${offerMembers}, status as "fileStatus" from offers
     where currency = $1 and usd_nanos is distinct from $2 and id > $3 order by id limit $4 for update`,
    [currency, usdNanos, afterId, limit],
  )
}
