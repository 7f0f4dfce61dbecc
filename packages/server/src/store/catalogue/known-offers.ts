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
