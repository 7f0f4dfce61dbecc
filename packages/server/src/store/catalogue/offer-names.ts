import type { Db } from '../pg/database.ts'

interface OfferName {
  readonly id: number
  readonly name: string
  readonly networkId: number
  readonly status: string
  /** For how long it holds what is approved; 0: not at all. */
  readonly holdDays: number
}

/** The facts shown with an offer wherever it is named. */
export async function findOfferName(db: Db, id: number): Promise<OfferName | undefined> {
  const [row] = await db.query<OfferName>(
    `select id, name, network_id as "networkId", status, coalesce(hold_days, 0) as "holdDays" from offers where id = $1`,
    [id],
  )
  return row
}
