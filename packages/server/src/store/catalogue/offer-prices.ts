import type { KnownGoal } from '@quoin/core/offers/goal.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { FormerAmounts } from '@quoin/core/offers/terms.ts'
import type { Db } from '../pg/database.ts'
import { knownGoalsOf } from './goal-columns.ts'
import { offerMembers } from './offer-columns.ts'

/** An offer with its present and former prices. */
interface DatedOffer extends Offer {
  /** Retired ones too. */
  readonly goals: readonly KnownGoal[]
  readonly amountsBefore: readonly FormerAmounts[]
}

export async function findDatedOffer(db: Db, id: number): Promise<DatedOffer | undefined> {
  const [row] = await db.query<DatedOffer>(
    `select ${offerMembers}, coalesce(${knownGoalsOf('offers')}, '[]') as goals,
       coalesce(terms_before, '[]') as "amountsBefore"
     from offers where id = $1`,
    [id],
  )
  return row
}
